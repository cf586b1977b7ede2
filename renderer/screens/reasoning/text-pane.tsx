/** The selected text: what it says, what became of it and what shows that, its files, and the ways to its places. */
import { ArrowRight, Network } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReasoningHit, ShowingRecord } from '../../../app/contract/reasoning.ts'
import { formatCount } from '../../../app/model/format/count.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { originWords, thinkingTypes, type ThinkingType } from '../../../app/model/reasoning.ts'
import { filePlace } from '../files/address.ts'
import { sessionAddress } from '../session/address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { go } from '../../ui/address/location.ts'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { CorrectForm } from '../../ui/forms/correct-form.tsx'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { showFailure } from '../../ui/layout/notice.ts'
import { PathText } from '../../ui/layout/path-text.tsx'
import { CorrectedBadge, StatusBadge, statusHint, TypeBadge, typeText } from '../../ui/reasoning/reason-badges.tsx'
import { Excerpt, openHit } from '../../ui/reasoning/reason-excerpt.tsx'
import { reasoningAddress, type ReasoningAddress } from './address.ts'

export const TextPane = ({ address }: { readonly address: ReasoningAddress }): ReactNode => {
  const { event, tab } = address
  if (event === undefined)
    return (
      <Empty title="No text selected">
        {tab === 'all' ? 'Move with j and k. Enter opens the conversation.' : 'Select one in the list above. Enter opens the conversation.'}
      </Empty>
    )
  return <Pane key={event} event={event} hasGraphButton={tab !== 'graph'} />
}

const Pane = ({ event, hasGraphButton }: { readonly event: string } & Pick<WordsProps, 'hasGraphButton'>): ReactNode => {
  const call = useQuery('reasoning.find', { eventId: event, limit: 1 })
  return (
    <section className="reason-pane" aria-label="Text">
      <Loaded call={call} what="Reading the text">
        {({ rows: [hit] }) =>
          hit === undefined ? (
            <Empty title="Text not found">The store no longer contains it.</Empty>
          ) : (
            <Words hit={hit} hasGraphButton={hasGraphButton} />
          )
        }
      </Loaded>
    </section>
  )
}

const isInGraph = ({ type }: ReasoningHit): boolean => type === 'decision' || type === 'rejection' || type === 'tradeoff'

interface WordsProps {
  readonly hit: ReasoningHit
  /** False: the graph is beside it. */
  readonly hasGraphButton: boolean
}

const Words = ({ hit, hasGraphButton }: WordsProps): ReactNode => (
  <>
    <div className="reason-pane-head">
      <TypeBadge type={hit.type} />
      <CorrectedBadge hit={hit} />
      <StatusBadge status={hit.status} />
      <span className="spring" />
      {hasGraphButton && isInGraph(hit) ? (
        <Button
          label="Dependencies"
          isSmall
          icon={<Network size={14} aria-hidden="true" />}
          onPress={() => go({ ...reasoningAddress, tab: 'graph', event: hit.eventId })}
        />
      ) : null}
      <Button label="Open" isSmall icon={<ArrowRight size={14} aria-hidden="true" />} onPress={() => openHit(hit)} />
    </div>
    <h2>{hit.title}</h2>
    <p className="reason-said">
      <Excerpt hit={hit} />
    </p>
    <dl className="facts">
      <dt>Status</dt>
      <dd>
        {statusHint(hit.status)}
        {hit.shownBy === null ? '' : ': '}
        {hit.shownBy === null ? null : <Shown record={hit.shownBy} />}
      </dd>
      <dt>From</dt>
      <dd>
        {originWords[hit.origin]}
        {hit.chain === 'main' ? '' : ' of a sub-agent'}, {hit.occurredAt === null ? 'at an unknown time' : formatInstant(hit.occurredAt)}
      </dd>
      <dt>Place</dt>
      <dd>
        {hit.commitId === null ? 'in no commit' : <span className="mono">{hit.commitId}</span>}, line {formatCount(hit.fileLine)} of its
        transcript; a text of {formatCount(hit.chars)} characters
      </dd>
      <dt>Files</dt>
      <dd>{hit.files.length === 0 ? 'none: no tool call after it names a file' : <Files hit={hit} />}</dd>
    </dl>
    <CorrectForm
      what="type"
      of="Text"
      id="text"
      choices={thinkingTypes}
      current={hit.type}
      nameOf={(type) => (type === 'raw' ? 'raw: none of the others' : typeText(type as ThinkingType))}
      rule={hit.typeByRule === null ? undefined : `by its words it is ${typeText(hit.typeByRule)}`}
      waiting="Computing what follows…"
      onPut={(type, reason) => correct(hit, type, reason)}
    />
  </>
)

/** Corrects a type, or takes the correction back; the window hears of the change as of any other. */
const correct = ({ eventId }: ReasoningHit, type: ThinkingType | null, reason: string): Promise<void> =>
  ask('reasoning.correct', { eventId, type, ...(reason === '' ? {} : { reason }) }).then(() => undefined, showFailure)

const Shown = ({ record }: { readonly record: ShowingRecord }): ReactNode => (
  <a
    className="link"
    href={`#${formatAddress(sessionAddress(record.sessionId, 'conversation', record.commitId ?? undefined, recordPlaceKey(record)))}`}
  >
    line {formatCount(record.fileLine)} of the transcript shows it
  </a>
)

const Files = ({ hit }: { readonly hit: ReasoningHit }): ReactNode => (
  <ul className="reason-files">
    {hit.files.map((file) => (
      <li key={file}>
        <a className="link mono" href={`#${formatAddress(filePlace(file, hit.sessionId))}`}>
          <PathText path={file} />
        </a>
        <a className="link" href={`#${formatAddress({ ...reasoningAddress, file })}`} aria-label={`All texts about ${file}`}>
          all texts
        </a>
      </li>
    ))}
  </ul>
)
