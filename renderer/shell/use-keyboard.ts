/** Turns key presses and the desktop menu's verbs into what the screens offer. */
import { useEffect } from 'react'
import { onSignal } from '../ui/bridge.ts'
import { pressKey, runVerb } from '../ui/verbs.ts'

export const useKeyboard = (): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || isPanelOpen() || isOwnKey(event)) return
      if (pressKey(event, isTyping(event.target), event.timeStamp)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    const stop = onSignal((signal) => {
      if (signal.kind === 'verb' && !isPanelOpen()) runVerb(signal.verb)
    })
    return () => {
      window.removeEventListener('keydown', press)
      stop()
    }
  }, [])
}

const isPanelOpen = (): boolean => document.querySelector('dialog[open]') !== null

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)

/** Enter and Space belong to the button, link or menu that has the focus. */
const isOwnKey = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof Element &&
  event.target.closest('button, a, summary, [role="menuitem"]') !== null
