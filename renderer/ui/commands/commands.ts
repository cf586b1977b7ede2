/** The commands of the current place in the window: every screen lists its commands; keys, palette, menu and help use the same list. */
import { useLayoutEffect, useRef } from 'react'
import { chordOf, nextKeyState, withOwnKeys } from './chord.ts'
import type { KeyPress, KeyState } from './chord.ts'

export interface Command {
  /** Stable name; the menu of the desktop shell uses the same ones. */
  readonly id: string
  readonly title: string
  /** Heading in the palette and the help: Go, View, List, … */
  readonly group: string
  readonly keys: readonly string[]
  /** It keeps only the keys that no other command on offer uses. */
  readonly isYielding?: boolean
  readonly run: () => void
}

interface Scope {
  commands: readonly Command[]
}

const scopes: Scope[] = []

/**
 * Offers commands while the calling component is on screen. Later scopes win over earlier ones. The commands are available before the
 * component is painted: a key that is pressed as soon as its field is seen is not lost.
 */
export const useCommands = (commands: readonly Command[]): void => {
  const scope = useRef<Scope>({ commands })
  useLayoutEffect(() => {
    scope.current.commands = commands
  })
  useLayoutEffect(() => {
    const own = scope.current
    scopes.push(own)
    return () => {
      scopes.splice(scopes.indexOf(own), 1)
    }
  }, [])
}

/** All commands on offer, innermost first, each id once. */
export const activeCommands = (): readonly Command[] => {
  const byId = new Map<string, Command>()
  for (const scope of [...scopes].reverse()) for (const command of scope.commands) if (!byId.has(command.id)) byId.set(command.id, command)
  return withOwnKeys([...byId.values()])
}

/** Carries out a command by its id; false when nothing on screen offers it. */
export const runCommand = (id: string): boolean => {
  const command = activeCommands().find((each) => each.id === id)
  command?.run()
  return command !== undefined
}

let state: KeyState = { pending: undefined, atMs: 0 }

/** Carries out the command of a key press; false when there is none. Plain keys are left alone while text is typed. */
export const pressKey = (press: KeyPress, isTyping: boolean, nowMs: number): boolean => {
  const chord = chordOf(press)
  if (isTyping && !chord.startsWith('Mod+') && !chord.startsWith('Alt+')) return false
  const next = nextKeyState(state, chord, nowMs, activeCommands())
  state = next.state
  next.command?.run()
  return next.command !== undefined || next.state.pending !== undefined
}
