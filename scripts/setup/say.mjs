/** What the scripts tell the person running them; on stderr, so that stdout stays a program's own output. */

/** Prints one line about what is going on. */
export function say(text) {
  process.stderr.write(`strata: ${text}\n`)
}

/** An expected failure of set-up: its message says what is wrong and what to do, so no stack is shown. */
export class SetupError extends Error {
  name = 'SetupError'
}

/** Runs a script's main function: exits with the code it answers, and shows a SetupError as plain text. */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}
