/** The command line: runs the command that this process was started with, and sets the exit code. */
import { runCommand } from './run-command.ts'
import { openTerminal } from './terminal.ts'

/** Runs `strata` with the arguments of this process, which ends with it. */
export const runCli = async (): Promise<void> => {
  const terminal = openTerminal(process)
  const exitCode = await runCommand(process.argv.slice(2), terminal)
  process.exitCode = exitCode
  await terminal.allPrinted()
  // A damaged index stays open in DuckDB; the command has ended, so the process exits explicitly.
  process.exit(exitCode)
}
