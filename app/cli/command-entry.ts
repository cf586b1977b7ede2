/** A command before it is loaded. */
import type { DefineCommand } from './commands/command.ts'

export interface CommandEntry {
  readonly name: string
  readonly alias?: string
  readonly description: string
  readonly load: () => Promise<DefineCommand>
}
