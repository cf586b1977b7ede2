/** The state of a shell between two commands: its folder, and the variables whose values the text of the command shows. */
import type { Argument } from './argument.ts'
import type { Folders } from './place.ts'

export interface ShellState {
  readonly folders: Folders
  /** Other variables may have any value. */
  readonly variables: ReadonlyMap<string, Argument>
}

/** States after a command that succeeded and after one that failed. undefined: the shell does not get there. */
export interface Outcome {
  readonly success: ShellState | undefined
  readonly failure: ShellState | undefined
}

/**
 * - `sure`: the call can only succeed if this command ran and succeeded.
 * - `shown`: it runs in any case, and its failure would be in the output of the call.
 * - `maybe`: nothing of it.
 */
export type Certainty = 'sure' | 'shown' | 'maybe'

/** Certainty of a command that other commands follow. */
export const notLast = (certainty: Certainty): Certainty => (certainty === 'maybe' ? 'maybe' : 'shown')

export const unknownState: ShellState = { folders: undefined, variables: new Map() }

/** More folders than this count as unknown. */
const maxFolders = 8

const joinFolders = (one: Folders, other: Folders): Folders => {
  if (one === other) return one
  if (one === undefined || other === undefined) return undefined
  if (other.every((folder) => one.includes(folder))) return one
  const folders = [...new Set([...one, ...other])]
  return folders.length > maxFolders ? undefined : folders
}

const isSame = (one: Argument, other: Argument | undefined): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** The part that is the same in both states. */
export const joinStates = (one: ShellState | undefined, other: ShellState | undefined): ShellState | undefined => {
  if (one === undefined || one === other) return other
  if (other === undefined) return one
  const variables = new Map([...one.variables].filter(([name, value]) => isSame(value, other.variables.get(name))))
  return { folders: joinFolders(one.folders, other.folders), variables }
}

export const bothWays = (state: ShellState | undefined): Outcome => ({ success: state, failure: state })

export const withFolders = (state: ShellState, folders: Folders): ShellState => ({ ...state, folders })

/** @param value undefined: not known. */
export const withVariable = (state: ShellState, name: string, value: Argument | undefined): ShellState => {
  const variables = new Map(state.variables)
  if (value === undefined) variables.delete(name)
  else variables.set(name, value)
  return { ...state, variables }
}
