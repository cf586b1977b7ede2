/** Metrics of the files that agents knew: what they changed, what was left of it, and whether what they knew was true. */
import {
  allGroupings,
  at,
  chain,
  commitId,
  group,
  fileLine,
  line,
  ms,
  place,
  rowsOf,
  sessionId,
  share,
  sourceId,
  tally,
  words,
  type Metric,
} from './metric.ts'
import editedFiles from './edited-files.sql?raw'
import edits from './edits.sql?raw'
import rework from './rework.sql?raw'
import reworkPrompts from './rework-prompts.sql?raw'
import fileChecks from './file-checks.sql?raw'
import fileProofs from './file-proofs.sql?raw'
import staleEdits from './stale-edits.sql?raw'

const noTime = 'no time is recorded'
const notKnown = 'the contents before and after are not all known'
const observers = ['read', 'edit', 'notebook', 'mention', 'backup', 'output'] as const
const proofs = ['observed', 'computed', 'likely', 'partial', 'unknown'] as const
const outcomes = ['confirmed', 'refuted', 'refuted at its end'] as const

const added = tally('Lines added', 'Lines that changes added, where the contents before and after are known.', { absent: notKnown })
const removed = tally('Lines removed', 'Lines that changes removed, where the contents before and after are known.', { absent: notKnown })
const undoneMeaning = 'Lines that were removed after the same agent had written them earlier in the session.'
const survivingMeaning = 'Of the lines that changes wrote, those in the last content that is known in the session.'
const stale = tally('Stale changes', 'Changes that were based on another content than the file had.', rowsOf('stale-edits'))

const checksOf = (outcome: string) => rowsOf('file-checks', { proof: { column: 'proof' }, outcome: { value: outcome } })

const writtenMeaning =
  'Lines that changes for the prompt added, those of its sub-agents included, where the contents before and after are known.'
const followedMeaning =
  'Those of them that can be followed to the last content of the file that the agent knew which wrote them. What commands and other agents did after that is not in it.'
const samePromptMeaning = 'Followed lines that were changed or removed while agents worked on the same prompt.'
const byAgentMeaning =
  'Followed lines that an agent of the session changed or removed for a later prompt, or that were gone after another agent of the session changed the file.'
const otherwiseMeaning =
  'Followed lines that were gone when an agent saw the file again for a later prompt, though no call is known to have changed them: a command such as a formatter or `git stash`, a person or another program did, perhaps before that prompt.'
const shareMeaning = 'Lines that agents reworked or that were gone otherwise, divided by followed lines.'
const notFollowed = 'no lines are known to the end of the session'
const reworkNote =
  'Rework is counted within a session, and charged to the prompt for which the lines were written. Followed lines are those that survive, those changed for the same prompt, those reworked and those gone otherwise. What later sessions changed is not in it. A line that is only moved or indented counts as changed. Changes before the first prompt that a person typed, as after a plan that was handed over, are in the sums and in no row of a prompt. Changes of a sub-agent whose call is not known are not followed'

