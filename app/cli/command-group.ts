/** What the list of commands says of each. */
import type { DefineCommand } from './commands/command.ts'

export interface CommandEntry {
  readonly name: string
  readonly alias?: string
  readonly description: string
  readonly load: () => Promise<DefineCommand>
}

export interface CommandGroup {
  readonly title: string
  readonly commands: readonly CommandEntry[]
}
