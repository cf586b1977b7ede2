/** Ridge regression by Gaussian elimination. */

/** Solves a symmetric, positive definite system: no rows have to be exchanged. @param system each row with its target at the end; it is changed */
export const solve = (system: readonly number[][]): readonly number[] => {
  const width = system.length
  for (let pivot = 0; pivot < width; pivot += 1) eliminate(system, pivot)
  return system.map((row) => row[width] ?? 0)
}

const eliminate = (system: readonly number[][], pivot: number): void => {
  const width = system.length
  const own = system[pivot] ?? []
  const value = own[pivot] ?? 1
  for (let column = pivot; column <= width; column += 1) own[column] = (own[column] ?? 0) / value
  for (const [at, row] of system.entries()) {
    const factor = row[pivot] ?? 0
    if (at === pivot || factor === 0) continue
    for (let column = pivot; column <= width; column += 1) row[column] = (row[column] ?? 0) - factor * (own[column] ?? 0)
  }
}
