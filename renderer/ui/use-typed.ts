/** A text that is typed: passed on when typing pauses. */
import { useEffect, useRef, useState } from 'react'
import { throttle } from './throttle.ts'

const typingMs = 180

/** What stands in the field, and how to set it; it follows the address when that changes. */
export const useTyped = (
  text: string | undefined,
  onText: (text: string | undefined) => void,
): readonly [string, (typed: string) => void] => {
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
