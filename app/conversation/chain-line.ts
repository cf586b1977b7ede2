/** One line of a claude-code-v1 transcript as an export sees it: what links it to others, and the record itself. */
import { cutDeep } from '../model/cut-deep.ts'
import type { Sliced } from '../model/sliced.ts'
import { isObject, objectIn, textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'
import type { Losses } from '../model/losses.ts'
import { recordsInLine } from '../model/records-in-line.ts'

/** A commit of the path that is exported, with its artifact. */
export interface ChainPiece {
  readonly commitType: 'delta' | 'compaction' | 'snapshot'
  /** It is the first of a sub-agent. */
  readonly beginsAgent?: boolean
  /** Lines of claude-code-v1. */
  readonly bytes: Uint8Array
}

export interface ChainLine {
  readonly type: string
  readonly subtype: string | undefined
  readonly uuid: string | undefined
  /** Uuid of the agent_progress record that carries the message; undefined: the line is the record. */
  readonly carrier: string | undefined
  readonly parentUuid: string | undefined
  readonly logicalParentUuid: string | undefined
  readonly timestamp: string | undefined
  readonly messageId: string | undefined
  /** True for a line of a compaction: it is at the beginning of what the model saw after the compaction. */
  readonly isCompaction: boolean
  readonly record: JsonObject
}

const lineBreak = 0x0a

/** Yields the JSON objects of an artifact in order; adds the other lines to the losses. */
function* readRecords(bytes: Uint8Array, losses: Losses): Sliced<readonly JsonObject[]> {
  const text = new TextDecoder()
  const decode = (part: Uint8Array): string => text.decode(part)
  const records: JsonObject[] = []
  for (let from = 0; from < bytes.length;) {
    const at = bytes.indexOf(lineBreak, from)
    const end = at === -1 ? bytes.length : at
    const line = bytes.subarray(from, end)
    from = end + 1
    const found = recordsInLine(line, decode)
    if (found.length === 0 && decode(line).trim() !== '') losses.add('malformed lines', 'they are not JSON objects; clients ignore them')
    for (const record of found) records.push(withoutDepths(record.text, record.json, losses))
    yield
  }
  return records
}

const withoutDepths = (line: string, record: JsonObject, losses: Losses): JsonObject => {
  const shallow = cutDeep(line, record)
  if (shallow === undefined) return record
  losses.add('changed: values nested more than 500 levels deep', 'they cannot be written again; null replaces them')
  return shallow
}

const chainLine = (record: JsonObject, isCompaction: boolean, carrier?: string): ChainLine => ({
  type: textIn(record, 'type') ?? '',
  subtype: textIn(record, 'subtype'),
  uuid: textIn(record, 'uuid'),
  carrier,
  parentUuid: textIn(record, 'parentUuid'),
  logicalParentUuid: textIn(record, 'logicalParentUuid'),
  timestamp: textIn(record, 'timestamp'),
  messageId: textIn(objectIn(record, 'message'), 'id'),
  isCompaction,
  record,
})

/** True for a line that links to others; the rest is bookkeeping of the client. */
const isLinked = ({ type, uuid, record }: ChainLine): boolean =>
  uuid === undefined ? (type === 'user' || type === 'assistant') && isObject(record['message']) : type !== ''

/** The message that an agent_progress record carries: often the only copy of what a sub-agent did. */
const carried = (line: ChainLine): ChainLine | undefined => {
  const data = objectIn(line.record, 'data')
  if (line.type !== 'progress' || data['type'] !== 'agent_progress' || !isObject(data['message'])) return undefined
  return chainLine({ ...data['message'], parentUuid: undefined }, line.isCompaction, line.uuid)
}

const isMessage = ({ type }: ChainLine): boolean => type === 'user' || type === 'assistant'

/** Pieces agent by agent: what each says is linked by itself. */
export const agentsOf = (pieces: readonly ChainPiece[]): readonly (readonly ChainPiece[])[] => {
  const agents: ChainPiece[][] = []
  for (const piece of pieces) {
    const last = agents.at(-1)
    if (last === undefined || piece.beginsAgent) agents.push([piece])
    else last.push(piece)
  }
  return agents
}

/** All lines of a path in order, root first. */
export function* pathLines(pieces: readonly ChainPiece[], losses: Losses): Sliced<readonly ChainLine[]> {
  const lines: ChainLine[] = []
  for (const { bytes, commitType } of pieces)
    for (const record of yield* readRecords(bytes, losses)) lines.push(chainLine(record, commitType === 'compaction'))
  return lines
}

/** Lines of one agent that link to each other. A sub-agent without separate messages has those that its reports carry. */
export const chainLines = (lines: readonly ChainLine[]): readonly ChainLine[] => {
  const linked = lines.filter(isLinked)
  if (linked.some(isMessage)) return linked
  return lines.flatMap((line) => carried(line) ?? [])
}
