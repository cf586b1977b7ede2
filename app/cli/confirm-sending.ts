/** The confirmation before something is sent to a service. */
import type { Strata } from './run-with-engine.ts'

/** Whether to continue: agreed with an option, or by the person at the terminal. */
export const isAgreed = async ({ terminal }: Strata, question: string, yes: boolean): Promise<boolean> => {
  if (yes) return true
  const isThere = terminal.confirm !== undefined
  if (isThere && (await terminal.confirm(question))) return true
  terminal.printError(`Nothing was sent${isThere ? '' : ': no terminal to confirm on. To send without confirmation, use --yes'}.\n`)
  return false
}
