/** Notes below an answer: values that are not available, with the reason, and further rows. */
import type { ReactNode } from 'react'
import type { AnalyticsAnswer } from '../../../app/contract/analytics.ts'
import { countOf } from '../../../app/model/format/count.ts'

export const AnswerNotes = ({ answer: { notes, isCut, rows } }: { readonly answer: AnalyticsAnswer }): ReactNode => {
  const all = isCut
    ? [`Only the first ${countOf(rows.length, 'row is', 'rows are')} shown. Save the rows to a file to get all of them.`, ...notes]
    : notes
  if (all.length === 0) return null
  return (
    <ul className="analytics-notes">
      {all.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
