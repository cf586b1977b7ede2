/** One command: reads its arguments and runs it. */
import { CommanderError, type Command } from 'commander'
import type { RunCommand } from './commands/command.ts'
import { exitCodes } from './exit-codes.ts'
import { givenName } from './given-names.ts'
import { failureText } from './text/failure-text.ts'
import { toFailure } from '../model/failure.ts'
import type { GlobalOptions } from './run-with-engine.ts'
import { strataProgram } from './program.ts'
import type { Terminal } from './terminal.ts'

/** Runs a command with the given arguments and gives its exit code. */
export const runCommand = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  let exitCode: number = exitCodes.success
  let program: Command | undefined
  const options = (): GlobalOptions => program?.opts<GlobalOptions>() ?? {}
  const run: RunCommand = {
    async withEngine(work, whereNone, keepsSearchIndex = false) {
      const { runWithEngine } = await import('./run-with-engine.ts')
      const command = program?.args[0] ?? ''
      const nameOf = (field: string): string => (program === undefined ? field : givenName(program, field))
      exitCode = await runWithEngine(
        terminal,
        { ...options(), command, nameOf, keepsSearchIndex, ...(whereNone === undefined ? {} : { whereNone }) },
        work,
      )
    },
    async alone(work) {
      exitCode = await work(terminal, options())
    },
    another: runCommand,
  }
  try {
    program = await strataProgram(run, terminal, args)
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.success : exitCodes.usage
    terminal.printError(failureText(toFailure(thrown)))
    return exitCodes.failure
  }
}
