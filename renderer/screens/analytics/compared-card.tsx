/** One metric of two groups of sessions: medians with quartiles, n, and the difference with its interval. */
import { useRef, type ReactNode } from 'react'
import type { AnalyticsMetric, ComparedAnswer } from '../../../app/contract/analytics.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { shortenPath } from '../../ui/format/format-path.ts'
import { titleOf, type Card } from './boards.ts'
import { comparedColumns, comparedNumbers, type Comparison } from './comparison.ts'
import { ComparedPicture } from './compared-picture.tsx'
import { ComparedTable } from './compared-table.tsx'
import { PictureActions } from './answer-actions.tsx'
import { askedOf } from './query-from-address.ts'

interface ComparedCardProps {
  readonly card: Card
  readonly metric: AnalyticsMetric
  readonly comparison: Comparison
}

/** Charts whose rows are of the whole group alone. */
const isComparable = ({ chart }: Card): boolean => chart.kind !== 'histogram' && chart.kind !== 'kept' && chart.kind !== 'week'

export const ComparedCard = (props: ComparedCardProps): ReactNode => {
  const { card } = props
  const title = titleOf({ ...card, by: 'total' })
  return (
    <section className="analytics-card is-wide" aria-label={title}>
      {isComparable(card) ? (
        <Compared {...props} title={title} />
      ) : (
        <>
          <h2>{title}</h2>
          <p className="faint">Not compared: its rows are ranges, hours or items, not numbers of sessions.</p>
        </>
      )}
    </section>
  )
}

const groupLine = ({ labels }: Comparison, { sessions }: ComparedAnswer): readonly [string, string] => {
  const words = (at: 0 | 1): string => `${at === 0 ? 'A' : 'B'}: ${shortenPath(labels[at], 48)}, ${countOf(sessions[at], 'session')}`
  return [words(0), words(1)]
}

/** What a reader must know of the numbers. */
const notesOf = ({ notes, rows, shared, resamples }: ComparedAnswer): readonly string[] => [
  ...(rows.length === 0
    ? []
    : [
        `Each session is one value; a count without rows is 0. Marks: median, with a line from the first to the third quartile. Difference: 95 % interval by bootstrap of sessions, ${formatCount(resamples)} resamples; it shows no difference where it includes 0.`,
      ]),
  ...(shared === 0 ? [] : [`${countOf(shared, 'session')} in both groups: the interval takes the groups as independent.`]),
  ...notes,
]

const Compared = ({ card, metric, comparison, title }: ComparedCardProps & { readonly title: string }): ReactNode => {
  const figure = useRef<HTMLElement>(null)
  const { name, filters, parameters, zone } = askedOf(metric, { fields: comparison.fields }, 'total')
  const call = useQuery('analytics.compare', { name, filters, parameters, zone, groups: comparison.groups })
  const answer = call.kind === 'done' ? call.value : undefined
  return (
    <>
      <header>
        <h2 title={metric.title}>{title}</h2>
        <span className="spring" />
        {answer === undefined || answer.rows.length === 0 ? null : (
          <PictureActions
            picture={{ figure, title, line: groupLine(comparison, answer).join(' · '), caveat: undefined }}
            name={`${metric.name}-compared`}
          />
        )}
      </header>
      <Loaded call={call} what="Comparing">
        {(shown) => {
          const numbers = comparedNumbers(shown, comparedColumns(card.chart))
          return (
            <>
              <p className="analytics-line-of-card faint">{groupLine(comparison, shown).join(' · ')}</p>
              <figure ref={figure} className="analytics-figure analytics-compared">
                {numbers.map((number) => (
                  <ComparedPicture key={number.column.name} number={number} />
                ))}
              </figure>
              {numbers.length === 0 ? null : <ComparedTable numbers={numbers} title={title} />}
              <ul className="analytics-notes">
                {notesOf(shown).map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </>
          )
        }}
      </Loaded>
    </>
  )
}
