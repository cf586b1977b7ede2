/** One call of a program, and what the reading of it needs. */
import { type Argument, textArgument } from './argument.ts'
import type { Changes } from './changes.ts'
import type { Operand, Option, Parsed } from './options.ts'
import { placesOf } from './place.ts'
import type { Certainty, Outcome, ShellState } from './shell-state.ts'

/** The reader itself: wrappers, `find -exec` and `bash -c` contain commands. */
export interface Shell {
  readonly changes: Changes
  readonly runCommand: (args: readonly Argument[], state: ShellState, certainty: Certainty) => Outcome
  readonly runText: (text: string, state: ShellState, certainty: Certainty) => Outcome
}

export interface Call {
  readonly shell: Shell
  readonly program: string
  /** The arguments after the program. */
  readonly args: readonly Argument[]
  readonly parsed: Parsed
  /** The operands after the sub-command. */
  readonly operands: readonly Operand[]
  readonly state: ShellState
  readonly certainty: Certainty
}

/** @param isActed what happens there is one of the acts */
export const write = ({ shell, state }: Pick<Call, 'shell' | 'state'>, argument: Argument, isActed = false): void => {
  for (const place of placesOf(argument, state.folders)) shell.changes.write(place, isActed)
}

/** May change everything below the working directory. */
export const writeFolder = (call: Pick<Call, 'shell' | 'state'>): void => write(call, textArgument('.'))

/** Long options may be shortened. */
const isNamed = ({ name }: Option, names: readonly string[]): boolean =>
  names.some((known) => known === name || (name.length > 3 && name.startsWith('--') && known.startsWith(name)))

export const optionsNamed = ({ parsed }: Pick<Call, 'parsed'>, names: readonly string[]): readonly Option[] =>
  parsed.options.filter((option) => isNamed(option, names))

export const hasOption = (call: Pick<Call, 'parsed'>, ...names: string[]): boolean => optionsNamed(call, names).length > 0
