/** The parts around the scroll of a conversation: outline, strip of the timeline, costs, inspector, the notice of another branch. */
import { useEffect, useState, type ReactNode } from 'react'
import type { SessionView } from '../../../app/contract/sessions.ts'
import { useObservable, type Observable } from '../../ui/calls/observable.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import type { ReadPlace } from '../timeline/event-place.ts'
import { TimelineStrip } from '../timeline/timeline-strip.tsx'
import type { ListView } from './conversation-list.tsx'
import { inView } from './in-view.ts'
import { commitCosts, entryAt, type CommitCosts, type OutlineEntry } from './outline-entries.ts'
import { OutlineList } from './outline-list.tsx'
import type { ConversationState } from './use-conversation.ts'

export interface InViewProps {
  readonly target: number | undefined
  readonly state: ConversationState
  readonly view: Observable<ListView>
}

interface OutlineProps extends InViewProps {
  readonly entries: readonly OutlineEntry[]
  /** Undefined until they are asked for. */
  readonly costs: CommitCosts | undefined
  readonly onPick: (entry: OutlineEntry) => void
}

/** Delay after which these parts are loaded when the first records are drawn, milliseconds. */
const restMs = 300

export const useRested = (): boolean => {
  const [isRested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  return isRested
}

/** Asks what the commits of a session cost. */
export const Costs = ({
  sessionId,
  onCosts,
}: {
  readonly sessionId: string
  readonly onCosts: (costs: CommitCosts) => void
}): ReactNode => {
  const call = useQuery('cost.show', { by: 'commit', sessionId }, sessionId)
  const groups = call.kind === 'done' ? call.value.groups : undefined
  useEffect(() => {
    if (groups !== undefined) onCosts(commitCosts(groups))
  }, [groups, onCosts])
  return null
}

export const Outline = ({ entries, costs, state, view, target, onPick }: OutlineProps): ReactNode => {
  const { row } = inView(state, useObservable(view), target)
  return <OutlineList entries={entries} costs={costs} current={entryAt(entries, row)} onPick={onPick} />
}

interface StripProps extends InViewProps {
  readonly isRested: boolean
  readonly session: SessionView
  readonly onPick: (place: ReadPlace) => void
}

export const Strip = ({ isRested, ...props }: StripProps): ReactNode => (
  <div className="timeline-strip-place">{isRested ? <LoadedStrip {...props} /> : null}</div>
)

const LoadedStrip = ({ session, state, view, target, onPick }: Omit<StripProps, 'isRested'>): ReactNode => {
  const call = useQuery('session.timeline', { sessionId: session.sessionId }, session.sessionId)
  const { from, to } = inView(state, useObservable(view), target)
  if (call.kind !== 'done') return null
  return <TimelineStrip timeline={call.value} shownFrom={from} shownTo={to} onPick={onPick} />
}

export const Inspector = ({
  state,
  view,
  target,
  draw,
}: InViewProps & { readonly draw: (commitId: string | undefined) => ReactNode }): ReactNode =>
  draw(inView(state, useObservable(view), target).commitId)

export const BranchNotice = ({ onMain }: { readonly onMain: () => void }): ReactNode => (
  <div className="branch-notice" role="status">
    <span>Another branch of this session.</span>
    <button type="button" className="link" onClick={onMain}>
      Read the main branch
    </button>
  </div>
)
