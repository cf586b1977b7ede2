/** One row of a conversation, indented by how deep its sub-agent is. */
import { memo, type ReactNode } from 'react'
import type { ReadingRow } from '../../../app/contract/reader.ts'
import { ConversationEntry } from '../reader/conversation-entry.tsx'
import { OpenFolds } from '../reader/fold-memory.tsx'
import { beginsSpeech } from '../reader/speakers.ts'
import { AnswersBelow } from '../reader/tool-body.tsx'
import { lastResponse } from './agent-result.ts'
import { CompactionRow, type CompactionPlace } from './compaction-row.tsx'
import { AgentEnd, AgentHead, BranchRow, ContinuesRow, ForkRow } from './conversation-rows.tsx'
import type { FlatRow } from './flat-rows.ts'
import type { ConversationState } from './use-conversation.ts'

export interface RowActions {
  readonly toggle: (chain: string) => void
  readonly readBranch: (tip: string) => void
  readonly openCommit: (commitId: string) => void
  readonly find: (text: string) => void
}

export interface RowViewProps {
  readonly state: ConversationState
  readonly actions: RowActions
  readonly place: FlatRow
  /** Undefined: not loaded. */
  readonly row: ReadingRow | undefined
  readonly before: ReadingRow | undefined
  readonly isOpen: boolean
}

const indent = 18
/** Deeper sub-agents are not indented further: their text needs the width. */
const deepest = 6

export const RowView = (props: RowViewProps): ReactNode => {
  const depth = Math.min(props.place.depth, deepest)
  return (
    <div className={depth === 0 ? 'reading-row' : 'reading-row is-nested'} style={depth === 0 ? undefined : { marginLeft: depth * indent }}>
      <RowContent {...props} />
    </div>
  )
}

const RowContent = ({ state, actions, place, row, before, isOpen }: RowViewProps): ReactNode => {
  if (place.kind === 'end') {
    const agent = state.agents.get(place.chain)
    if (agent === undefined) return null
    const response = lastResponse(lastRows(state, place.chain))
    return <AgentEnd agent={agent} call={place.call} callRow={row} response={response} onFold={() => actions.toggle(place.chain)} />
  }
  switch (row?.kind) {
    case undefined:
      return <div className="entry-waiting" />
    case 'branch':
      return <BranchRow row={row} onRead={actions.readBranch} />
    case 'fork':
      return <ForkRow row={row} onOpen={actions.openCommit} />
    case 'continues':
      return <ContinuesRow row={row} onOpen={actions.openCommit} />
    case 'agent':
      return <Agents state={state} actions={actions} place={place} />
    case 'item': {
      const compaction = compactionAt(state, place)
      if (compaction !== undefined) return <CompactionRow compaction={compaction} onFind={actions.find} />
      const isStart = before?.kind !== 'item' || beginsSpeech(row.item, before.item)
      return (
        <OpenFolds isOpen={isOpen}>
          <AnswersBelow value={unfoldedCalls(state, place)}>
            <ConversationEntry item={row.item} isSpeechStart={isStart} />
          </AnswersBelow>
          <Agents state={state} actions={actions} place={place} />
        </OpenFolds>
      )
    }
  }
}

/** The last rows of a sub-agent among which its last response is: notes of the client may follow it. */
const lastLooked = 6

/** The last rows of a chain, the last one first. */
const lastRows = ({ outlines, pages }: ConversationState, chain: string): readonly (ReadingRow | undefined)[] => {
  const total = outlines.get(chain)?.rows ?? 0
  return Array.from({ length: Math.min(total, lastLooked) }, (_, at) => pages.row(chain, total - 1 - at))
}

const noCalls: ReadonlySet<string> = new Set()

/** The calls of a row that started sub-agents which are unfolded. */
const unfoldedCalls = ({ outlines, unfolded }: ConversationState, { chain, row }: RowPlace): ReadonlySet<string> => {
  if (unfolded.size === 0) return noCalls
  const calls = outlines.get(chain)?.agents.flatMap((agent) => (agent.row === row && unfolded.has(agent.chain) ? (agent.call ?? []) : []))
  return calls === undefined || calls.length === 0 ? noCalls : new Set(calls)
}

type RowPlace = Extract<FlatRow, { readonly kind: 'row' }>

const compactionAt = ({ outlines }: ConversationState, { chain, row }: RowPlace): CompactionPlace | undefined =>
  outlines.get(chain)?.compactions.find((compaction) => compaction.row === row)

interface AgentsProps {
  readonly state: ConversationState
  readonly actions: RowActions
  readonly place: RowPlace
}

/** The sub-agents that calls of the row started. */
const Agents = memo(function Agents({ state, actions, place }: AgentsProps): ReactNode {
  return state.outlines
    .get(place.chain)
    ?.agents.filter(({ row }) => row === place.row)
    .map(({ chain }) => {
      const agent = state.agents.get(chain)
      return agent === undefined ? null : (
        <AgentHead key={chain} agent={agent} isUnfolded={state.unfolded.has(chain)} onToggle={() => actions.toggle(chain)} />
      )
    })
})
