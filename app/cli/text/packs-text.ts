/** Packed contexts as text: their size, their packs, and what to lower. */
import type { ContextMetricsView, NotedMetrics, PackedContextView, TopicsView } from '../../contract/packs.ts'
import { countOf, formatCount } from '../../model/format/count.ts'
import { lineName } from '../../model/line-name.ts'
import { formWords } from '../../model/pack-form.ts'
import { timeText } from './format.ts'
import { printable, printableLine } from './printable.ts'

const sizeText = ({ tokens, maxTokens, chars }: ContextMetricsView): string =>
  `about ${formatCount(tokens)} of ${countOf(maxTokens, 'token')}, ${countOf(chars, 'character')}`

export const metricsText = (metrics: ContextMetricsView): string => {
  const sections = metrics.sections.map(
    ({ section, tokens, chars }) => `  ${section}: ${countOf(tokens, 'token')}, ${countOf(chars, 'character')}\n`,
  )
  const packs = metrics.packs.map(
    ({ name, priority, form, tokens, why }) =>
      `  ${printableLine(name)} (${priority}): ${formWords[form]}, ${countOf(tokens, 'token')}: ${printableLine(why)}\n`,
  )
  return `${sizeText(metrics)}\nsections:\n${sections.join('')}packs:\n${packs.join('')}`
}

/** A line, and one for each advice. */
export const adviceText = ({ metrics, advice }: PackedContextView): string =>
  [sizeText(metrics), ...advice].map((line) => `${printableLine(line)}\n`).join('')

export const notedText = (noted: readonly NotedMetrics[]): string =>
  noted.length === 0
    ? 'No metrics. Note them with strata packs --note.\n'
    : noted
        .map(({ commitId, at, metrics }) => {
          const changed = [
            [formWords.compact, metrics.compacted],
            [formWords.left_out, metrics.dropped],
            [formWords.truncated, metrics.truncated],
          ] as const
          const parts = changed.flatMap(([name, packs]) => (packs.length === 0 ? [] : [`; ${name}: ${packs.join(', ')}`]))
          return `${commitId}  ${timeText(at)}  ${sizeText(metrics)}${parts.map(printableLine).join('')}\n`
        })
        .join('')

export const topicsText = ({ messages }: TopicsView): string => {
  const blocks = messages.map(({ topic, sender, at, text, record }) => {
    const place = record === null ? '' : `  ${record.sourceId.slice(0, 12)}:${lineName(record)}`
    return `${printableLine(topic)}  ${printableLine(sender)}  ${timeText(at)}${place}\n${printable(text)}\n`
  })
  return blocks.length === 0 ? 'No messages.\n' : `${blocks.join('\n')}\n${countOf(messages.length, 'message')}\n`
}
