/** Which dialog about the store lies over the window; one at a time. */
import { observable } from '../calls/observable.ts'

export type StoreDialogName = 'remote' | 'push' | 'fetch' | 'bundle' | 'import-bundle' | 'gc' | 'summaries' | 'lake'

export interface OpenStoreDialog {
  readonly name: StoreDialogName
  /** The remote that it is about at first. */
  readonly remote: string | undefined
  /** Names that are selected at first; undefined: everything. */
  readonly names: readonly string[] | undefined
}

export const storeDialog = observable<OpenStoreDialog | undefined>(undefined)

export const openStoreDialog = (name: StoreDialogName, remote?: string, names?: readonly string[]): void =>
  storeDialog.set({ name, remote, names })

/** Remotes are kept beside the store, not in its tables: this version notifies lists of remotes of a change. */
export const remotesVersion = observable(0)

export const remotesChanged = (): void => remotesVersion.set(remotesVersion.get() + 1)
