/** Which files and folders the person chose in a dialog: a window writes nowhere else. */
import { dirname, resolve } from 'node:path'
import type { CallName, CallParsed } from '../app/contract/calls.ts'
import { StrataError } from '../app/model/failure.ts'

/** Where a call would write, for each that writes outside the store. Undefined: nowhere, or into a folder that the engine knows. */
const targets: { readonly [N in CallName]?: (input: CallParsed<N>) => readonly (string | undefined)[] } = {
  'export.make': ({ to, configDir }) => [to, configDir],
  'export.start': ({ to }) => [to ?? undefined],
  'bundle.create': ({ path }) => [path],
  'remote.add': ({ path }) => [path],
  'sql.save': ({ path }) => [path],
  'analytics.save': ({ path }) => [path],
  'lake.start': ({ dir }) => [dir],
  'restore.start': ({ to }) => [to ?? undefined],
}

export class ChosenPaths {
  readonly #chosen = new Set<string>()

  add(...paths: readonly string[]): void {
    for (const path of paths) this.#chosen.add(path)
  }

  /** @throws StrataError path-refused for a call that would write where no dialog was asked */
  check<N extends CallName>(name: N, input: CallParsed<N>): void {
    const written = targets[name]?.(input) ?? []
    const mayWrite = (path: string): boolean => this.#chosen.has(path) || this.#isNewIn(name, input, path)
    if (written.some((path) => path !== undefined && !mayWrite(path)))
      throw new StrataError('path-refused', 'The window cannot choose a path to write to. Choose the path in the dialog.', { name })
  }

  /** An export may make new files in a chosen folder, and replace none. */
  #isNewIn<N extends CallName>(name: N, input: CallParsed<N>, path: string): boolean {
    const replaces = (input as { readonly replaces?: boolean }).replaces === true
    return name === 'export.start' && !replaces && resolve(path) === path && this.#chosen.has(dirname(path))
  }
}
