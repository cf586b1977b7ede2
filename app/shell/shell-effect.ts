/** Effects of a shell command on files: they determine whether a computed content is still proved. */
import { isAtOrBelow } from './place.ts'

/**
 * - `none`: cannot change a file that a person or an agent edits. Build outputs, caches, and what is inside `.git` are no such files.
 * - `paths`: changes these alone, and what lies below them. A path that is not absolute names every file whose path ends so: the folder was
 *   not known. `removed` and `moved` are absolute and hold if the call succeeded; no other command of the call changes the same
 *   files afterwards. `to` is the text of the command: if it is a folder, the file is in it under its old name. Everything else is `written`, also
 *   what may be created or deleted.
 * - `any`: may change any file.
 */
export type ShellEffect =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'paths'
      readonly written: readonly string[]
      readonly removed: readonly string[]
      readonly moved: readonly { readonly from: string; readonly to: string }[]
    }
  | { readonly kind: 'any' }

/** Whether a file may have been changed. Case, Unicode form, and the two names of `/tmp` on macOS make no difference. */
export const mayChange = (effect: ShellEffect, path: string): boolean => {
  if (effect.kind !== 'paths') return effect.kind === 'any'
  const named = [...effect.written, ...effect.removed, ...effect.moved.flatMap(({ from, to }) => [from, to])]
  return named.some((place) => isAtOrBelow(path, place))
}
