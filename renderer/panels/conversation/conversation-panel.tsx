/** The conversation of a session as one page: outline, strip of the timeline, scroll, find bar, inspector. */
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { RowFound, SessionOutline } from '../../../app/contract/reader.ts'
import type { SessionView } from '../../../app/contract/sessions.ts'
import { observable } from '../../ui/calls/observable.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import { showNotice } from '../../ui/layout/notice.ts'
import { isReturn } from '../../ui/address/location.ts'
import { FoldMemory } from '../reader/fold-memory.tsx'
import { BranchNotice, Costs, Inspector, Outline, Strip, useRested } from './around-conversation.tsx'
import { ConversationList, type ListHandle, type ListView } from './conversation-list.tsx'
import { FindBar } from './find-bar.tsx'
import { marksOf, nextMark, type MarkKind } from './marks.ts'
import { costliestPrompts, outlineEntries, type CommitCosts, type OutlineEntry } from './outline-entries.ts'
import type { RowActions } from './row-view.tsx'
import { leftPlace, rememberPlace, useConversation } from './use-conversation.ts'
import { useFind } from './use-find.ts'
import { useLocate, useSought, type SoughtPlace } from './use-locate.ts'
import '../reader/reader.css'
import './conversation.css'

export interface ConversationPanelProps {
  readonly session: SessionView
  /** Last commit of the branch that is read; undefined: of the main chain. */
  readonly branch: string | undefined
  readonly sought: SoughtPlace
  readonly onBranch: (tip: string | undefined) => void
  /** The sought commit is in a branch that ends there. */
  readonly onOtherBranch: (tip: string) => void
  readonly onCommit: (commitId: string) => void
  /** The inspector, for the commit in view; `onRecord` goes to a record, `sourceId:line`. */
  readonly inspector: (commitId: string | undefined, onRecord: (record: string) => void) => ReactNode
}

export const ConversationPanel = (props: ConversationPanelProps): ReactNode => {
  const { session, branch } = props
  const { sessionId, tipCommitId } = session
  const tip = branch === undefined ? {} : { tip: branch }
  const call = useQuery('session.outline', { sessionId, ...tip }, sessionId)
  if (tipCommitId === null)
    return <Empty title="No conversation">The records of this session have no conversation. Sources shows its file.</Empty>
  return (
    <Loaded call={call} what="Reading the conversation">
      {(outline) => (
        <FoldMemory name={sessionId}>
          <Conversation {...props} outline={outline} />
        </FoldMemory>
      )}
    </Loaded>
  )
}

interface Going extends RowFound {
  readonly align: 'start' | 'center' | 'end'
  /** It is shown unfolded, whether or not it contains what is found. */
  readonly isUnfolded?: boolean
  /** The reader comes back to it. */
  readonly isHeld?: boolean
}

