/** The state of a shell between two commands: its folder, and the variables whose values the text of the command shows. */
import type { Argument } from './argument.ts'
import type { Folders } from './place.ts'

export type ShellFolders = Pick<ShellState, 'folders' | 'shownFolders'>

export interface ShellState {
  readonly folders: Folders
  /** The possible folders if no command reported a failure: after `cd a; …`, `a` alone. */
  readonly shownFolders: Folders
  /** What `pushd` left, the newest first; undefined: not known. */
  readonly left: readonly ShellFolders[] | undefined
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

/** A shell that begins in one of these folders. */
export const beginIn = (folders: Folders): ShellState => ({ folders, shownFolders: folders, left: [], variables: new Map() })

export const unknownState: ShellState = beginIn(undefined)

/** More folders than this count as unknown. */
const maxFolders = 8

const joinFolders = (one: Folders, other: Folders): Folders => {
  if (one === other) return one
  if (one === undefined || other === undefined) return undefined
  if (other.every((folder) => one.includes(folder))) return one
  const folders = [...new Set([...one, ...other])]
  return folders.length > maxFolders ? undefined : folders
}

const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** Whether the folder depends on what the output of the call shows. */
export const isFolderShown = ({ folders, shownFolders }: ShellFolders): boolean => folders !== shownFolders

const joinShellFolders = (one: ShellState, other: ShellState): ShellFolders => {
  const folders = joinFolders(one.folders, other.folders)
  const isShown = isFolderShown(one) || isFolderShown(other)
  return { folders, shownFolders: isShown ? joinFolders(one.shownFolders, other.shownFolders) : folders }
}

/** The part that is the same in both states. */
export const joinStates = (one: ShellState | undefined, other: ShellState | undefined): ShellState | undefined => {
  if (one === undefined || one === other) return other
  if (other === undefined) return one
  const variables = new Map([...one.variables].filter(([name, value]) => isSame(value, other.variables.get(name))))
  return { ...joinShellFolders(one, other), left: isSame(one.left, other.left) ? one.left : undefined, variables }
}

export const bothWays = (state: ShellState | undefined): Outcome => ({ success: state, failure: state })

/** @param change of each of the folders that the shell may be in */
export const enter = (state: ShellState, change: (folders: Folders) => Folders): ShellState => {
  const folders = change(state.folders)
  return { ...state, folders, shownFolders: isFolderShown(state) ? change(state.shownFolders) : folders }
}

/** @param value undefined: not known. */
export const withVariable = (state: ShellState, name: string, value: Argument | undefined): ShellState => {
  const variables = new Map(state.variables)
  if (value === undefined) variables.delete(name)
  else variables.set(name, value)
  return { ...state, variables }
}