export const fileMetrics = {
  edits: {
    sql: edits,
    group: 'files',
    columns: {
      group_name: group,
      changes: tally('Changes', 'Writes and edits of files.'),
      files: tally('Files', 'Files that were changed.'),
      added: tally('Lines added', 'Lines that changes added, where the contents before and after are known.'),
      removed: tally('Lines removed', 'Lines that changes removed, where the contents before and after are known.'),
      undone: tally('Lines undone', undoneMeaning),
      undone_share: share('Undone share', 'Of the added lines.', { absent: 'no line was added' }),
      reverted: tally('Reverted changes', 'Changes after which the same agent gave the file the content from before them.'),
      surviving: tally('Surviving lines', survivingMeaning),
      surviving_share: share('Surviving share', 'Of the added lines of files that are known to the end.', {
        absent: 'no such line was added',
      }),
      stale,
      ms_to_edit: ms('Time to edit', 'Median time from when an agent first saw a file until it first changed it.', {
        absent: 'no file was seen and then changed',
      }),
    },
    groupings: allGroupings,
  },
  'edited-files': {
    sql: editedFiles,
    group: 'files',
    columns: {
      group_name: group,
      path: words('File', 'Path, as the last session names it.'),
      changes: tally('Changes', 'Writes and edits.'),
      sessions: tally('Sessions', 'Sessions with a change.'),
      added,
      removed,
      undone: tally('Lines undone', undoneMeaning, { absent: notKnown }),
      surviving: tally('Surviving lines', survivingMeaning, { absent: notKnown }),
      stale,
    },
    groupings: allGroupings,
  },
  rework: {
    sql: rework,
    group: 'files',
    columns: {
      group_name: group,
      written: tally('Lines written', writtenMeaning),
      followed: tally('Lines followed', followedMeaning),
      surviving: tally('Surviving lines', 'Followed lines that this content still has.'),
      same_prompt: tally('Changed for the same prompt', samePromptMeaning),
      by_agent: tally('Reworked by agents', byAgentMeaning),
      otherwise: tally('Gone otherwise', otherwiseMeaning),
      share: share('Reworked share', shareMeaning, { absent: notFollowed }),
    },
    groupings: allGroupings,
    notes: [reworkNote],
  },
  'rework-prompts': {
    sql: reworkPrompts,
    group: 'files',
    columns: {
      session_id: sessionId,
      turn: place('Turn', 'Number of the prompt in its session, from 1.'),
      text: words('Text', 'The first 300 characters of the prompt.', { absent: 'the store no longer contains the record' }),
      prompt_at: at('Prompt time', 'Time of the prompt.', { absent: noTime }),
      files: tally('Files', 'Files that were changed for it.'),
      written: tally('Lines written', writtenMeaning, { absent: notKnown }),
      followed: tally('Lines followed', followedMeaning, { absent: notFollowed }),
      same_prompt: tally('Changed for the same prompt', samePromptMeaning, { absent: notFollowed }),
      by_agent: tally('Reworked by agents', byAgentMeaning, { absent: notFollowed }),
      otherwise: tally('Gone otherwise', otherwiseMeaning, { absent: notFollowed }),
      share: share('Reworked share', shareMeaning, { absent: notFollowed }),
      source_id: sourceId,
      line,
      file_line: fileLine,
      commit_id: commitId,
    },
    groupings: [],
    notes: [reworkNote],
  },
  'stale-edits': {
    sql: staleEdits,
    group: 'files',
    columns: {
      session_id: sessionId,
      chain,
      occurred_at: at('Time', 'Time of the change.', { absent: noTime }),
      path: words('File', 'Path, as the session names it.'),
      change: words('Change', 'write or edit.'),
      stale: words(
        'Known by',
        'observed: the content that the change found differs from what the agent knew. likely: another session changed the file, and what the change found is not recorded.',
      ),
      other_session_id: words('Other session', 'Session whose change the agent did not know of.', {
        absent: 'no other session changed it: a command, a person or another program did',
        opens: { to: 'session', id: 'other_session_id' },
      }),
      other_at: at('Other time', 'Time of that change.', { absent: 'no other session changed it' }),
      other_source_id: words('Other file', 'File of that change, by its name in the store.', { absent: 'no other session changed it' }),
      other_line: tally('Other record', 'Key of that change in its file.', { absent: 'no other session changed it' }),
      other_file_line: tally('Other line', 'Line of that change.', {
        absent: 'no other session changed it',
        opens: { to: 'record', sourceId: 'other_source_id', line: 'other_line' },
      }),
      source_id: sourceId,
      line,
      file_line: fileLine,
      commit_id: commitId,
    },
    groupings: [],
  },
  'file-proofs': {
    sql: fileProofs,
    group: 'files',
    columns: {
      group_name: group,
      proof: words('Proof', 'How the content was known before the observation: the least sure of the lines that both know.'),
      checks: tally('Checks', 'Observations of files of which something was known.', rowsOf('file-checks', { proof: { column: 'proof' } })),
      confirmed: tally('Confirmed', 'The lines are those that were known.', checksOf('confirmed')),
      refuted: tally('Refuted', 'A line is another one.', checksOf('refuted')),
      refuted_at_end: tally('Refuted at the end', 'Only blank lines at the end differ.', checksOf('refuted at its end')),
      share: share('Confirmed share', 'Of the checks.'),
      files: tally('Files', 'Files that were checked.'),
    },
    groupings: allGroupings,
    parameters: ['tool', 'version'],
    choices: { tool: observers },
  },
  'file-checks': {
    sql: fileChecks,
    group: 'files',
    columns: {
      session_id: sessionId,
      chain,
      occurred_at: at('Time', 'Time of the observation.', { absent: noTime }),
      path: words('File', 'Path, as the session names it.'),
      observer: words('Observed by', 'read, edit, notebook, mention, backup or output.'),
      proof: words('Proof', 'How the content was known before.'),
      outcome: words('Outcome', 'confirmed, refuted, or refuted at its end: only blank lines at the end differ.'),
      client_version: words('Client', 'Version of the client; (none): not recorded.'),
      source_id: sourceId,
      line,
      file_line: fileLine,
      commit_id: commitId,
      since_source_id: words('Known from', 'File of the record that last changed what was known, by its name in the store.'),
      since_line: tally('Known from record', 'Key of that record in its file.'),
      since_file_line: tally('Known from line', 'Line of that record.', {
        opens: { to: 'record', sourceId: 'since_source_id', line: 'since_line' },
      }),
    },
    groupings: [],
    parameters: ['tool', 'version', 'proof', 'outcome'],
    choices: { tool: observers, proof: proofs, outcome: outcomes },
  },
} as const satisfies Readonly<Record<string, Metric>>
