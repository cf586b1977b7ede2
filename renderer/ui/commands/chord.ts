/** Keys as text: `j`, `Shift+J`, `Mod+K`, `?`, and sequences of two such as `g s`. */

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const named: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
}

/** The chord of a key press; `Mod` is Ctrl, on a Mac Cmd. Shift is named only where the key itself does not show it. */
export const chordOf = (press: KeyPress): string => {
  const key = named[press.key] ?? press.key
  const hasMod = press.ctrlKey || press.metaKey
  const hasShift = press.shiftKey && !isSign(key)
  const modifiers = [hasMod && 'Mod', press.altKey && 'Alt', hasShift && 'Shift'].filter((part) => part !== false)
  return [...modifiers, isLetter(key) && modifiers.length > 0 ? key.toUpperCase() : key].join('+')
}

const isLetter = (key: string): boolean => key.length === 1 && key.toLowerCase() !== key.toUpperCase()

const isSign = (key: string): boolean => key.length === 1 && !isLetter(key)

const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' }
const arrowSigns: Readonly<Record<string, string>> = { Up: '↑', Down: '↓', Left: '←', Right: '→' }

/** The keys of a chord as they are written on the keyboard. */
export const keyCaps = (chord: string, isMac: boolean): readonly string[] =>
  chord
    .split(' ')
    .flatMap((each) => each.split(/\+(?!$)/))
    .map((cap) => keyCap(cap, isMac))

const keyCap = (cap: string, isMac: boolean): string => {
  const sign = (isMac ? macSigns[cap] : undefined) ?? arrowSigns[cap]
  if (sign !== undefined) return sign
  if (cap === 'Mod') return 'Ctrl'
  return cap.length === 1 ? cap.toUpperCase() : cap
}

interface Keyed {
  readonly keys: readonly string[]
  /** It keeps only the keys that no other command on offer uses. */
  readonly isYielding?: boolean
}

/** The commands with the keys that they have beside each other. */
export const withOwnKeys = <V extends Keyed>(commands: readonly V[]): readonly V[] => {
  const taken = new Set(commands.flatMap((command) => (command.isYielding === true ? [] : command.keys)))
  return commands.map((command) =>
    command.isYielding === true ? { ...command, keys: command.keys.filter((chord) => !taken.has(chord)) } : command,
  )
}

/** `pending`: the first chord of a sequence, pressed at `atMs`. */
export interface KeyState {
  readonly pending: string | undefined
  readonly atMs: number
}

const sequenceMs = 1200

/** The command that `chord` completes, and the state after it. */
export const nextKeyState = <V extends Keyed>(
  state: KeyState,
  chord: string,
  nowMs: number,
  commands: readonly V[],
): { readonly state: KeyState; readonly command: V | undefined } => {
  const first = state.pending !== undefined && nowMs - state.atMs <= sequenceMs ? state.pending : undefined
  const done = { pending: undefined, atMs: nowMs }
  const sequence = first === undefined ? undefined : find(commands, `${first} ${chord}`)
  if (sequence !== undefined) return { state: done, command: sequence }
  const single = find(commands, chord)
  if (single !== undefined) return { state: done, command: single }
  const begins = commands.some((command) => command.keys.some((keys) => keys.startsWith(`${chord} `)))
  return { state: begins ? { pending: chord, atMs: nowMs } : done, command: undefined }
}

const find = <V extends Keyed>(commands: readonly V[], keys: string): V | undefined =>
  commands.find((command) => command.keys.includes(keys))
