/** One record of a conversation: who speaks, when, what, and why it was classified so. */
import { memo, type ReactNode } from 'react'
import type { ConversationItem } from '../../app/contract/views.ts'
import { formatClockSeconds, formatInstant } from '../ui/format-time.ts'
import { BlockView } from './block-view.tsx'
import { SpeakerIcon } from './speaker-icon.tsx'
import { speakerNames } from './speakers.ts'

export interface ConversationEntryProps {
  readonly item: ConversationItem
  readonly isSpeechStart: boolean
}

export const ConversationEntry = memo(function ConversationEntry({ item, isSpeechStart }: ConversationEntryProps): ReactNode {
  const name = `${item.sourceFile}:${item.line}`
  return (
    <article className={`entry is-${item.speaker} ${isSpeechStart ? 'is-start' : ''}`} aria-label={speakerNames[item.speaker]}>
      {isSpeechStart ? <EntryHead item={item} /> : null}
      <EntryOrigin item={item} />
      {item.blocks.map((block, place) => (
        <BlockView key={place} name={`${name}:${place}`} block={block} speaker={item.speaker} />
      ))}
    </article>
  )
})

const EntryHead = ({ item }: { readonly item: ConversationItem }): ReactNode => (
  <header className="entry-head">
    <SpeakerIcon speaker={item.speaker} />
    <span className="entry-speaker">{speakerNames[item.speaker]}</span>
    {item.speaker === 'injected' || item.speaker === 'system' ? <span className="faint">{item.class.replaceAll('_', ' ')}</span> : null}
    {item.model === null ? null : <span className="faint">{item.model}</span>}
    {item.occurredAt === null ? null : (
      <time className="faint" dateTime={new Date(item.occurredAt).toISOString()} title={formatInstant(item.occurredAt)}>
        {formatClockSeconds(item.occurredAt)}
      </time>
    )}
  </header>
)

/** Shown when the pointer is on the entry: its class, the rule that decided it, and where it stands. */
const EntryOrigin = ({ item }: { readonly item: ConversationItem }): ReactNode => (
  <div className="entry-origin mono" title={`${item.sourceFile}${item.uuid === null ? '' : `\nuuid ${item.uuid}`}`}>
    {item.class} · rule {item.rule} · {item.recordType} · line {item.line}
  </div>
)
