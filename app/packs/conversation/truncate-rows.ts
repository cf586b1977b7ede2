/** The beginning and the end of a turn that is too long: its prompt, and as many of its last replies with their results as fit. */
import { addedRow, type ConversationRow } from '../../conversation/conversation-row.ts'
import { textIn } from '../../model/json-object.ts'
import type { TokenWeights } from '../../model/estimate-tokens.ts'
import { compactRows } from './shorten-rows.ts'
import { tokensOfRows } from './row-tokens.ts'

type Rows = readonly ConversationRow[]

/** Replies with what answers them: each can be excluded by itself. */
const groupsOf = (rows: Rows): readonly Rows[] => {
  const groups: ConversationRow[][] = []
  for (const [at, row] of rows.entries()) {
    const last = groups.at(-1)
    const begins = row.role === 'assistant' && rows[at - 1]?.role !== 'assistant'
    if (last === undefined || begins) groups.push([row])
    else last.push(row)
  }
  return groups
}

const cutTo = (text: string, length: number): string => {
  if (text.length <= length) return text
  const end = Math.max(0, length)
  const last = text.charCodeAt(end - 1)
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end)}… [cut]`
}

const textsOf = ({ blocks }: ConversationRow): string =>
  blocks.flatMap((block) => (block['type'] === 'text' ? (textIn(block, 'text') ?? []) : [])).join('\n')

const callsOf = ({ blocks }: ConversationRow): readonly string[] =>
  blocks.flatMap((block) => (block['type'] === 'tool_use' ? [textIn(block, 'name') ?? 'a tool'] : []))

/** Notes in place of pictures and documents. */
const mediaNotes = (rows: Rows): readonly string[] =>
  (['image', 'document'] as const).flatMap((type) => {
    const count = rows.flatMap(({ blocks }) => blocks).filter((block) => block['type'] === type).length
    return count === 0 ? [] : [count === 1 ? `[${type} excluded]` : `[${count} ${type}s excluded]`]
  })

/** The text of rows alone, cut: calls and results are only named. */
const asText = (rows: Rows, role: 'user' | 'assistant', length: number): Rows => {
  const own = rows.filter((row) => row.role === role)
  const calls = own.flatMap(callsOf)
  const text = [...own.map(textsOf), ...(calls.length === 0 ? [] : [`[called ${[...new Set(calls)].join(', ')}; excluded]`])]
    .filter((part) => part.trim() !== '')
    .join('\n')
  const media = mediaNotes(own).join('\n')
  const [first] = own
  if (first === undefined || (text === '' && media === '')) return []
  const parts = [cutTo(text, media === '' ? length : length - media.length - 1), media].filter((part) => part !== '')
  return [{ ...first, blocks: [{ type: 'text', text: parts.join('\n') }], isPlain: false }]
}

const noteOf = (count: number): ConversationRow =>
  addedRow('user', [{ type: 'text', text: `[${count === 1 ? 'One reply' : `${count} replies`} of this turn excluded to keep the budget]` }])

/** Characters that surely take no more tokens. */
const charsFor = (weights: TokenWeights, tokens: number): number =>
  Math.max(0, Math.floor(tokens / Math.max(weights.prompt, weights.response, weights.injected, 0.1)))

/** Tokens that a cut text takes beside the text. */
const margin = 24

const fittedPrompt = (weights: TokenWeights, prompt: Rows, tokens: number): Rows =>
  tokensOfRows(weights, prompt) <= tokens ? prompt : asText(prompt, 'user', charsFor(weights, tokens - margin))

/** @returns undefined: not even the beginning and the end fit */
export const truncateRows = (weights: TokenWeights, rows: Rows, tokens: number): Rows | undefined => {
  const compact = compactRows(rows, 0)
  const groups = groupsOf(compact)
  const [first = [], ...others] = groups
  const [begin, replies] = first[0]?.role === 'user' ? [first, others] : [[], groups]
  const prompt = fittedPrompt(weights, begin, Math.floor(tokens / 2))
  const note = noteOf(replies.length)
  let left = tokens - tokensOfRows(weights, prompt) - tokensOfRows(weights, [note])
  const kept: Rows[] = []
  for (const group of [...replies].reverse()) {
    const own = tokensOfRows(weights, group)
    if (own > left) break
    left -= own
    kept.unshift(group)
  }
  if (kept.length === 0 && replies.length > 0) {
    const last = asText(replies.at(-1) ?? [], 'assistant', charsFor(weights, left - margin))
    if (last.length > 0) kept.push(last)
  }
  const missing = replies.length - kept.length
  const result = [...prompt, ...(missing === 0 ? [] : [noteOf(missing)]), ...kept.flat()]
  return result.length > 0 && tokensOfRows(weights, result) <= tokens && !result.some(({ blocks }) => blocks.length === 0)
    ? result
    : undefined
}
