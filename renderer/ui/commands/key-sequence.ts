/** Follows key presses to the verb they mean, single chords and sequences of two. */

interface Keyed {
  readonly keys: readonly string[]
}

/** `pending`: the first chord of a sequence, pressed at `atMs`. */
export interface KeyState {
  readonly pending: string | undefined
  readonly atMs: number
}

const sequenceMs = 1200

/** The verb that `chord` completes, and the state after it. */
export const nextKeyState = <V extends Keyed>(
  state: KeyState,
  chord: string,
  nowMs: number,
  verbs: readonly V[],
): { readonly state: KeyState; readonly verb: V | undefined } => {
  const first = state.pending !== undefined && nowMs - state.atMs <= sequenceMs ? state.pending : undefined
  const done = { pending: undefined, atMs: nowMs }
  const sequence = first === undefined ? undefined : find(verbs, `${first} ${chord}`)
  if (sequence !== undefined) return { state: done, verb: sequence }
  const single = find(verbs, chord)
  if (single !== undefined) return { state: done, verb: single }
  const begins = verbs.some((verb) => verb.keys.some((keys) => keys.startsWith(`${chord} `)))
  return { state: begins ? { pending: chord, atMs: nowMs } : done, verb: undefined }
}

const find = <V extends Keyed>(verbs: readonly V[], keys: string): V | undefined => verbs.find((verb) => verb.keys.includes(keys))
