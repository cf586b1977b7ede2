/** Entry of the command line: reads the arguments, runs the command, sets the exit code. */
import { CommanderError } from 'commander'
import { exitCodes } from './exit-codes.ts'
import { givenName } from './given-names.ts'
import { failureText } from './text/failure-text.ts'
import { toFailure } from '../model/failure.ts'
import { runWithEngine, type GlobalOptions } from './run-with-engine.ts'
import { strataProgram } from './program.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** Runs `strata` with the given arguments and gives its exit code. */
const runCli = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  let exitCode: number = exitCodes.success
  const program = strataProgram(
    {
      async withEngine(work, whereNone) {
        const [command = ''] = program.args
        exitCode = await runWithEngine(
          terminal,
          {
            ...program.opts<GlobalOptions>(),
            command,
            nameOf: (field) => givenName(program, field),
            ...(whereNone === undefined ? {} : { whereNone }),
          },
          work,
        )
      },
      async alone(work) {
        exitCode = await work(terminal, program.opts<GlobalOptions>())
      },
    },
    (text) => terminal.printError(text),
  )
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.success : exitCodes.usage
    terminal.printError(failureText(toFailure(thrown)))
    return exitCodes.failure
  }
}

const terminal = openTerminal(process)
void runCli(process.argv.slice(2), terminal).then(async (exitCode) => {
  process.exitCode = exitCode
  await terminal.allPrinted()
  // A damaged index stays open in DuckDB; the command has ended, so the process exits explicitly.
  process.exit(exitCode)
})
