/** The heading of a column of a board: two lines at most, however narrow the column. */
import type { ReactNode } from 'react'

export const ColumnHeading = ({ label }: { readonly label: string }): ReactNode => {
  const [first, second] = inTwoLines(label)
  return (
    <>
      <span className="analytics-line">{first}</span>
      {second === '' ? null : (
        <>
          {' '}
          <span className="analytics-line">{second}</span>
        </>
      )}
    </>
  )
}

/** The words of a label in two parts whose longer one is as short as possible; the second is empty for one word. */
export const inTwoLines = (label: string): readonly [string, string] => {
  const words = label.split(' ')
  const splits = words.map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')] as const)
  const width = ([first, second]: readonly [string, string]): number => Math.max(first.length, second.length)
  return splits.reduce((best, each) => (width(each) < width(best) ? each : best))
}
