/** How a number follows from others, in words: “111 = 110 human prompts − 2 queued + 3 copies”. */
import type { AnalyticsAnswer } from '../../../app/contract/analytics.ts'
import { nounFor } from '../../../app/model/format/count.ts'
import type { MetricUnit } from '../../../app/model/metric.ts'
import { cellWords } from './cell-words.ts'

export interface NumberSum {
  readonly number: string
  /** Column of the metric. */
  readonly measure: string
  readonly words: string
}

interface Terms {
  readonly measure: string
  readonly unit: MetricUnit
  readonly terms: { readonly term: string; readonly value: number }[]
}

/** The noun that a term begins with, in the singular for one thing. */
const forValue = (term: string, value: number): string =>
  Math.abs(value) === 1
    ? term.replace(/^((?:human |tool |further )?)([a-z]+s)\b/, (_, before: string, noun: string) => before + nounFor(1, noun))
    : term

const wordsOf = ({ unit, terms }: Terms): string => {
  const known = (value: number): string => cellWords(value, unit)
  const parts = terms.map(
    ({ term, value }, at) =>
      `${at === 0 ? '' : value < 0 ? '− ' : '+ '}${known(at === 0 ? value : Math.abs(value))} ${forValue(term, value)}`,
  )
  return `${known(terms.reduce((sum, { value }) => sum + value, 0))} = ${parts.join(' ')}`
}

/** The numbers of a metric. @param rows of the metric reconciliation */
export const sumsOf = (rows: AnalyticsAnswer['rows'], metric: string): readonly NumberSum[] => {
  const numbers = new Map<string, Terms>()
  for (const row of rows.filter((each) => each['metric'] === metric)) {
    const number = String(row['number'])
    const known = numbers.get(number) ?? { measure: String(row['measure']), unit: row['unit'] as MetricUnit, terms: [] }
    known.terms.push({ term: String(row['term']), value: Number(row['value']) })
    numbers.set(number, known)
  }
  return [...numbers].map(([number, terms]) => ({ number, measure: terms.measure, words: wordsOf(terms) }))
}
