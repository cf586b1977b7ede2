/** Reads a shell command: which files it may change. */
import { collectChanges } from './changes.ts'
import { withoutDrive } from './place.ts'
import type { ShellEffect } from './shell-effect.ts'
import { createShell } from './walk-script.ts'

/** Longer commands are not read. */
const maxLength = 200_000

/**
 * @param cwd working directory of the call, absolute. Without it, a relative path names every file whose path ends so; `.`, `..` and
 *   patterns without a folder may then be any file.
 */
export const shellEffect = (command: string, cwd: string | undefined): ShellEffect => {
  if (command.length > maxLength || command.includes('\0')) return { kind: 'any' }
  const folder = cwd === undefined ? undefined : withoutDrive(cwd)
  const changes = collectChanges()
  try {
    const folders = folder?.startsWith('/') === true ? [folder] : undefined
    createShell(changes).runText(command, { folders, variables: new Map() }, true)
  } catch (error) {
    // A command that nests deeper than the stack is not understood.
    if (error instanceof RangeError) return { kind: 'any' }
    throw error
  }
  return changes.effect()
}
