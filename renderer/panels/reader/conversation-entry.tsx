/** One record of a conversation: who speaks, when, and what. */
import { memo, useMemo, type ReactNode } from 'react'
import type { ConversationItem } from '../../../app/contract/reader.ts'
import { classesFor } from '../../../app/model/correction.ts'
import { ledgerAddress } from '../../screens/ledger/address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { formatClockSeconds, formatInstant } from '../../../app/model/format/instant.ts'
import { BlockView } from './block-view.tsx'
import { EntrySourceContext } from './entry-source.ts'
import { RuleMark } from './rule-mark.tsx'
import { speakerName, isToolAnswer } from './speakers.ts'
import { Bot, CircleAlert, Layers2, Settings2, Syringe, UserRound, Wrench } from 'lucide-react'

export interface ConversationEntryProps {
  readonly item: ConversationItem
  readonly isSpeechStart: boolean
  /** The block that was sought, from 0. */
  readonly soughtBlock?: number | undefined
}

export const ConversationEntry = memo(function ConversationEntry({ item, isSpeechStart, soughtBlock }: ConversationEntryProps): ReactNode {
  const name = `${item.sourceFile}:${item.line}`
  const { sourceId, line } = item
  const source = useMemo(() => ({ sourceId, line }), [sourceId, line])
  if (item.blocks.length === 0 && item.class !== 'reply') return null
  // What a client attaches comes in rows of many: each is one line, which says what it is.
  const isNotice = item.blocks.every(({ kind }) => kind === 'attached')
  return (
    <article className={`entry is-${item.speaker} ${isSpeechStart && !isNotice ? 'is-start' : ''}`} aria-label={speakerName(item)}>
      {isSpeechStart && !isNotice ? <EntryHead item={item} /> : null}
      <EntrySourceContext value={source}>
        {item.blocks.map((block, place) => (
          <div key={place} className={place === soughtBlock ? 'entry-block is-sought' : 'entry-block'}>
            <BlockView name={`${name}:${place}`} block={block} speaker={item.speaker} />
          </div>
        ))}
      </EntrySourceContext>
    </article>
  )
})

const EntryHead = ({ item }: { readonly item: ConversationItem }): ReactNode => (
  <header className="entry-head">
    <SpeakerIcon item={item} />
    <span className="entry-speaker">{speakerName(item)}</span>
    {(item.speaker === 'injected' || item.speaker === 'system') && !isToolAnswer(item) ? <RuleMark item={item} /> : null}
    <CorrectedBadge item={item} />
    {item.model === null ? null : (
      <span className="faint entry-model" title={item.model}>
        {item.model}
      </span>
    )}
    {item.occurredAt === null ? null : (
      <time className="faint" dateTime={new Date(item.occurredAt).toISOString()} title={formatInstant(item.occurredAt)}>
        {formatClockSeconds(item.occurredAt)}
      </time>
    )}
    <ClassLink item={item} />
  </header>
)

const CorrectedBadge = ({ item }: { readonly item: ConversationItem }): ReactNode =>
  item.classByRule === null ? null : (
    <Badge look="accent" hint={`Class by rule ${item.rule}: ${item.classByRule}`}>
      corrected
    </Badge>
  )

/** To the record in the ledger, where its class can be corrected. */
const ClassLink = ({ item }: { readonly item: ConversationItem }): ReactNode => {
  if (item.sourceId === null || classesFor(item.recordType, item.subtype).length === 0) return null
  const address = { ...ledgerAddress, tab: 'records', at: `${item.sourceId}:${item.line}`, alone: true } as const
  return (
    <a className="entry-class" href={`#${formatAddress(address)}`} title={`${item.class} by ${item.rule}`}>
      Correct class…
    </a>
  )
}

const icons = { human: UserRound, agent: Bot, injected: Syringe, system: Settings2, error: CircleAlert, summary: Layers2 } as const

/** A sign for each speaker, besides the colour. */
const SpeakerIcon = ({ item }: { readonly item: ConversationItem }): ReactNode => {
  const Icon = isToolAnswer(item) ? Wrench : icons[item.speaker]
  return <Icon size={14} aria-hidden="true" />
}
