/** After a compaction: the state of the work of the session, and what was decided and still stands. */
import { statSync } from 'node:fs'
import { isStanding } from '../../../agent-context/claude-md.ts'
import { fieldIn } from '../../../agent-context/command-key.ts'
import type { Redact } from '../../../agent-context/records-of-steps.ts'
import { withSession } from '../../../agent-context/join-session.ts'
import { eventsWith } from '../../../agent-context/scan-graph.ts'
import { merged, nodeOf, type EventNode } from '../../../agent-context/thinking-record.ts'
import { compactionHeading } from '../../../model/given-text.ts'
import { redactedCut } from '../../../model/format/cut-text.ts'
import { oneLine } from '../../../model/format/one-line.ts'
import { quotedLine } from '../../../model/format/quoted-line.ts'
import { readGraph } from '../read-graph.ts'
import type { Hook } from './hook.ts'
import { contextOutput } from './hook-input.ts'

const maxLines = 25
/** Files of the session whose decisions of other sessions are shown: the last ones. */
const maxFiles = 20
/** Characters: about 1,500 tokens. */
const maxChars = 6_000

type RedactText = (plain: string) => string

const lineOf = (event: EventNode, redact: RedactText): string => {
  const { type, summary, files_affected: files, commit_id: commit, record, session_id: session } = event
  const where = files.length === 0 ? '' : ` [${files.slice(0, 3).map(redact).join(', ')}]`
  return quotedLine(
    `- ${type}: ${redactedCut(summary, redact)}${where} (${commit ?? `session ${session.slice(0, 8)} line ${String(record.line)}`})`,
  )
}

const upTo = (lines: readonly string[]): string => {
  let text = ''
  for (const line of lines) if (text.length + line.length < maxChars) text += `\n${line}`
  return text
}

const decided = (events: readonly EventNode[]): readonly EventNode[] =>
  events.filter((event) => isStanding(event) && event.type !== 'tradeoff')

const maxPrompt = 200

/** The prompt of the last turn that is in the memory, files that calls changed, and commands that failed and did not run since. */
const stateOf = (events: readonly EventNode[], redact: RedactText): readonly string[] => {
  const prompt = events
    .map(({ prompt_context: own }) => own)
    .filter((own) => own !== '')
    .at(-1)
  const changed = new Set<string>()
  const failed = new Map<string, boolean>()
  for (const { tool_calls: calls } of events)
    for (const { tool_name: tool, input_summary: input, outcome } of calls) {
      if (tool === 'Bash') failed.set(fieldIn(input, 'command') ?? '', outcome === 'error')
      else if (outcome === 'success') changed.add(fieldIn(input, 'file_path') ?? fieldIn(input, 'notebook_path') ?? '')
    }
  // Redacted before it is cut: a part of a secret is not known for one.
  const shortened = (text: string): string => redactedCut(oneLine(text), redact).slice(0, maxPrompt)
  const names = [...changed].filter((name) => name !== '').slice(-maxFiles)
  const commands = [...failed].filter(([command, isError]) => isError && command !== '').slice(-maxFailed)
  return [
    ...(prompt === undefined ? [] : [`- prompt of the last turn that is recorded: ${shortened(prompt)}`]),
    ...(names.length === 0 ? [] : [`- files changed: ${names.map(redact).join(', ')}`]),
    ...commands.map(([command]) => `- failed when it was run last: ${shortened(command)}`),
  ].map(quotedLine)
}

const maxFailed = 3

/** Larger transcripts are not read: a hook has no time for them. The memory then ends before the turn that was compacted. */
const maxTranscript = 3_000_000

/** Events of the transcript, also those of the turn that is not answered yet: Stop has not put them into the memory. */
const newTurns = async (transcript: string | undefined, root: string, redact: Redact): Promise<readonly EventNode[]> => {
  const size = transcript === undefined ? undefined : statSync(transcript, { throwIfNoEntry: false })?.size
  if (transcript === undefined || size === undefined || size > maxTranscript) return []
  const { recordsOfTranscript } = await import('../transcripts.ts')
  return recordsOfTranscript(transcript, root, redact).map(nodeOf)
}

export const afterCompaction: Hook = async ({ input, files }) => {
  if (input.source !== 'compact') return ''
  const graph = readGraph(files)
  if (graph === undefined) return ''
  const { redactFor } = await import('../redact-words.ts')
  const redactor = redactFor()
  const known = merged(eventsWith(graph, `"session_id":${JSON.stringify(input.sessionId)}`))
  const all = merged(withSession(known, await newTurns(input.transcript, files.root, redactor), 'transcript'))
  if (all.length === 0) return ''
  const own = decided(all)
  const touched = [...new Set(own.flatMap(({ files_affected: paths }) => paths))].slice(-maxFiles)
  const beside = decided(touched.flatMap((path) => eventsWith(graph, JSON.stringify(path))))
  const newestFirst = (events: readonly EventNode[]): readonly EventNode[] => merged(events).reverse()
  const others = newestFirst(beside.filter(({ session_id: session }) => session !== input.sessionId))
  const redact = redactor.text
  const lines = [...newestFirst(own), ...others].slice(0, maxLines).map((event) => lineOf(event, redact))
  const next = lines.length === 0 ? '' : '\nDecisions that no record takes back, quoted from the record of this project:'
  return contextOutput('SessionStart', `${compactionHeading}${upTo(stateOf(all, redact))}${next}${upTo(lines)}`)
}
