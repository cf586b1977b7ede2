/** A text filter: answers as one types, the slash key goes there, Escape clears it. */
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { KeyCaps } from './key-caps.tsx'
import { throttle } from './throttle.ts'
import { useVerbs } from './verbs.ts'
import './field.css'

export interface SearchFieldProps {
  readonly label: string
  readonly text: string | undefined
  readonly onText: (text: string | undefined) => void
}

const typingMs = 180

export const SearchField = ({ label, text, onText }: SearchFieldProps): ReactNode => {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useTyped(text, onText)
  const focus = (): void => {
    input.current?.focus()
    input.current?.select()
  }
  useVerbs([{ id: 'find', title: label, group: 'View', keys: ['/', 'Mod+F'], run: focus }])
  return (
    <div className="field search-field">
      <Search size={14} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (typed === '') event.currentTarget.blur()
          else setTyped('')
        }}
      />
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

/** What stands in the field, passed on when typing pauses; follows the address when that changes. */
const useTyped = (text: string | undefined, onText: (text: string | undefined) => void): readonly [string, (typed: string) => void] => {
  const [typed, setTyped] = useState(text ?? '')
  const latest = useRef({ typed, onText, sent: text ?? '' })
  const [sending] = useState(() =>
    throttle(() => {
      latest.current.sent = latest.current.typed
      latest.current.onText(latest.current.typed === '' ? undefined : latest.current.typed)
    }, typingMs),
  )
  useEffect(() => {
    latest.current = { ...latest.current, typed, onText }
  })
  useEffect(() => {
    if ((text ?? '') === latest.current.sent) return
    latest.current.sent = text ?? ''
    setTyped(text ?? '')
  }, [text])
  useEffect(() => sending.cancel, [sending])
  return [
    typed,
    (next) => {
      setTyped(next)
      sending.request()
    },
  ]
}
