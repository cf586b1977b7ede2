/** What filled the window at a reply: one bar, then its items, its owners, and what is gone. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import type { CommitView } from '../../../../app/contract/commits.ts'
import type { RequestView } from '../../../../app/contract/context.ts'
import { formatCount } from '../../../../app/model/format/count.ts'
import { formatInstant } from '../../../../app/model/format/instant.ts'
import { useQuery, type QueryState } from '../../../ui/calls/use-query.ts'
import { useCommands } from '../../../ui/commands/commands.ts'
import { windowText } from '../../../ui/context/window-bar.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
import { useResting } from '../../../ui/forms/use-resting.ts'
import { Empty, Loaded } from '../../../ui/layout/async-states.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { NotAvailable } from '../../../ui/layout/not-available.tsx'
import { ContextFacts } from './context-facts.tsx'
import { GoneList, PartList } from './context-lists.tsx'
import { ContextOwners } from './context-owners.tsx'
import type { PlacedPart } from './open-part.ts'
import './context-lens.css'

/** The largest are listed; more than these are summed up. */
const maxParts = 3000

export interface ContextLensProps {
  readonly commit: CommitView
  /** Number of a reply of the main chain that is shown first; undefined: the last one of the commit. */
  readonly reply?: number | undefined
  readonly onPart: (part: PlacedPart, commit: CommitView) => void
  /** Further facts, as terms with their values. */
  readonly children?: ReactNode
}

interface Chosen {
  readonly commitId: string
  readonly number: number
}

/** A commit that comes into view shows its own reply again. */
export const ContextLens = ({ commit, reply, onPart, children }: ContextLensProps): ReactNode => {
  const { sessionId, commitId } = commit
  const [chosen, setChosen] = useState<Chosen | undefined>(reply === undefined ? undefined : { commitId, number: reply })
  const number = chosen?.commitId === commitId ? chosen.number : undefined
  const openPart = useCallback((part: PlacedPart) => onPart(part, commit), [onPart, commit])
  const chain = reply === undefined ? commit.chain : 'main'
  const call = useQuery(
    'context.request',
    { sessionId, largest: maxParts, ...(number === undefined ? { at: commitId } : { at: String(number), chain }) },
    sessionId,
  )
  const view = useLast(call, sessionId)
  if (call.kind === 'failed' && call.failure.code === 'not-found') return <Empty title="No reply">{call.failure.message}.</Empty>
  if (view === undefined || call.kind === 'failed')
    return (
      <Loaded call={call} what="Reading what filled the window">
        {() => null}
      </Loaded>
    )
  return (
    <div className="context-lens" aria-busy={call.kind === 'pending'}>
      <div className="context-columns">
        <div className="context-summary">
          <ReplyChoice view={view} onNumber={(next) => setChosen({ commitId, number: next })} />
          {view.reply.isEarlier ? <p className="faint">No reply begins in this commit: this is the last one before it.</p> : null}
          <ContextFacts view={view}>{children}</ContextFacts>
        </div>
        <div className="context-faces">
          <Faces view={view} onPart={openPart} />
        </div>
      </div>
      <div className="visually-hidden" role="status">
        {`Reply ${view.reply.number ?? 'n/a'}: ${windowText(view)}`}
      </div>
    </div>
  )
}

/** The last answer of the session, also while the next one is awaited: nothing flickers, and the focus stays. */
const useLast = (call: QueryState<RequestView>, sessionId: string): RequestView | undefined => {
  const answer = call.kind === 'done' ? call.value : undefined
  const [last, setLast] = useState(answer)
  useEffect(() => {
    if (answer !== undefined) setLast(answer)
  }, [answer])
  return answer ?? (last?.sessionId === sessionId ? last : undefined)
}

interface ReplyChoiceProps {
  readonly view: RequestView
  readonly onNumber: (number: number) => void
}

/** A number that is typed, or stepped through, is asked for when it rests. */
const typedMs = 250

const ReplyChoice = ({ view: { reply, chain }, onNumber }: ReplyChoiceProps): ReactNode => {
  const { number, replies } = reply
  const typed = useResting(
    number ?? 0,
    (next) => {
      if (Number.isInteger(next) && next >= 1 && next <= replies && next !== number) onNumber(next)
    },
    typedMs,
  )
  const step = (by: number): void => {
    const next = (number ?? 0) + by
    if (number !== null && next >= 1 && next <= replies) onNumber(next)
  }
  useCommands([
    { id: 'context.previous', title: 'Context of the previous reply', group: 'Context', keys: [','], run: () => step(-1) },
    { id: 'context.next', title: 'Context of the next reply', group: 'Context', keys: ['.'], run: () => step(1) },
  ])
  return (
    <div className="context-reply">
      <Button
        label="Previous reply"
        icon={<ChevronLeft size={14} aria-hidden="true" />}
        isIconOnly
        isSmall
        look="quiet"
        chord=","
        isDisabled={number === null || number <= 1}
        onPress={() => step(-1)}
      />
      {number === null ? (
        <span>
          Reply <NotAvailable reason="It records no usage, so it has no number" />
        </span>
      ) : (
        <label>
          Reply{' '}
          <input
            className="field context-number"
            type="number"
            min={1}
            max={replies}
            value={typed.now === 0 ? '' : typed.now}
            onChange={(event) => typed.move(event.target.valueAsNumber || 0)}
          />{' '}
          of {formatCount(replies)}
        </label>
      )}
      <Button
        label="Next reply"
        icon={<ChevronRight size={14} aria-hidden="true" />}
        isIconOnly
        isSmall
        look="quiet"
        chord="."
        isDisabled={number === null || number >= replies}
        onPress={() => step(1)}
      />
      <span className="faint context-when">
        {reply.at === null ? <NotAvailable reason="The reply has no readable time" /> : formatInstant(reply.at)} · {reply.model}
        {chain === 'main' ? '' : ' · sub-agent'}
      </span>
    </div>
  )
}

const faces = ['items', 'owners', 'gone'] as const
type Face = (typeof faces)[number]

interface FacesProps {
  readonly view: RequestView
  readonly onPart: (part: PlacedPart) => void
}

const Faces = ({ view, onPart }: FacesProps): ReactNode => {
  const [chosen, setFace] = useState<Face>('items')
  const gone = view.allGone.reduce((so, { items }) => so + items, 0)
  const names: Readonly<Record<Face, string>> = { items: 'Items', owners: 'Owners', gone: `Gone ${formatCount(gone)}` }
  const choices = faces.filter((face) => face !== 'gone' || gone > 0).map((face) => [face, names[face]] as const)
  const face = choices.some(([name]) => name === chosen) ? chosen : 'items'
  return (
    <>
      <Segments label="List" chosen={face} choices={choices} onChoose={setFace} />
      {face === 'items' ? <PartList view={view} onPart={onPart} /> : null}
      {face === 'owners' ? <ContextOwners view={view} /> : null}
      {face === 'gone' ? <GoneList view={view} onPart={onPart} /> : null}
    </>
  )
}
