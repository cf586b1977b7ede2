/** What all folders together have that the store has not. */
import type { RootView } from '../../../app/contract/sources.ts'

export const pendingTotal = (roots: readonly RootView[]): { readonly files: number; readonly bytes: number } => ({
  files: roots.reduce((sum, root) => sum + root.pendingFiles, 0),
  bytes: roots.reduce((sum, root) => sum + root.pendingBytes, 0),
})
