/** Metrics of the classes of records, by the two ledgers and by the reference rules. */
import {
  allGroupings,
  at,
  bytes,
  chain,
  commitId,
  group,
  fileLine,
  line,
  ms,
  place,
  ratio,
  rowsOf,
  sessionId,
  share,
  sourceId,
  tally,
  words,
  yesNo,
  chars,
  type Metric,
} from './metric.ts'
import ledger from './ledger.sql?raw'
import reconciliation from './reconciliation.sql?raw'
import records from './records.sql?raw'
import reference from './reference.sql?raw'
import events from './events.sql?raw'

const noPrompt = 'there is no prompt to divide by'
const ofUsers = { type: { value: 'user' } } as const

export const recordMetrics = {
  ledger: {
    sql: ledger,
    isReconciled: true,
    countsRecords: true,
    group: 'records',
    columns: {
      group_name: group,
      ledger: words('Ledger', 'reference: the rules of the design. finer: the rules of Strata. Each adds up to the naive count.'),
      class: words('Class', 'Class of the records in that ledger.'),
      records: tally('Records', 'Records of type user, copies included.', {
        opens: {
          to: 'question',
          name: 'records',
          filters: { ...ofUsers, group: { column: 'group_name' }, class: { column: 'class' }, reference: { column: 'class' } },
        },
      }),
      share: share('Share', 'Of the records of type user of the group.'),
      corrected: tally('Corrected', 'Records whose class a person corrected.'),
    },
    groupings: allGroupings,
  },
  records: {
    sql: records,
    countsRecords: true,
    group: 'records',
    columns: {
      session_id: sessionId,
      chain,
      file: words('File', 'Path below the imported folder.'),
      line,
      file_line: fileLine,
      record_type: words('Type', 'Type of the record, as recorded.'),
      reference_class: words('Reference class', 'Class by the reference rules.'),
      class: words('Class', 'Class by the finer rules, or as corrected.'),
      rule: words('Rule', 'Rule that decided the class.'),
      is_copy: yesNo('Copy', 'Another session, or an earlier line, already contains it.'),
      occurred_at: at('Time', 'Time of the record.', { absent: 'no time is recorded' }),
      bytes: bytes('Bytes', 'Length of the line, its end included.'),
      source_id: sourceId,
      commit_id: commitId,
    },
    groupings: [],
    parameters: ['class', 'reference', 'type', 'copy'],
  },
  reference: {
    sql: reference,
    isReconciled: true,
    countsRecords: true,
    group: 'records',
    columns: {
      group_name: group,
      sessions: tally('Sessions', 'Sessions with a record.'),
      user_records: tally('User records', 'Records of type user: the naive count.', rowsOf('records', ofUsers)),
      human_prompts: tally(
        'Human prompts by the reference rules',
        'Other rules than those of the number “human prompts”: records of the reference class human_prompt, copies included, queued prompts excluded.',
        rowsOf('records', { reference: { value: 'human_prompt' } }),
      ),
      tool_results: tally('Tool results', 'By the reference rules.', rowsOf('records', { reference: { value: 'tool_result' } })),
      injected: tally('Injected', 'All other classes of the reference rules, except none.'),
      empty: tally('Empty', 'No text and no image: none, by the reference rules.', rowsOf('records', { reference: { value: 'none' } })),
      responses: tally(
        'Records of replies by the reference rules',
        'Assistant records with content, errors of the API excluded; a reply can have several records.',
      ),
      tool_calls: tally('Tool calls by the reference rules', 'Calls in these records, copies included.'),
      responses_per_prompt: ratio(
        'Records of replies per prompt by the reference rules',
        'Records of replies over human prompts, both by the reference rules.',
        { absent: noPrompt },
      ),
      tool_calls_per_prompt: ratio(
        'Tool calls per prompt by the reference rules',
        'Tool calls over human prompts, both by the reference rules.',
        { absent: noPrompt },
      ),
      output_per_input: ratio(
        'Output per input by the reference rules',
        'Characters of responses over characters of human prompts by the reference rules.',
        { absent: noPrompt },
      ),
      compactions: tally('Compactions by the reference rules', 'Recorded compaction boundaries, copies included.'),
      compacted_sessions: tally('Compacted sessions by the reference rules', 'Sessions with at least one of them.'),
      compacted_share: share('Share of compacted sessions', 'Compacted sessions over all sessions.'),
      most_in_a_session: tally('Most compactions in a session', 'Compactions of the session that has the most.'),
      most_in_a_session_ms: ms('Length of that session', 'From the first record to the last of the session with the most compactions.', {
        absent: 'there is no compaction',
      }),
    },
    groupings: allGroupings,
  },
} as const satisfies Readonly<Record<string, Metric>>

/** How numbers of other metrics follow from each other. */
export const reconciliationMetrics = {
  reconciliation: {
    sql: reconciliation,
    group: 'records',
    columns: {
      metric: words('Metric', 'Metric that shows the number.'),
      number: words('Number', 'The number: a column of the metric, or its sum over all rows.'),
      measure: words('Column', 'Column of the metric.'),
      unit: words('Unit', 'Unit of the values: count, tokens or ms.'),
      place: place('Place', 'Place of the term in the sum; the first is the number that it begins with. Other terms of 0 are omitted.'),
      term: words('Term', 'What is added or, with a minus sign, subtracted.'),
      value: tally('Value', 'Value of the term; the values of a number add up to it.'),
    },
    groupings: [],
    notCompared: 'its rows explain numbers of other metrics',
  },
} as const satisfies Readonly<Record<string, Metric>>

/** The metric that lists events one by one. Numbers of other metrics open it when no narrower list contains what they count. */
export const eventMetrics = {
  events: {
    sql: events,
    group: 'records',
    columns: {
      session_id: sessionId,
      chain,
      kind: words('Kind', 'typed prompt (of a human), prompt (any other), response, thinking, tool_call, tool_result, system and others.'),
      text: words('Text', 'The first 300 characters of the text, or of the input of a tool call.', {
        absent: 'the index contains no output of tools',
      }),
      class: words('Class', 'Class of the record; for a prompt: its author.'),
      tool_name: words('Tool', 'Tool that is called, or that returned the result; (none): not recorded.', {
        absent: 'only calls and results are of a tool',
      }),
      is_error: yesNo('Failed', 'A failed result or an error; a call that was refused or stopped by a person did not fail.'),
      occurred_at: at('Time', 'Time of the record.', { absent: 'no time is recorded' }),
      chars: chars('Characters', 'Length of the whole text; for a result: of the output of the tool.'),
      source_id: sourceId,
      line,
      file_line: fileLine,
      commit_id: commitId,
    },
    groupings: [],
    parameters: ['kind', 'part', 'tool', 'failed', 'weekday', 'hour'],
  },
} as const satisfies Readonly<Record<string, Metric>>
