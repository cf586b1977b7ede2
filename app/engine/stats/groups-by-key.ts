/** Rows of several groups, taken apart by their group. */
export const groupsByKey = <R extends { readonly groupKey: string }>(rows: readonly R[]): ReadonlyMap<string, readonly R[]> => {
  const groups = new Map<string, R[]>()
  for (const row of rows) {
    const group = groups.get(row.groupKey)
    if (group === undefined) groups.set(row.groupKey, [row])
    else group.push(row)
  }
  return groups
}