const Conversation = (props: ConversationPanelProps & { readonly outline: SessionOutline }): ReactNode => {
  const { outline, session, branch, onBranch, onCommit, inspector } = props
  const [left] = useState(() => (isReturn() ? leftPlace(session.sessionId, branch) : undefined))
  const [openedWith] = useState(props.sought)
  // A session that was returned to stays where it was left, until another place is sought.
  const sought = left !== undefined && isSame(props.sought, openedWith) ? nowhere : props.sought
  const state = useConversation(outline, left?.unfolded)
  const { flat } = state
  const list = useRef<ListHandle>(null)
  const isRested = useRested()
  const [costs, setCosts] = useState<CommitCosts>()
  const entries = useMemo(() => outlineEntries(outline, costs), [outline, costs])
  const costliest = useMemo(() => costliestPrompts(entries), [entries])
  const [view] = useState(() => observable<ListView>({ first: 0, last: 0 }))
  const [going, setGoing] = useState<Going | undefined>(() =>
    left === undefined ? openingPlace(session, outline, sought) : { ...left.row, align: 'start', isHeld: true },
  )
  const [followsEnd, setFollowsEnd] = useState(() => isLive(session) && left === undefined && isNowhere(sought))
  const [focusCount, setFocusCount] = useState(0)
  const target = going === undefined ? undefined : flat.indexOf(going.chain, going.row)
  const { reveal } = state
  const goTo = (place: RowFound, align: Going['align'] = 'start'): void => {
    reveal(place.chain)
    setFollowsEnd(false)
    setGoing({ chain: place.chain, row: place.row, align })
  }
  useEffect(() => {
    if (target !== undefined && going !== undefined) list.current?.goTo(target, going.align, going.isHeld)
    // A row that moves because a sub-agent before it was folded is not gone to again.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new place is gone to
  }, [going])
  // The keys of the scroll work from the start.
  useEffect(() => list.current?.focus(), [])
  const locate = useLocate(session.sessionId, branch, goTo)
  const find = useFind(state, branch, (chain, row) => (flat.indexOf(chain, row) ?? -1) >= view.get().first, props.sought.find)
  const goToSought = (place: RowFound): void => {
    goTo(place)
    if (sought.find === undefined) return
    setGoing({ chain: place.chain, row: place.row, align: 'start', isUnfolded: true })
    find.beginAt(place, sought.near)
  }
  useSought(sought, useLocate(session.sessionId, branch, goToSought, props.onOtherBranch))
  const step = (by: 1 | -1): void => {
    const found = find.step(by)
    if (found !== undefined) goTo(found, 'center')
  }
  const openFind = (text?: string): void => {
    find.open(text)
    setFocusCount((count) => count + 1)
  }
  const closeFind = (): void => {
    find.close()
    list.current?.focus()
  }
  const goToMark = (kind: MarkKind, by: 1 | -1): void => {
    const marks = marksOf(flat, state.outlines, [])[kind]
    const { first, last } = view.get()
    const isTargetInView = target !== undefined && target >= first && target <= last
    const next = nextMark(marks, isTargetInView ? target : first - (by === 1 ? 1 : 0), by)
    const place = next === undefined ? undefined : flat.at(next)
    if (place?.kind === 'row') goTo(place)
    else showNotice(`No ${by === 1 ? 'further' : 'earlier'} ${markWords[kind]}`)
  }
  const turnBack = (): void => {
    setFollowsEnd(false)
    list.current?.turn(-1)
  }
  const toEnd = (): void => {
    setFollowsEnd(true)
    setGoing(undefined)
  }
  useCommands([
    ...(find.isOpen ? [{ id: 'find.close', title: 'Close the find bar', group: 'Conversation', keys: ['Esc'], run: closeFind }] : []),
    { id: 'find', title: 'Find in conversation', group: 'Conversation', keys: ['Mod+F', '/'], run: () => openFind() },
    { id: 'conversation.next', title: 'Next match', group: 'Conversation', keys: ['F3'], run: () => step(1) },
    { id: 'conversation.previous', title: 'Previous match', group: 'Conversation', keys: ['Shift+F3'], run: () => step(-1) },
    ...markCommands(goToMark),
    {
      id: 'conversation.costliest',
      title: 'Go to the prompt that cost most',
      group: 'Conversation',
      keys: ['$'],
      run: () => {
        const [most] = costliest
        if (most === undefined) showNotice('No cost is known')
        else goTo({ chain: outline.main.chain, row: most.row })
      },
    },
    { id: 'conversation.end', title: 'Go to the end', group: 'Conversation', keys: ['Shift+G'], run: toEnd },
    {
      id: 'conversation.start',
      title: 'Go to the beginning',
      group: 'Conversation',
      keys: ['g g'],
      run: () => goTo({ chain: outline.main.chain, row: 0 }),
    },
    { id: 'reader.down', title: 'Page down', group: 'Conversation', keys: ['PageDown', 'Space'], run: () => list.current?.turn(1) },
    { id: 'reader.up', title: 'Page up', group: 'Conversation', keys: ['PageUp', 'Shift+Space'], run: () => turnBack() },
  ])
  const actions: RowActions = {
    toggle: state.toggle,
    readBranch: (tip) => onBranch(tip),
    openCommit: onCommit,
    find: (text) => openFind(text),
  }
  const { unfolded } = state
  const noteView = useCallback(
    (seen: ListView) => {
      view.set(seen)
      const row = flat.at(seen.first)
      if (row?.kind === 'row') rememberPlace(session.sessionId, branch, { row: { chain: row.chain, row: row.row }, unfolded })
    },
    [view, flat, session.sessionId, branch, unfolded],
  )
  const pickEntry = useCallback(
    (entry: OutlineEntry) => {
      setFollowsEnd(false)
      setGoing({ chain: outline.main.chain, row: entry.row, align: 'start' })
    },
    [outline],
  )
  return (
    <div className="conversation-page">
      {isRested ? <Costs sessionId={outline.sessionId} onCosts={setCosts} /> : null}
      <Strip isRested={isRested} session={session} state={state} view={view} target={target} onPick={locate} />
      <div className="conversation-columns">
        <Outline entries={entries} costs={costs} state={state} view={view} target={target} onPick={pickEntry} />
        <div className="conversation-main">
          {find.isOpen ? <FindBar find={find} onStep={step} onClose={closeFind} focusCount={focusCount} /> : null}
          {branch === undefined ? null : <BranchNotice onMain={() => onBranch(undefined)} />}
          <ConversationList
            state={state}
            find={find}
            costliest={costliest}
            actions={actions}
            target={target}
            isTargetOpen={going?.isUnfolded === true}
            followsEnd={followsEnd}
            onView={noteView}
            onEnd={(isAtEnd) => setFollowsEnd(isAtEnd && isLive(session))}
            handle={list}
          />
        </div>
        <Inspector state={state} view={view} target={target} draw={(commitId) => inspector(commitId, (record) => locate({ record }))} />
      </div>
    </div>
  )
}

const isLive = ({ status }: SessionView): boolean => status === 'running'

const nowhere: SoughtPlace = { commit: undefined, record: undefined, find: undefined, near: undefined }

const isSame = (a: SoughtPlace, b: SoughtPlace): boolean => a.commit === b.commit && a.record === b.record

const isNowhere = ({ commit, record }: SoughtPlace): boolean => commit === undefined && record === undefined

/** The first prompt; of a running session its end, which the list follows; a place that is sought is found later. */
const openingPlace = (session: SessionView, { main }: SessionOutline, sought: SoughtPlace): Going | undefined => {
  if (isLive(session) || !isNowhere(sought)) return undefined
  return { chain: main.chain, row: main.prompts[0]?.row ?? 0, align: 'start' }
}

const markWords: Readonly<Record<MarkKind, string>> = {
  prompt: 'prompt',
  error: 'error',
  edit: 'file change',
  compaction: 'compaction',
  match: 'match',
  cost: 'prompt among those that cost most',
}

const markCommands = (go: (kind: MarkKind, by: 1 | -1) => void) =>
  (
    [
      ['prompt', 'n', 'p'],
      ['error', 'e', 'Alt+e'],
      ['edit', 'f', 'Alt+f'],
      ['compaction', 'c', 'Alt+c'],
    ] as const
  ).flatMap(([kind, next, previous]) => [
    { id: `conversation.next-${kind}`, title: `Next ${markWords[kind]}`, group: 'Conversation', keys: [next], run: () => go(kind, 1) },
    {
      id: `conversation.previous-${kind}`,
      title: `Previous ${markWords[kind]}`,
      group: 'Conversation',
      keys: [previous],
      run: () => go(kind, -1),
    },
  ])
