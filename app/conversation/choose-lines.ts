/**
 * Chooses from the lines of a path those that are part of the conversation: all of them, since each commit holds records of its own branch
 * alone. Of lines with one uuid the last counts, as for the client.
 */
import type { ChainLine } from './chain-line.ts'

/** @returns the lines in the order in which they were written */
export const chooseLines = (lines: readonly ChainLine[]): readonly ChainLine[] => {
  const last = new Map(lines.flatMap(({ uuid }, at) => (uuid === undefined ? [] : [[uuid, at] as const])))
  return lines.filter(({ uuid }, at) => uuid === undefined || last.get(uuid) === at)
}
