/** What decisions build on, conflict with and replace: a list of them, and beside it the graph around the selected one, drawn or as a list. */
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { GraphReason, ReasonGraph } from '../../../app/contract/reasoning.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { formatDate } from '../../../app/model/format/instant.ts'
import { reasonEdgeKinds, type ReasonEdgeKind } from '../../../app/model/reasoning.ts'
import { go, refine } from '../../ui/address/location.ts'
import { useLastAnswer, useQueryOnce } from '../../ui/calls/use-query.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { useSettled } from '../../ui/forms/use-typed.ts'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import { NotAvailable } from '../../ui/layout/not-available.tsx'
import { useUnreadable, VerifyStore } from '../../ui/layout/unreadable.tsx'
import { StatusBadge, TypeBadge } from '../../ui/reasoning/reason-badges.tsx'
import { listTarget } from '../../ui/table/use-cursor.ts'
import type { ReasoningAddress } from './address.ts'
import { AskAgain } from './ask-again.tsx'
import { arcsOf, edgeWords, linkGroups, railWidth, rowHeight } from './graph-rows.ts'
import { graphTextColumns } from './reasoning-columns.tsx'
import { textsQuery } from './reasoning-source.ts'
import { TextPane } from './text-pane.tsx'
import { TextsList } from './texts-list.tsx'

export const GraphView = ({ address }: { readonly address: ReasoningAddress }): ReactNode => {
  return (
    <TextsList
      address={address}
      query={textsQuery(address, true)}
      columns={graphTextColumns}
      isMain
      beside={<Around address={address} />}
    />
  )
}

const Around = ({ address }: { readonly address: ReasoningAddress }): ReactNode => {
  const { event } = address
  if (event === undefined)
    return <Empty title="No text selected">Move with j and k to see what a decision builds on, conflicts with and replaces.</Empty>
  return (
    <section className="reason-around" aria-label="Dependencies">
      <GraphOf event={event} address={address} />
      <TextPane address={address} />
    </section>
  )
}

const ways = [
  ['graph', 'Drawn'],
  ['list', 'List'],
] as const

const noRetry = (): void => undefined

/** While keys move through the list, no graph is asked for, milliseconds. */
const restMs = 140

