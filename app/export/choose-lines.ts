/**
 * Chooses from the lines of a path those that are part of the conversation: what can be reached from the last message along parents,
 * and what belongs to that although no parent leads to it.
 */
import type { ChainLine } from './chain-line.ts'
import { isObject, objectsIn } from './json-object.ts'
import type { Losses } from '../model/losses.ts'

const speaks = ({ type }: ChainLine): boolean => type === 'user' || type === 'assistant'
const isBoundary = ({ type, subtype }: ChainLine): boolean => type === 'system' && subtype === 'compact_boundary'

const contentOf = ({ record }: ChainLine): unknown => (isObject(record['message']) ? record['message']['content'] : undefined)

/** Ids of the calls that a line holds, or whose results it holds. */
const idsIn = (line: ChainLine, type: 'tool_use' | 'tool_result'): readonly string[] => {
  const name = type === 'tool_use' ? 'id' : 'tool_use_id'
  return objectsIn(contentOf(line)).flatMap((block) => (block['type'] === type && typeof block[name] === 'string' ? [block[name]] : []))
}

const callsIn = (line: ChainLine): readonly string[] => (line.type === 'assistant' ? idsIn(line, 'tool_use') : [])
const answersIn = (line: ChainLine): readonly string[] => (line.type === 'user' ? idsIn(line, 'tool_result') : [])

/** The last line with this uuid counts, as for the client. */
const byUuid = (lines: readonly ChainLine[]): ReadonlyMap<string, number> =>
  new Map(lines.flatMap(({ uuid }, index) => (uuid === undefined ? [] : [[uuid, index] as const])))

const lastSpoken = (lines: readonly ChainLine[]): number => {
  const spoken = lines.map(speaks)
  return spoken.lastIndexOf(true)
}

/** Places of the lines on the way from the last message to the beginning. Where no parent is known, the line before is taken. */
const walked = (lines: readonly ChainLine[]): ReadonlySet<number> => {
  const places = byUuid(lines)
  const on = new Set<number>()
  for (let at = lastSpoken(lines); at >= 0;) {
    const line = lines[at]
    if (line === undefined || on.has(at)) break
    on.add(at)
    const parent = line.parentUuid ?? (isBoundary(line) ? line.logicalParentUuid : undefined)
    const known = parent === undefined || line.isCompaction ? undefined : places.get(parent)
    at = known === undefined || on.has(known) ? at - 1 : known
  }
  return on
}

/** A prompt that was typed while the model worked may hang beside the chain: the model saw it nevertheless. */
const isOffChainPrompt = ({ type, record }: ChainLine, content: unknown): boolean => {
  if (type !== 'user' || record['isMeta'] === true) return false
  const first = typeof content === 'string' ? content : objectsIn(content)[0]?.['text']
  const isText = typeof content === 'string' || objectsIn(content).every((block) => block['type'] !== 'tool_result')
  return isText && typeof first === 'string' && !/^\s*(?:\[Request interrupted|<)/.test(first)
}

const withSiblings = (lines: readonly ChainLine[], on: ReadonlySet<number>): ReadonlySet<number> => {
  const replies = new Set([...on].flatMap((at) => (lines[at]?.type === 'assistant' ? [lines[at].messageId] : [])))
  const isSameReply = ({ type, messageId }: ChainLine): boolean => type === 'assistant' && messageId !== undefined && replies.has(messageId)
  const chosen = new Set(lines.flatMap((line, at) => (on.has(at) || line.isCompaction || isSameReply(line) ? [at] : [])))
  const calls = new Set([...chosen].flatMap((at) => (lines[at] === undefined ? [] : callsIn(lines[at]))))
  lines.forEach((line, at) => {
    if (answersIn(line).some((id) => calls.has(id)) || isOffChainPrompt(line, contentOf(line))) chosen.add(at)
  })
  return chosen
}

/** The lines of the conversation in the order in which they were written; messages that were left are told. */
export const chooseLines = (lines: readonly ChainLine[], losses: Losses): readonly ChainLine[] => {
  const chosen = withSiblings(lines, walked(lines))
  const last = byUuid(lines)
  const isRepeated = (line: ChainLine, at: number): boolean => line.uuid !== undefined && last.get(line.uuid) !== at
  return lines.filter((line, at) => {
    if (chosen.has(at) && !isRepeated(line, at)) return true
    if (speaks(line) && !isRepeated(line, at)) losses.add('abandoned messages', 'the conversation went on without them')
    return false
  })
}
