/** A text that is typed: passed on when typing pauses. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { throttle } from '../calls/throttle.ts'

const typingMs = 180

export interface TypedField {
  readonly typed: string
  readonly setTyped: (typed: string) => void
  /** Escape empties the field, and leaves it when it is empty. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => void
  /** Passes on what was typed last, so that it does not arrive after what the person does next. */
  readonly onBlur: () => void
}

/** The properties of a field for one line: its text, and the effects of typing and Escape. It follows the address when that changes. */
export const useTyped = (text: string | undefined, onText: (text: string | undefined) => void, pauseMs = typingMs): TypedField => {
  const [typed, setTyped] = useState(text ?? '')
  const latest = useRef({ typed, onText, sent: text ?? '' })
  const [sending] = useState(() =>
    throttle(() => {
      latest.current.sent = latest.current.typed
      latest.current.onText(latest.current.typed === '' ? undefined : latest.current.typed)
    }, pauseMs),
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
  const setAndSend = (next: string): void => {
    setTyped(next)
    sending.request()
  }
  return {
    typed,
    setTyped: setAndSend,
    onBlur: sending.flush,
    onKeyDown: (event) => {
      if (event.key !== 'Escape') return
      if (typed === '') event.currentTarget.blur()
      else setAndSend('')
    },
  }
}

/** Milliseconds. */
const pauseMs = 400

/** Returns the first value immediately, and a later one after it has not changed for the pause. */
export const useSettled = (value: string, ms = pauseMs): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
