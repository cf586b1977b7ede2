/** The text of an answer: a line for each item, within a budget of tokens. */
import { sizeTokens, weightsOf } from '../model/estimate-tokens.ts'
import { formatDuration } from '../model/format/duration.ts'
import { quotedLine } from '../model/format/quoted-line.ts'
import { statusWords } from '../model/reasoning.ts'
import { sizeOfText } from '../model/text-size.ts'
import { maxRecallTokens, type RecallItem } from '../model/recall.ts'
import { isWarning } from './candidate.ts'

const maxItems = 10
const maxFiles = 3

const weights = weightsOf(null)

const tokensOfAnswer = (text: string): number => Math.ceil(sizeTokens(weights, 'injected', sizeOfText(text)))

const filesText = (files: readonly string[]): string => {
  if (files.length === 0) return ''
  const more = files.length > maxFiles ? ` and ${files.length - maxFiles} more` : ''
  return ` [${files.slice(0, maxFiles).join(', ')}${more}]`
}

/** What is known of it, beside its type. */
const statesText = ({ status, isOlder }: RecallItem): string => {
  const states = [statusWords[status], isOlder ? 'older than another item' : ''].filter((state) => state !== '')
  return states.length === 0 ? '' : ` (${states.join(', ')})`
}

const lineOf = (item: RecallItem, now: number | null): string => {
  const { type, summary, files, commitId, sessionId, occurredAt } = item
  const age = now === null || occurredAt === null || occurredAt > now ? '' : `, ${formatDuration(now - occurredAt)} ago`
  const what = `${isWarning(item) ? 'Warning: ' : ''}${type}${statesText(item)}${age}`
  return quotedLine(`- ${what}: ${summary}${filesText(files)} ${commitId ?? sessionId}`)
}

export interface Written {
  readonly text: string
  readonly tokens: number
  readonly items: readonly RecallItem[]
}

/** The items that fit, in their order. @param now for their age; null: none is shown */
export const writeAnswer = (
  items: readonly RecallItem[],
  { now, tokens }: { readonly now: number | null; readonly tokens: number },
): Written => {
  const budget = Math.min(tokens, maxRecallTokens)
  let text = ''
  const kept: RecallItem[] = []
  for (const item of items) {
    if (kept.length >= maxItems) break
    const longer = `${text}${lineOf(item, now)}\n`
    if (tokensOfAnswer(longer) > budget) continue
    text = longer
    kept.push(item)
  }
  return { text, tokens: tokensOfAnswer(text), items: kept }
}
