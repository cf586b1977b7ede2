/** Columns of an answer: by name, and those that are shown. */
import type { AnalyticsColumn, AnalyticsAnswer } from '../../../app/contract/analytics.ts'
import { isAtLeastColumn, recordKeyColumns } from '../../../app/model/metric.ts'

/** They say where a row stands, and are behind its links. */
const places: ReadonlySet<string> = new Set(['source_id', 'commit_id', ...recordKeyColumns])

/** Without the name of the only group. */
export const shownColumns = ({ question: metric, rows }: AnalyticsAnswer): readonly AnalyticsColumn[] => {
  const isTotal = rows.every((row) => row['group_name'] === 'total')
  return metric.columns.filter(({ name }) => !places.has(name) && !isAtLeastColumn(name) && !(name === 'group_name' && isTotal))
}

export const columnOf = ({ question: metric }: Pick<AnalyticsAnswer, 'question'>, name: string | undefined): AnalyticsColumn | undefined =>
  metric.columns.find((column) => column.name === name)
