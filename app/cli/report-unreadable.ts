/** What an answer over the whole store lacks. */
import { unreadableText } from '../model/format/unreadable-text.ts'
import { exitCodes } from './exit-codes.ts'
import type { Strata } from './run-with-engine.ts'

/** Prints how many sessions of the store cannot be read. @returns the exit code; undefined: all can */
export const reportUnreadable = async ({ ask, terminal }: Pick<Strata, 'ask' | 'terminal'>): Promise<number | undefined> => {
  const missing = unreadableText(await ask('store.unreadable', {}))
  if (missing === undefined) return undefined
  terminal.printError(`strata: ${missing}\n`)
  return exitCodes.faults
}
