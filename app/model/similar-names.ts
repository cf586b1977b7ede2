/** Suggestions for a name that does not exist. */

/** How many changes make one name of another. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, letter] of Array.from(a).entries()) {
    const next = [at + 1]
    for (const [to, other] of Array.from(b).entries())
      next.push(Math.min((next[to] ?? 0) + 1, (row[to + 1] ?? 0) + 1, (row[to] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return row[b.length] ?? 0
}

/** Shorter names are part of too many others. */
const minLetters = 3

const isPartOf = (part: string, name: string): boolean => part.length >= minLetters && name.includes(part)

/** At most three of the known names, the most similar first. */
export const similarNames = (name: string, known: readonly string[]): readonly string[] =>
  known
    .map((other) => ({ other, far: isPartOf(name, other) || isPartOf(other, name) ? 1 : distance(name, other) }))
    .filter(({ other, far }) => far <= Math.max(2, other.length / 3))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ other }) => other)

/** Ends an error message about an unknown name: ` (Did you mean x?)`, or nothing when no known name is similar. */
export const didYouMean = (name: string, known: readonly string[]): string => {
  const [similar] = similarNames(name, known)
  return similar === undefined ? '' : ` (Did you mean ${similar}?)`
}
