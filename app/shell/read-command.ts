/** Reads a shell command: which files it may change, and what it surely does to files. */
import type { Act } from './act.ts'
import { collectChanges } from './changes.ts'
import { withoutDrive } from './place.ts'
import type { ShellEffect } from './shell-effect.ts'
import { beginIn } from './shell-state.ts'
import { createShell } from './walk-script.ts'

/** Longer commands are not read. */
const maxLength = 200_000

interface ReadCommand {
  readonly effect: ShellEffect
  /** They hold if the call succeeded. */
  readonly acts: readonly Act[]
  /** A part of it continues when the call ends. */
  readonly isDetached: boolean
}

const anything: ReadCommand = { effect: { kind: 'any' }, acts: [], isDetached: false }

/**
 * @param cwd working directory of the call, absolute. Without it, a relative path names every file whose path ends so; `.`, `..` and
 *   patterns without a folder may then be any file.
 */
export const readCommand = (command: string, cwd: string | undefined): ReadCommand => {
  if (command.length > maxLength || command.includes('\0')) return anything
  const folder = cwd === undefined ? undefined : withoutDrive(cwd)
  const changes = collectChanges()
  try {
    const folders = folder?.startsWith('/') === true ? [folder] : undefined
    createShell(changes).runText(command, beginIn(folders), 'sure')
  } catch (error) {
    // A command that nests deeper than the stack is not understood.
    if (error instanceof RangeError) return anything
    throw error
  }
  return { effect: changes.effect(), acts: changes.acts(), isDetached: changes.isDetached() }
}

export const shellEffect = (command: string, cwd: string | undefined): ShellEffect => readCommand(command, cwd).effect
