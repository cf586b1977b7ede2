/** The line around a problem, as in the file. */
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProblemView } from '../../../app/contract/problems.ts'
import type { SourceExcerpt } from '../../../app/contract/sources.ts'
import { sessionAddress } from '../session/address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { formatCount } from '../../../app/model/format/count.ts'
import { go } from '../../ui/address/location.ts'
import { Loaded, Empty } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { sentenceCase } from '../../../app/model/format/sentence-case.ts'
import { problemPlace, type ProblemPlace } from './problems-source.ts'

export interface ExcerptPaneProps {
  /** undefined: none selected, or not fetched yet. */
  readonly problem: ProblemView | undefined
  readonly at: string | undefined
}

export const ExcerptPane = ({ problem, at }: ExcerptPaneProps): ReactNode => {
  if (at === undefined) return <Empty title="No problem selected">Move with j and k to see the affected line.</Empty>
  const place = problemPlace(at)
  return (
    <section className="excerpt" aria-label="Excerpt">
      {problem === undefined ? null : <ProblemWords problem={problem} />}
      {place === undefined ? <p className="faint">The problem affects the whole file.</p> : <Excerpt place={place} />}
    </section>
  )
}

const ProblemWords = ({ problem }: { readonly problem: ProblemView }): ReactNode => {
  const { sessionId } = problem
  return (
    <div className="excerpt-head">
      <div>
        <h2>{sentenceCase(problem.reason)}</h2>
        <p>{problem.action}</p>
      </div>
      <span className="spring" />
      {sessionId === null ? null : (
        <Button label="Open session" icon={<ArrowRight size={14} aria-hidden="true" />} onPress={() => go(sessionAddress(sessionId))} />
      )}
    </div>
  )
}

const Excerpt = ({ place }: { readonly place: ProblemPlace }): ReactNode => {
  const call = useQuery('source.excerpt', { sourceId: place.sourceId, fileLine: place.line })
  return (
    <Loaded call={call} what="Reading the line">
      {(excerpt) => <ExcerptText excerpt={excerpt} />}
    </Loaded>
  )
}

const ExcerptText = ({ excerpt }: { readonly excerpt: SourceExcerpt }): ReactNode => (
  <>
    <p className="faint">
      <span className="mono">{excerpt.file}</span>, line {formatCount(excerpt.line)}, from byte {formatCount(excerpt.byteOffset)}
      {excerpt.truncated ? '; only the start of the line' : ''}
    </p>
    <pre className="excerpt-text">{excerpt.text}</pre>
  </>
)
