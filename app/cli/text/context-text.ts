/** The size of the context for people: a line for each reply, with what came in between and where it was compacted. */
import type { ContextChain, ContextCompaction, ContextReply, ContextView } from '../../contract/context.ts'
import { exactCount, type ExactCount } from '../../model/exact-count.ts'
import { formatDate } from '../../model/format/instant.ts'
import { clockText, countText, notAvailable, timeText } from './format.ts'
import { countOf } from '../../model/format/count.ts'
import { printTable } from './print-table.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

type Step =
  | { readonly kind: 'reply'; readonly reply: ContextReply; readonly before: ExactCount | null }
  | { readonly kind: 'compaction'; readonly compaction: ContextCompaction }

const isBefore = (a: number | null, b: number | null): boolean => a !== null && b !== null && a < b

/** Replies and compactions in the order of time. */
const stepsOf = ({ replies, compactions }: ContextChain): readonly Step[] => {
  const steps: Step[] = []
  const waiting = [...compactions]
  let before: ExactCount | null = null
  for (const reply of replies) {
    for (let next = waiting[0]; next !== undefined && isBefore(next.at, reply.at); next = waiting[0]) {
      steps.push({ kind: 'compaction', compaction: next })
      waiting.shift()
    }
    steps.push({ kind: 'reply', reply, before })
    before = reply.tokens
  }
  return [...steps, ...waiting.map((compaction) => ({ kind: 'compaction' as const, compaction }))]
}

const barWidth = 24
const bar = (tokens: ExactCount, largest: ExactCount): string =>
  '█'.repeat(Math.max(1, Math.round((barWidth * Number(tokens)) / Math.max(1, Number(largest)))))

const changeText = (tokens: ExactCount, before: ExactCount | null): string => {
  if (before === null) return ''
  const change = BigInt(tokens) - BigInt(before)
  return change < 0n ? `−${countText(exactCount(-change))}` : `+${countText(exactCount(change))}`
}

const afterText = ({ postTokens, nextTokens }: ContextCompaction): string =>
  postTokens === null && nextTokens !== null ? `${countText(nextTokens)} in the next reply` : countText(postTokens)

const compactionText = (compaction: ContextCompaction): string =>
  `compaction (${printableLine(compaction.trigger ?? 'unknown trigger')}): ${countText(compaction.preTokens)} → ${afterText(compaction)}`

const stepCells = (step: Step, largest: ExactCount): readonly string[] => {
  if (step.kind === 'compaction') return [clockText(step.compaction.at), '', '', compactionText(step.compaction), '']
  const { at, tokens, model } = step.reply
  return [clockText(at), countText(tokens), changeText(tokens, step.before), bar(tokens, largest), printableLine(model)]
}

const timeOf = (step: Step): number | null => (step.kind === 'reply' ? step.reply.at : step.compaction.at)

/** A line for each step, and one with the date wherever another day begins. */
const rowsOf = (chain: ContextChain): readonly (readonly string[])[] => {
  let day: string | undefined
  return stepsOf(chain).flatMap((step) => {
    const at = timeOf(step)
    const cells = stepCells(step, chain.largest ?? 1)
    if (at === null) return [cells]
    const before = day
    day = formatDate(at)
    return before === undefined || before === day ? [cells] : [[day, '', '', '', ''], cells]
  })
}

const chainText = (chain: ContextChain, { colors, width }: Terminal): string => {
  const first = chain.replies[0]?.at ?? null
  const facts = [
    countOf(chain.replies.length, 'reply', 'replies'),
    `largest ${countText(chain.largest)}`,
    `last ${countText(chain.last)}`,
    countOf(chain.compactions.length, 'compaction'),
    first === null ? notAvailable : `from ${timeText(first)}`,
  ]
  const table = printTable(
    [
      { title: 'TIME', paint: colors.dim },
      { title: 'TOKENS', align: 'right' },
      { title: 'CHANGE', align: 'right' },
      { title: 'CONTEXT', flexible: true },
      { title: 'MODEL', dropped: 1, paint: colors.dim },
    ],
    rowsOf(chain),
    width,
    colors.bold,
  )
  return `${colors.cyan(printableLine(chain.chain))}: ${facts.join(', ')}\n${table}`
}

export const contextText = (view: ContextView, terminal: Terminal): string =>
  view.chains.length === 0
    ? `Context size: n/a (${view.unknownBecause ?? 'no usage is recorded'})\n`
    : view.chains.map((chain) => chainText(chain, terminal)).join('\n')
