/** Reads both conversations, and finds where they part and what only one of them contains. */
import { useMemo, type ReactNode } from 'react'
import type { ComparedSide, ComparisonView, CommitView } from '../../../app/contract/commits.ts'
import type { SessionContents, SessionOutline } from '../../../app/contract/reader.ts'
import type { SessionView } from '../../../app/contract/sessions.ts'
import { mainChain } from '../../../app/model/agent-chain.ts'
import { useQuery, type QueryState } from '../../ui/calls/use-query.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { CompareColumns } from './compare-columns.tsx'
import { differencesOf, partingRow } from './differences.ts'
import type { SideReading } from './side-reading.ts'

export interface CompareReadingsProps {
  readonly comparison: ComparisonView
  /** The bar above, with the controls of the columns. */
  readonly bar: (controls: ReactNode) => ReactNode
}

export const CompareReadings = ({ comparison, bar }: CompareReadingsProps): ReactNode => {
  const { onlyLeft, onlyRight, mergeBase } = comparison
  const left = useSide(onlyLeft, mergeBase)
  const right = useSide(onlyRight, mergeBase)
  return (
    <Loaded call={left} what="Reading the left conversation">
      {(leftSide) => (
        <Loaded call={right} what="Reading the right conversation">
          {(rightSide) => <Compared left={leftSide} right={rightSide} hasCommon={comparison.mergeBase !== null} bar={bar} />}
        </Loaded>
      )}
    </Loaded>
  )
}

/** @param only contains at least one commit, newest first */
const useSide = (only: ComparedSide, mergeBase: CommitView | null): QueryState<SideReading> => {
  const [tip] = only.commits
  const { sessionId = '', commitId = '' } = tip ?? {}
  const session = useQuery('session.show', { sessionId }, sessionId)
  const outline = useQuery('session.outline', { sessionId, tip: commitId }, sessionId)
  const contents = useQuery('session.contents', { sessionId, tip: commitId }, sessionId)
  return useMemo(() => {
    for (const call of [session, outline, contents]) if (call.kind === 'failed') return call
    if (tip === undefined || session.kind !== 'done' || outline.kind !== 'done' || contents.kind !== 'done') return { kind: 'pending' }
    return { kind: 'done', value: sideOf({ tip, only, mergeBase }, session.value, outline.value, contents.value), retry: outline.retry }
  }, [tip, only, mergeBase, session, outline, contents])
}

interface SideEnds {
  readonly tip: CommitView
  readonly only: ComparedSide
  readonly mergeBase: CommitView | null
}

const sideOf = (
  { tip, only, mergeBase }: SideEnds,
  session: SessionView,
  whole: SessionOutline,
  contents: SessionContents,
): SideReading => {
  // Up to a commit of a sub-agent its conversation is the main one, and not below itself.
  const outline = { ...whole, agents: whole.agents.filter((agent) => agent.outline.chain !== whole.main.chain) }
  const own = partingRow(outline.main, new Set(only.commits.map(({ commitId }) => commitId)))
  // The first row says that the session continues another one.
  const continues = own === 0 && tip.chain === mainChain && mergeBase !== null && mergeBase.sessionId !== tip.sessionId
  const parting = continues ? 1 : own
  return { tip, only, session, outline, continues, reading: { outline: outline.main, contents, parting } }
}

interface ComparedProps extends Pick<CompareReadingsProps, 'bar'> {
  readonly left: SideReading
  readonly right: SideReading
  readonly hasCommon: boolean
}

const Compared = ({ left, right, hasCommon, bar }: ComparedProps): ReactNode => {
  const differences = useMemo(() => differencesOf(left.reading, right.reading), [left, right])
  const hasFold = hasCommon && (left.reading.parting > 0 || right.reading.parting > 0)
  return <CompareColumns left={left} right={right} differences={differences} hasFold={hasFold} bar={bar} />
}
