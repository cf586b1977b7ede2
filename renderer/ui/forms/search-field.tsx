/** A text filter: answers as one types, the slash key goes there, Escape clears it, Enter leaves it for what it found. */
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { KeyCaps } from '../commands/key-caps.tsx'
import { useTyped } from './use-typed.ts'
import { useCommands } from '../commands/commands.ts'
import './field.css'
import './filters.css'

/** A control for typed text. */
export type TextControl = HTMLInputElement | HTMLTextAreaElement

export interface SearchFieldProps {
  /** The label of the field, which names the searched items. */
  readonly label: string
  /** Shown while the field is empty, where the label is too long for it. */
  readonly placeholder?: string
  readonly text: string | undefined
  readonly onText: (text: string | undefined) => void
  /** The field has the focus from the start: the screen shows nothing else yet. */
  readonly takesFocus?: boolean
  /** After a key, before the text is passed on, milliseconds. */
  readonly pauseMs?: number
  /** Enter and the arrow down lead to what was found; otherwise Enter leaves the field. */
  readonly onLeave?: () => void
  readonly input?: RefObject<TextControl | null>
  /** A long text is shown on several lines; it is still one line of text. */
  readonly isGrowing?: boolean
}

export const SearchField = ({
  label,
  placeholder = label,
  text,
  onText,
  takesFocus = false,
  isGrowing = false,
  ...more
}: SearchFieldProps): ReactNode => {
  const own = useRef<TextControl>(null)
  const { input = own, onLeave, pauseMs } = more
  const { typed, setTyped, onKeyDown, onBlur } = useTyped(text, onText, pauseMs)
  const focus = (): void => {
    input.current?.focus()
    input.current?.select()
  }
  const [isFirst] = useState(takesFocus)
  useEffect(() => {
    if (isFirst) input.current?.focus()
  }, [isFirst, input])
  const press = (event: KeyboardEvent<TextControl>): void => {
    // A key that ends a word of an input method is none.
    const isLeaving = !event.nativeEvent.isComposing && (event.key === 'Enter' || (event.key === 'ArrowDown' && onLeave !== undefined))
    if (!isLeaving) {
      onKeyDown(event)
      return
    }
    event.preventDefault()
    event.currentTarget.blur()
    onLeave?.()
  }
  useCommands([{ id: 'find', title: label, group: 'View', keys: ['/', 'Mod+F'], run: focus }])
  const control = {
    'aria-label': label,
    placeholder,
    title: placeholder === label ? undefined : label,
    value: typed,
    spellCheck: false,
    onBlur,
    onKeyDown: press,
  }
  const hold = (element: TextControl | null): void => {
    input.current = element
  }
  return (
    <div className={`field search-field ${isGrowing ? 'is-growing' : ''}`}>
      <Search size={14} aria-hidden="true" />
      {isGrowing ? (
        <div className="growing-text" data-text={typed === '' ? placeholder : typed}>
          <textarea {...control} ref={hold} rows={1} onChange={(event) => setTyped(event.target.value.replaceAll(/[\r\n]+/g, ' '))} />
        </div>
      ) : (
        <input {...control} ref={hold} type="search" onChange={(event) => setTyped(event.target.value)} />
      )}
      {typed === '' ? (
        <KeyCaps chord="/" />
      ) : (
        <button type="button" className="link" aria-label="Clear the filter" onClick={() => setTyped('')}>
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

/** A filter that is typed, marked while it is set; Escape clears it. */
interface TextFilterProps {
  readonly label: string
  readonly hint: string
  readonly text: string | undefined
  readonly onText: (text: string | undefined) => void
}

export const TextFilter = ({ label, hint, text, onText }: TextFilterProps): ReactNode => {
  const { typed, setTyped, onKeyDown, onBlur } = useTyped(text, onText)
  return (
    <div className={`field text-filter ${text === undefined ? '' : 'is-set'}`}>
      <input
        type="text"
        aria-label={label}
        placeholder={label}
        title={hint}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
