interface Column {
  readonly name: string
  readonly native: string
  readonly class: string
  /** Measures are texts; a partition column has none. */
  readonly values?: string | null
  readonly total?: string | null
  readonly first?: string | null
  readonly last?: string | null
}

interface Answer {
  readonly columns: readonly Column[]
  /** Project, month and number of rows. */
  readonly partitions: readonly (readonly [string | null, string | null, number])[]
}

interface Compared {
  readonly rows: number | undefined
  readonly columns: number
  readonly differences: readonly string[]
}

export function isSame(kind: string, expected: string | null, answered: string | null): boolean

export function compareTable(
  expected: Answer,
  answered: Answer | { readonly failure: string },
  how?: { readonly folders?: ReadonlyMap<string, string>; readonly anonymised?: boolean },
): Compared
