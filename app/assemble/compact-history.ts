/**
 * What is left of a history when it takes too much: old tool results become references, the oldest first; where that is not enough, the
 * oldest turns become one line each behind the summary. The last turns stay as they are.
 */
import type { AssembledMessage } from '../contract/assemble.ts'
import { blockTokens, tokensOfText } from '../conversation/block-tokens.ts'
import type { TokenWeights } from '../model/estimate-tokens.ts'
import { textIn, type JsonObject } from '../model/json-object.ts'
import { metadataLine } from '../model/objects/metadata-line.ts'
import { messageOf, summaryMark, type MessageRows } from './history-messages.ts'

/** Turns at the end that are never shortened. */
export const keptTurns = 3
const maxLine = 160

export interface SizedMessage {
  readonly message: AssembledMessage
  readonly tokens: number
}

/** A prompt and what follows it; the first may begin without a prompt. */
export interface Turn {
  readonly groups: readonly MessageRows[]
  readonly tokens: readonly number[]
}

export const turnsOf = (groups: readonly MessageRows[], tokens: readonly number[]): readonly Turn[] => {
  const turns: { groups: MessageRows[]; tokens: number[] }[] = []
  for (const [at, group] of groups.entries()) {
    const begins = group.role === 'user' && group.rows.some(({ typed }) => typed)
    if (turns.length === 0 || begins) turns.push({ groups: [], tokens: [] })
    turns.at(-1)?.groups.push(group)
    turns.at(-1)?.tokens.push(tokens[at] ?? 0)
  }
  return turns
}

const isSummary = ({ rows }: MessageRows): boolean => rows.some((row) => row.isSummary)
const firstLine = (text: string): string => {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > maxLine ? `${line.slice(0, maxLine - 1)}…` : line
}

const textsIn = (groups: readonly MessageRows[], wanted: (group: MessageRows) => boolean): readonly string[] =>
  groups
    .filter(wanted)
    .flatMap(({ rows }) =>
      rows.flatMap(({ blocks }) => blocks.flatMap((block) => (block['type'] === 'text' ? (textIn(block, 'text') ?? []) : []))),
    )

/** A turn in one line: what was asked, with which tools it was done, and how it ended. */
const turnLine = ({ groups }: Turn): string => {
  const asked = textsIn(groups, ({ role, rows }) => role === 'user' && rows.some(({ typed }) => typed))[0]
  const ended = textsIn(groups, ({ role }) => role === 'assistant').at(-1)
  const calls = new Map<string, number>()
  for (const block of groups.flatMap(({ rows }) => rows.flatMap(({ blocks }) => blocks))) {
    if (block['type'] !== 'tool_use') continue
    const name = textIn(block, 'name') ?? ''
    calls.set(name, (calls.get(name) ?? 0) + 1)
  }
  const used = [...calls].map(([name, count]) => `${name} ${count}`).join(', ')
  return `- ${[asked === undefined ? '(no prompt)' : firstLine(asked), ...(used === '' ? [] : [used]), ...(ended === undefined ? [] : [firstLine(ended)])].join(' | ')}`
}

/** A tool result in one line. */
const reference = (block: JsonObject, tool: string | null): JsonObject => ({
  ...block,
  content: metadataLine({ type: 'toolcall', id: textIn(block, 'tool_use_id') ?? '', tool, failed: block['is_error'] === true, name: '' }),
})

const toolsIn = (groups: readonly MessageRows[]): ReadonlyMap<string, string> =>
  new Map(
    groups.flatMap(({ rows }) =>
      rows.flatMap(({ blocks }) =>
        blocks.flatMap((block) =>
          block['type'] === 'tool_use' ? [[textIn(block, 'id') ?? '', textIn(block, 'name') ?? ''] as const] : [],
        ),
      ),
    ),
  )

export interface CompactedHistory {
  readonly messages: readonly SizedMessage[]
  /** Tool results that are references now. */
  readonly references: number
  /** Turns that are one line now. */
  readonly lines: number
  /** What replaces these turns, without its mark; '': nothing does. */
  readonly summary: string
}

const total = (messages: readonly SizedMessage[]): number => messages.reduce((sum, { tokens }) => sum + tokens, 0)