const GraphOf = ({ event, address }: { readonly event: string; readonly address: ReasoningAddress }): ReactNode => {
  const asked = useSettled(event, restMs)
  const { call, ...more } = useQueryOnce('reasoning.graph', { eventId: asked })
  const last = useLastAnswer(call)
  const own = asked === event ? call : ({ kind: 'pending' } as const)
  // The graph in which it was chosen stays until its own arrives, so that the row keeps the focus.
  const before = own.kind === 'pending' && last?.nodes.some(({ eventId }) => eventId === event) === true ? last : undefined
  const shown = before === undefined ? own : ({ kind: 'done', value: before, retry: noRetry } as const)
  const choose = (eventId: string): void => go({ ...address, event: eventId })
  return (
    <div className="reason-graph">
      <Loaded call={shown} what="Looking for dependencies">
        {(graph) =>
          graph.nodes.length < 2 ? (
            <NoDependencies isCut={graph.isCut} actions={<AskAgain {...more} />} />
          ) : (
            <>
              <div className="reason-graph-head">
                <span className="faint" role="status">
                  {countOf(graph.nodes.length - 1, 'other text')}
                  {graph.others === 0 ? '' : `; ${countOf(graph.others, 'further one')} not shown`}
                  {graph.isCut ? '; only the newest decisions of the repository are compared' : ''}
                </span>
                <span className="spring" />
                <AskAgain {...more} />
                <Segments
                  label="Show as"
                  chosen={address.isListed ? 'list' : 'graph'}
                  choices={ways}
                  onChoose={(way) => refine({ ...address, isListed: way === 'list' })}
                />
              </div>
              {address.isListed ? (
                <LinkLists graph={graph} event={event} onChoose={choose} />
              ) : (
                <Drawn graph={graph} event={event} onChoose={choose} />
              )}
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** What was not looked at may have some. */
const NoDependencies = ({ isCut, actions }: Pick<ReasonGraph, 'isCut'> & { readonly actions: ReactNode }): ReactNode => {
  const unreadable = useUnreadable()
  if (isCut)
    return (
      <Empty title="n/a" actions={actions}>
        The repository has too many decisions: only its newest ones are compared, so this one may have dependencies.
      </Empty>
    )
  return unreadable === undefined ? (
    <Empty title="No dependencies" actions={actions}>
      Nothing shows that it builds on, conflicts with or replaces another decision of its repository or folder, or that another one does so
      with it.
    </Empty>
  ) : (
    <Empty title="No dependencies in what can be read" actions={<VerifyStore />}>
      {unreadable}
    </Empty>
  )
}

interface GraphProps {
  readonly graph: ReasonGraph
  readonly event: string
  readonly onChoose: (eventId: string) => void
}

const Drawn = ({ graph, event, onChoose }: GraphProps): ReactNode => {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [graph])
  const height = graph.nodes.length * rowHeight
  const own = graph.nodes.findIndex(({ eventId }) => eventId === event)
  const move = (key: KeyboardEvent): void => {
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    const index = rows.findIndex((row) => row === document.activeElement)
    const target = listTarget(key.key.replace('Arrow', ''), { index: index < 0 ? undefined : index, count: rows.length, pageRows: 8 })
    if (target === undefined) return
    key.preventDefault()
    rows[target]?.focus()
  }
  return (
    <>
      <Legend />
      <div className="reason-drawn">
        <svg width={railWidth} height={height} viewBox={`0 0 ${railWidth} ${height}`} aria-hidden="true">
          {arcsOf(graph, event).map(({ kind, path, isOwn }) => (
            <path key={`${kind} ${path}`} d={path} className={`reason-arc is-${kind} ${isOwn ? 'is-own' : ''}`} />
          ))}
          {graph.nodes.map(({ eventId }, row) => (
            <circle
              key={eventId}
              cx={railWidth - 6}
              cy={row * rowHeight + rowHeight / 2}
              r={eventId === event ? 5 : 3.5}
              className={`reason-dot ${eventId === event ? 'is-own' : ''}`}
            />
          ))}
        </svg>
        {/* The keys move among its buttons. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move the focus among the buttons */}
        <ol ref={list} aria-label="Dependencies in the order of time" onKeyDown={move}>
          {graph.nodes.map((node, row) => (
            <li key={node.eventId}>
              <Node
                node={node}
                isOwn={node.eventId === event}
                isTabStop={row === own}
                words={wordsOf(graph, node, event)}
                onChoose={onChoose}
              />
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

/** How a node is linked to what was asked for, for those who do not see the lines. */
const wordsOf = ({ edges }: ReasonGraph, { eventId }: GraphReason, event: string): string =>
  edges
    .flatMap(({ from, to, kind }) => {
      if (from === event && to === eventId) return [edgeWords[kind][0]]
      return to === event && from === eventId ? [edgeWords[kind][1]] : []
    })
    .join(', ')

interface NodeProps {
  readonly node: GraphReason
  readonly isOwn: boolean
  readonly isTabStop: boolean
  readonly words: string
  readonly onChoose: (eventId: string) => void
}

const Node = ({ node, isOwn, isTabStop, words, onChoose }: NodeProps): ReactNode => (
  <button
    type="button"
    className={`reason-node ${isOwn ? 'is-own' : ''}`}
    aria-current={isOwn ? 'true' : undefined}
    tabIndex={isTabStop ? 0 : -1}
    title={`${node.summary}\n${node.title}`}
    onClick={() => onChoose(node.eventId)}
  >
    <span className="reason-node-text">{node.summary}</span>
    <span className="reason-node-facts">
      {words === '' ? null : <span className="visually-hidden">{words}: </span>}
      <TypeBadge type={node.type} />
      {node.status === 'unknown' ? null : <StatusBadge status={node.status} />}
      <span>{node.occurredAt === null ? <NotAvailable reason="The record has no readable time" /> : formatDate(node.occurredAt)}</span>
      <span className="reason-node-title">{node.title}</span>
    </span>
  </button>
)

const legendWords: Readonly<Record<ReasonEdgeKind, string>> = {
  depends_on: 'builds on',
  conflicts_with: 'conflicts with',
  supersedes: 'replaces',
}

const Legend = (): ReactNode => (
  <ul className="reason-legend" aria-label="Lines">
    {reasonEdgeKinds.map((kind) => (
      <li key={kind}>
        <svg width="26" height="8" aria-hidden="true">
          <path d="M 0 4 H 26" className={`reason-arc is-own is-${kind}`} />
        </svg>
        {legendWords[kind]}
      </li>
    ))}
    <li className="faint">the later one below</li>
  </ul>
)

const LinkLists = ({ graph, event, onChoose }: GraphProps): ReactNode => (
  <div className="reason-links">
    {linkGroups(graph, event).map(({ name, nodes }) => (
      <section key={name} aria-label={name}>
        <h3>{name}</h3>
        <ul>
          {nodes.map((node) => (
            <li key={node.eventId}>
              <Node node={node} isOwn={false} isTabStop words="" onChoose={onChoose} />
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)
