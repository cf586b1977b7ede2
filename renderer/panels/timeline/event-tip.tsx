/** An event or a mark in words, beside it. */
import type { ReactNode } from 'react'
import type { Words } from './event-words.ts'

export interface EventTipProps {
  readonly words: Words
  readonly hint: string
  readonly style: Readonly<Record<string, number>>
}

export const EventTip = ({ words, hint, style }: EventTipProps): ReactNode => (
  <div className="chart-tip" style={style}>
    <EventText words={words} />
    <div className="faint">{hint}</div>
  </div>
)

export const EventText = ({ words }: { readonly words: Words }): ReactNode => (
  <div className={words.isError ? 'chart-tip-error' : ''}>
    <strong>{words.title}</strong> {words.text}
    <div className="faint">{words.detail}</div>
  </div>
)
