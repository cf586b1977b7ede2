/** Lines that are known to have changed before two texts are compared, since the other text does not contain them. */
import { roughRoot } from './shortest-edit.ts'

/** How a line is found in the other text: not at all, now and then, or so often that it says little of its place. */
type Frequency = 0 | 1 | 2

/** As many lines are looked at on each side of one that is found often. */
const window = 100
/** A frequent line is left out where fewer than this fraction (1/4) of the lines around it are frequent too. */
const frequentShare = 4

const frequencies = (lines: readonly string[], counts: ReadonlyMap<string, number>, many: number): readonly Frequency[] =>
  lines.map((line): Frequency => {
    const count = counts.get(line) ?? 0
    return count === 0 ? 0 : count >= many ? 2 : 1
  })

interface Around {
  readonly absent: number
  readonly frequent: number
}

/** Up to the first line that is in both texts, on one side. */
const around = (all: readonly Frequency[], at: number, step: 1 | -1): Around => {
  let [absent, frequent] = [0, 1]
  const [first, last] = [Math.max(0, at - window), Math.min(all.length - 1, at + window)]
  for (let near = at + step; near >= first && near <= last && all[near] !== 1; near += step)
    if (all[near] === 0) absent += 1
    else frequent += 1
  return { absent, frequent }
}

/** Whether a frequent line stands among lines that the other text does not contain: then a match of it would say nothing. */
const saysLittle = (all: readonly Frequency[], at: number): boolean => {
  const [before, after] = [around(all, at, -1), around(all, at, 1)]
  if (before.absent === 0 || after.absent === 0) return false
  const frequent = before.frequent + after.frequent
  return frequent * frequentShare < frequent + before.absent + after.absent
}

/**
 * Places of the lines that have to be compared; the others have changed.
 * @param length of the whole text that the lines are from
 */
export const linesInQuestion = (
  lines: readonly string[],
  length: number,
  countsInOther: ReadonlyMap<string, number>,
): readonly number[] => {
  const all = frequencies(lines, countsInOther, Math.min(roughRoot(length), 1024))
  return all.flatMap((one, at) => (one === 1 || (one === 2 && !saysLittle(all, at)) ? [at] : []))
}
