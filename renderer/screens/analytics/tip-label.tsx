/** The heading of a tip in a chart. */
import type { ReactNode } from 'react'
import type { MarkActs } from './chart-marks.ts'
import type { AnswerRow } from './drill-down.ts'

type Payload<T> = readonly { readonly payload?: T }[]

/** The heading of a tip on a picture: what is under the pointer, and what a click on it does. */
export const tipLabel =
  <T extends { readonly row: AnswerRow }>({ hint }: MarkActs) =>
  (label: ReactNode, payload: Payload<T>): ReactNode => {
    const row = payload[0]?.payload?.row
    const words = row === undefined ? '' : hint(row)
    return (
      <>
        {label}
        {words === '' ? null : <span className="faint tip-hint">{words}</span>}
      </>
    )
  }
