/** Turns key presses and the desktop menu's commands into what the screens offer. */
import { useEffect } from 'react'
import { onSignal } from '../ui/calls/bridge.ts'
import { showNotice } from '../ui/layout/notice.ts'
import { pressKey, runCommand } from '../ui/commands/commands.ts'

export const useKeyboard = (): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || isPanelOpen() || isOwnKey(event)) return
      if (pressKey(event, isTyping(event.target), event.timeStamp)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    const stop = onSignal((signal) => {
      if (signal.kind === 'command' && !isPanelOpen()) runMenuCommand(signal.command)
    })
    return () => {
      window.removeEventListener('keydown', press)
      stop()
    }
  }, [])
}

/** A command of the desktop menu that nothing on screen offers says what is missing. */
const runMenuCommand = (id: string): void => {
  if (!runCommand(id) && id.startsWith('commit.')) showNotice('Select a commit first. The log lists all commits (g l).')
}

const isPanelOpen = (): boolean => document.querySelector('dialog[open]') !== null

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches('input:not([type="range"]), textarea, select, [data-typing]') || target.isContentEditable)

/** Enter and Space belong to the button or link that has the focus, every key to an open menu. */
const isOwnKey = (event: KeyboardEvent): boolean =>
  event.target instanceof Element &&
  (event.target.closest('[role="menu"]') !== null ||
    ((event.key === 'Enter' || event.key === ' ') && event.target.closest('button, a, summary') !== null))
