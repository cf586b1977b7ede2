/** Groups rows by a key, each group in the order of the rows. */
export const groupBy = <T, K>(rows: Iterable<T>, keyOf: (row: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const own = groups.get(key)
    if (own === undefined) groups.set(key, [row])
    else own.push(row)
  }
  return groups
}
