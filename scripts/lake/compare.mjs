/** Compares the answers of a reader of the lake with those of `strata sql`, and says each difference in words. */

/** Engines add floats in different orders. */
const floatTolerance = 1e-9
const shownPartitions = 5

const shown = (value) => (value === null || value === undefined ? 'null' : String(value))

/** Answers are texts, so that whole numbers stay exact. */
export function isSame(kind, expected, answered) {
  if (expected === answered) return true
  // An engine without rows answers 0 or null.
  if ((expected ?? '0') === '0' && (answered ?? '0') === '0') return true
  if (expected === null || answered === null || kind !== 'float') return false
  const [one, other] = [Number(expected), Number(answered)]
  return Math.abs(one - other) <= floatTolerance * Math.max(Math.abs(one), Math.abs(other))
}

const totalNames = {
  text: 'bytes of all values',
  'whole number': 'sum',
  float: 'sum',
  boolean: 'number of true values',
  list: 'number of elements',
}

/** The measures of a column that can be compared: [what it is, field]. */
function measuresOf(column, anonymised) {
  const isHidden = anonymised && (column.class === 'text' || column.class === 'list')
  if (isHidden) return []
  return [
    // ClickHouse has no null lists: it reads them as empty ones.
    ...(column.class === 'list' ? [] : [['number of values', 'values']]),
    ...(column.class in totalNames ? [[totalNames[column.class], 'total']] : []),
    ...(column.class === 'timestamp'
      ? [
          ['minimum', 'first'],
          ['maximum', 'last'],
        ]
      : []),
  ]
}

function compareColumn(expected, answered, { anonymised, hasSameRows }) {
  const name = `column ${expected.name}`
  if (answered === undefined) return [`${name}: missing`]
  if (answered.class !== expected.class)
    return [`${name}: ${expected.class} in the store, ${answered.class} (${answered.native}) in the lake`]
  if (expected.values === undefined || !hasSameRows) return []
  return measuresOf(expected, anonymised)
    .filter(([, field]) => !isSame(expected.class, expected[field], answered[field]))
    .map(([what, field]) => `${name}: the ${what} is ${shown(expected[field])} in the store, ${shown(answered[field])} in the lake`)
}

/** Rows of each partition as texts. Hashed projects are not compared, and an empty name is null in the lake. */
function partitionTexts(partitions, folders, anonymised) {
  const sums = new Map()
  for (const [project, month, rows] of partitions) {
    const whole = (folders.get(project) ?? project) || null
    const key = JSON.stringify(anonymised ? [month, rows] : [whole, month])
    sums.set(key, (sums.get(key) ?? 0) + (anonymised ? 1 : rows))
  }
  return new Set(
    [...sums].map(([key, count]) => {
      const [one, two] = JSON.parse(key)
      return anonymised
        ? `month ${shown(one)}, ${two} rows, ${count} projects`
        : `project ${shown(one)}, month ${shown(two)}, ${count} rows`
    }),
  )
}

function comparePartitions(expected, answered, folders, anonymised) {
  const [store, lake] = [expected, answered].map((partitions) => partitionTexts(partitions, folders, anonymised))
  const only = (texts, others, where) =>
    [...texts].filter((text) => !others.has(text)).map((text) => `partition only in the ${where}: ${text}`)
  const differences = [...only(store, lake, 'store'), ...only(lake, store, 'lake')]
  const hidden = differences.length - shownPartitions
  return hidden > 0 ? [...differences.slice(0, shownPartitions), `${hidden} more differences of partitions`] : differences
}

const rowsOf = (answer) => answer.partitions.reduce((sum, [, , rows]) => sum + rows, 0)

/**
 * Compares one table. `folders` maps a shortened folder name to the whole name of the project. An anonymised lake has hashed names and no
 * texts: only its numbers are compared.
 */
export function compareTable(expected, answered, { folders = new Map(), anonymised = false } = {}) {
  if (answered.failure !== undefined) return { rows: undefined, columns: 0, differences: [`cannot be read: ${answered.failure}`] }
  const columns = new Map(answered.columns.map((column) => [column.name, column]))
  const known = new Set(expected.columns.map(({ name }) => name))
  const [before, after] = [rowsOf(expected), rowsOf(answered)]
  // Sums of other rows would only repeat that difference.
  const how = { anonymised, hasSameRows: before === after }
  const differences = [
    ...(before === after ? [] : [`${before} rows in the store, ${after} in the lake`]),
    ...expected.columns.flatMap((column) => compareColumn(column, columns.get(column.name), how)),
    ...answered.columns.filter(({ name }) => !known.has(name)).map(({ name }) => `column ${name}: only in the lake`),
    ...comparePartitions(expected.partitions, answered.partitions, folders, anonymised),
  ]
  return { rows: after, columns: expected.columns.length, differences }
}
