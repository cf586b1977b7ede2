/** The rows of a conversation that are no records: a sub-agent, its end, a branch, the beginning of a continued session. */
import { Bot, ChevronDown, ChevronRight, CornerDownRight, GitBranch, GitFork, History } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AgentReading, ReadingRow, ToolResultView } from '../../../app/contract/reader.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { shortSessionName } from '../../../app/model/session-name.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { FoldedText } from '../reader/folded-text.tsx'
import { ToolResult } from '../reader/tool-result.tsx'
import { afterLastResponse } from './agent-result.ts'

/** The name of a sub-agent: with its kind, if that is known. */
const agentName = ({ type }: Pick<AgentReading, 'type'>): string => (type === null ? 'Sub-agent' : `Sub-agent ${type}`)

const figuresOf = ({ toolCalls, responses, outputTokens, startedAt, endedAt, models }: AgentReading): readonly string[] => [
  countOf(responses, 'response'),
  countOf(toolCalls, 'tool call'),
  ...(outputTokens === null ? [] : [`${formatCount(outputTokens)} output tokens`]),
  ...(startedAt === null || endedAt === null ? [] : [formatDuration(endedAt - startedAt)]),
  ...models,
]

export interface AgentHeadProps {
  readonly agent: AgentReading
  readonly isUnfolded: boolean
  readonly onToggle: () => void
}

/** A sub-agent in a line, with its own figures: unfolds its conversation. */
export const AgentHead = ({ agent, isUnfolded, onToggle }: AgentHeadProps): ReactNode => (
  <button type="button" className="agent-head" aria-expanded={isUnfolded} onClick={onToggle}>
    {isUnfolded ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
    <Bot size={14} aria-hidden="true" />
    <span className="agent-name">{agentName(agent)}</span>
    <span className="agent-summary">{agent.summary}</span>
    {agent.errors === 0 ? null : <Badge look="danger">{countOf(agent.errors, 'error')}</Badge>}
    <span className="agent-figures">{figuresOf(agent).join(' · ')}</span>
  </button>
)

export interface AgentEndProps {
  readonly agent: AgentReading
  /** Id of the call that started it; null: none is known. */
  readonly call: string | null
  /** The row of that call. */
  readonly callRow: ReadingRow | undefined
  /** Its last response; undefined: none, or not loaded. */
  readonly response: string | undefined
  readonly onFold: () => void
}

/** The result of a call in a row; null: the row is not loaded, or has none. */
const resultIn = (row: ReadingRow | undefined, call: string | null): ToolResultView | null => {
  for (const block of row?.kind === 'item' ? row.item.blocks : [])
    if (block.kind === 'tool_call' && block.toolUseId === call) return block.result
  return null
}

/** Below the conversation of a sub-agent: what it gave back, unless that is what it said last. */
export const AgentEnd = ({ agent, call, callRow, response, onFold }: AgentEndProps): ReactNode => {
  const result = resultIn(callRow, call)
  const rest = result === null ? undefined : afterLastResponse(result, response)
  const name = agentName(agent)
  return (
    <section className="agent-end" aria-label={`End of ${name}`}>
      <header className="agent-end-head">
        <CornerDownRight size={14} aria-hidden="true" />
        <span>{result === null ? `${name} ended. No result is recorded.` : resultWords(name, rest)}</span>
        <button type="button" className="link" onClick={onFold}>
          Fold
        </button>
      </header>
      {result === null || rest !== undefined ? null : (
        <ToolResult name={`${call ?? ''} result`} toolUseId={call ?? ''} result={result} about={`the result of ${name}`} />
      )}
      {rest === undefined || rest === '' ? null : (
        <FoldedText name={`${call ?? ''} rest`} text={rest} lines={3} className="injected-text" />
      )}
    </section>
  )
}

/** @param rest what the result contains besides the last response */
const resultWords = (name: string, rest: string | undefined): string => {
  if (rest === undefined) return `Result of ${name}`
  return `Result of ${name}: its last response, above${rest === '' ? '' : '. The client added:'}`
}

export interface BranchRowProps {
  readonly row: Extract<ReadingRow, { readonly kind: 'branch' }>
  readonly onRead: (tip: string) => void
}

/** Where another branch left the one that is read: after a rewind, or when it was read instead. */
export const BranchRow = ({ row, onRead }: BranchRowProps): ReactNode => (
  <section className="branch-row" aria-label="Other branch">
    <GitBranch size={14} aria-hidden="true" />
    <span>Another branch continues here: {countOf(row.commits, 'commit')}</span>
    <span className="branch-summary">{row.summary}</span>
    {row.endedAt === null ? null : <span className="faint">until {formatInstant(row.endedAt)}</span>}
    <button type="button" className="button is-small" onClick={() => onRead(row.tip)}>
      Read this branch
    </button>
  </section>
)

export interface ForkRowProps {
  readonly row: Extract<ReadingRow, { readonly kind: 'fork' }>
  readonly onOpen: (commitId: string) => void
}

/** Where another session, such as a fork, left this one. */
export const ForkRow = ({ row, onOpen }: ForkRowProps): ReactNode => (
  <section className="branch-row" aria-label="Other session">
    <GitFork size={14} aria-hidden="true" />
    <span>Another session continues here</span>
    <span className="branch-summary">{row.summary}</span>
    <span className="faint">{shortSessionName(row.sessionId)}</span>
    <button type="button" className="button is-small" onClick={() => onOpen(row.first)}>
      Open this session
    </button>
  </section>
)

export interface ContinuesRowProps {
  readonly row: Extract<ReadingRow, { readonly kind: 'continues' }>
  readonly onOpen: (commitId: string) => void
}

/** A row for a session that continues another one, which contains the earlier conversation. */
export const ContinuesRow = ({ row, onOpen }: ContinuesRowProps): ReactNode => (
  <section className="branch-row" aria-label="Earlier conversation">
    <History size={14} aria-hidden="true" />
    <span>This session continues another one.</span>
    <button type="button" className="button is-small" onClick={() => onOpen(row.parentId)}>
      Open the earlier conversation
    </button>
  </section>
)
