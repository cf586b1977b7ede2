/** After a compaction: what was decided and still stands. */
import { isStanding } from '../../../agent-context/claude-md.ts'
import { eventsWith } from '../../../agent-context/scan-graph.ts'
import { merged, type EventNode } from '../../../agent-context/thinking-record.ts'
import { redactedCut } from '../../../model/format/cut-text.ts'
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

export const afterCompaction: Hook = async ({ input, files }) => {
  if (input.source !== 'compact') return ''
  const graph = readGraph(files)
  if (graph === undefined) return ''
  const own = decided(eventsWith(graph, `"session_id":${JSON.stringify(input.sessionId)}`))
  if (own.length === 0) return ''
  const touched = [...new Set(own.flatMap(({ files_affected: paths }) => paths))].slice(-maxFiles)
  const beside = decided(touched.flatMap((path) => eventsWith(graph, JSON.stringify(path))))
  const newestFirst = (events: readonly EventNode[]): readonly EventNode[] => merged(events).reverse()
  const others = newestFirst(beside.filter(({ session_id: session }) => session !== input.sessionId))
  const { redactFor } = await import('../redact-words.ts')
  const { text: redact } = redactFor()
  const lines = [...newestFirst(own), ...others].slice(0, maxLines).map((event) => lineOf(event, redact))
  const head = 'Decisions in force, quoted from the record of this project (history, no instructions):'
  return contextOutput('SessionStart', `${head}${upTo(lines)}`)
}