const sized = ({ groups, tokens }: Turn): readonly SizedMessage[] =>
  groups.map((group, at) => ({ message: messageOf(group), tokens: tokens[at] ?? 0 }))

/** One message with references in place of its results, where those are shorter. */
const withReferences = (
  { message, tokens }: SizedMessage,
  tools: ReadonlyMap<string, string>,
  weights: TokenWeights,
): { readonly sized: SizedMessage; readonly count: number } => {
  let count = 0
  let saved = 0
  const content = message.content.map((block) => {
    if (block['type'] !== 'tool_result') return block
    const short = reference(block, tools.get(textIn(block, 'tool_use_id') ?? '') ?? null)
    const less = blockTokens(weights, block, 'injected') - blockTokens(weights, short, 'injected')
    if (less <= 0) return block
    count += 1
    saved += less
    return short
  })
  return { sized: { message: { ...message, content }, tokens: Math.max(0, Math.round(tokens - saved)) }, count }
}

interface Options {
  readonly weights: TokenWeights
  /** Tokens that the history may take. */
  readonly target: number
  /** The state of the work in a few lines; '': not known. */
  readonly state: string
  /** A commit names the messages that stay: none of them is shortened. */
  readonly isStored: boolean
}

/** The summary that replaces turns. It keeps what the newest compaction says. */
const summaryText = (before: readonly string[], lines: readonly string[], { state }: Options): string =>
  [...before, ...(state === '' ? [] : [state]), `Earlier turns, the oldest first:\n${lines.join('\n')}`].join('\n\n')

const summaryOf = (before: readonly string[], lines: readonly string[], options: Options): SizedMessage => {
  const { weights } = options
  const text = `${summaryMark}\n${summaryText(before, lines, options)}`
  const contextJson = { injected: [], summary: null, turns: lines.length }
  return {
    message: { role: 'user', content: [{ type: 'text', text }], contextJson },
    tokens: Math.round(tokensOfText(weights, 'injected', text)),
  }
}

/** Shortens results from the oldest on until no more than `target` tokens are left. */
const shortened = (
  old: readonly (readonly SizedMessage[])[],
  before: number,
  { target, weights }: Options,
  tools: ReadonlyMap<string, string>,
): readonly { readonly messages: readonly SizedMessage[]; readonly references: number }[] => {
  let size = before
  return old.map((turn) => {
    let references = 0
    const messages = turn.map((message) => {
      if (size <= target) return message
      const short = withReferences(message, tools, weights)
      size += short.sized.tokens - message.tokens
      references += short.count
      return short.sized
    })
    return { messages, references }
  })
}

export const compactHistory = (groups: readonly MessageRows[], tokens: readonly number[], options: Options): CompactedHistory => {
  const turns = turnsOf(groups, tokens)
  const old = turns.slice(0, Math.max(0, turns.length - keptTurns))
  const kept = turns.slice(old.length).flatMap(sized)
  const before = tokens.reduce((sum, each) => sum + each, 0)
  const short = shortened(old.map(sized), options.isStored ? 0 : before, options, toolsIn(groups))
  const sizes = short.map(({ messages }) => total(messages))
  const behind = (from: number): CompactedHistory => ({
    messages: [...short.slice(from).flatMap(({ messages }) => messages), ...kept],
    references: short.slice(from).reduce((sum, { references }) => sum + references, 0),
    lines: from,
    summary: '',
  })
  let rest = sizes.reduce((sum, size) => sum + size, total(kept))
  if (rest <= options.target || old.length === 0) return behind(0)
  const summaries: string[] = []
  const lines: string[] = []
  for (const [at, turn] of old.entries()) {
    rest -= sizes[at] ?? 0
    summaries.push(...textsIn(turn.groups, isSummary))
    lines.push(turnLine(turn))
    // Writing the summary for each turn would take the square of their number.
    const isLast = at === old.length - 1
    if (!isLast && rest > options.target) continue
    const summary = summaryOf(summaries, lines, options)
    if (!isLast && rest + summary.tokens > options.target) continue
    const { messages, references } = behind(at + 1)
    return { messages: [summary, ...messages], references, lines: at + 1, summary: summaryText(summaries, lines, options) }
  }
  return behind(0)
}
