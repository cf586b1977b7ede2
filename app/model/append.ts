/** Adds all of many values to a list. As arguments of one call they would be too many from about a hundred thousand on. */
export const append = <T>(list: T[], more: Iterable<T>): void => {
  for (const one of more) list.push(one)
}
