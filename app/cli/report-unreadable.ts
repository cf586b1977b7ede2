/** What an answer lacks. */
import { unreadableText } from '../model/format/unreadable-text.ts'
import { exitCodes } from './exit-codes.ts'
import type { Strata } from './run-with-engine.ts'
import { printableLine } from './text/printable.ts'

/** Prints how many sessions of the store cannot be read. @returns the exit code; undefined: all can */
export const reportUnreadable = async ({ ask, terminal }: Pick<Strata, 'ask' | 'terminal'>): Promise<number | undefined> => {
  const missing = unreadableText(await ask('store.unreadable', {}))
  if (missing === undefined) return undefined
  terminal.printError(`strata: ${missing}\n`)
  return exitCodes.faults
}

/** Prints which earlier commits an answer about what an agent met or knew lacks. @returns the exit code; undefined: none */
export const reportLacking = async ({ ask, terminal }: Pick<Strata, 'ask' | 'terminal'>, at: string): Promise<number | undefined> => {
  const { lacking } = await ask('commit.history', { commitId: at, depth: 1 })
  for (const { commitId, now } of lacking) {
    const where = now === null ? 'no commit contains its records' : `${now} contains its records, and more after them`
    terminal.printError(`strata: ${printableLine(commitId)}, which it continues, was replaced: ${where}. They are not in this answer.\n`)
  }
  return lacking.length === 0 ? undefined : exitCodes.faults
}
