/** What `strata sql` answers about the tables of a lake, in the form in which the readers answer. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../setup/project-root.mjs'
import { runCommand } from '../setup/run-command.mjs'
import { SetupError } from '../setup/say.mjs'
import { inTempFolder } from './temp-folder.mjs'

/** Tables whose rows belong to the session of their commit; rows of other tables name their session. */
const throughCommit = new Set(['refs', 'pins', 'summaries'])

const classes = [
  [/^VARCHAR$/, 'text'],
  [/^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$/, 'whole number'],
  [/^(?:FLOAT|DOUBLE|DECIMAL.*)$/, 'float'],
  [/^BOOLEAN$/, 'boolean'],
  [/^TIMESTAMP(?: WITH TIME ZONE)?$/, 'timestamp'],
  [/\[\]$/, 'list'],
]
const classOf = (type) => classes.find(([pattern]) => pattern.test(type))?.[1] ?? type

const totals = {
  text: (column) => `sum(strlen(${column}))`,
  'whole number': (column) => `sum(${column})`,
  float: (column) => `sum(${column})::DOUBLE`,
  boolean: (column) => `count(*) FILTER (${column})`,
  list: (column) => `sum(len(${column}))`,
}

const measured = ({ name, type }) => {
  const column = `"${name}"`
  const isTime = classOf(type) === 'timestamp'
  const fields = {
    values: `count(${column})`,
    total: totals[classOf(type)]?.(column) ?? 'NULL',
    first: isTime ? `epoch_us(min(${column}))` : 'NULL',
    last: isTime ? `epoch_us(max(${column}))` : 'NULL',
  }
  const texts = Object.entries(fields).map(([field, sql]) => `'${field}': (${sql})::VARCHAR`)
  return `{'name': '${name}', ${texts.join(', ')}}`
}

/** One row for each column of each table. */
const columnsSql = (tables) =>
  tables
    .map(
      ({ name, columns }) => `SELECT '${name}' AS "table", unnest([${columns.map(measured).join(', ')}], recursive := true) FROM ${name}`,
    )
    .join('\nUNION ALL\n')

const session = (table) =>
  throughCommit.has(table)
    ? 'LEFT JOIN commits ON commits.commit_id = item.commit_id LEFT JOIN sessions ON sessions.session_id = commits.session_id'
    : 'LEFT JOIN sessions ON sessions.session_id = item.session_id'

/** One row for each project and month of each table. */
const partitionsSql = (tables) =>
  tables
    .map(
      ({ name }) => `SELECT '${name}' AS "table", sessions.project AS project,
  strftime(timezone('UTC', sessions.first_at), '%Y-%m') AS month, count(*)::VARCHAR AS rows
FROM ${name} item ${session(name)} GROUP BY ALL`,
    )
    .join('\nUNION ALL\n')

/** Runs the built command line on the store and answers its JSON. */
async function strata(args, store) {
  const env = store === undefined ? process.env : { ...process.env, STRATA_STORE: store }
  const cli = path.join(projectRoot, 'dist', 'node', 'cli.cjs')
  const { code, output } = await runCommand(process.execPath, [cli, ...args, '--json'], { env, talk: 'quiet' })
  if (code !== 0) throw new SetupError(`strata ${args[0]} failed: ${failureText(output)}`)
  return JSON.parse(output)
}

/** Errors are JSON as well, unless the program itself did not start. */
function failureText(output) {
  try {
    const { message, hint } = JSON.parse(output).failure
    return hint === undefined ? message : `${message}. ${hint}`
  } catch {
    return output.trim()
  }
}

const asked = (sql, store) =>
  inTempFolder((folder) => {
    const file = path.join(folder, 'statement.sql')
    writeFileSync(file, sql)
    return strata(['sql', '--file', file], store)
  })

/** Table → {columns, partitions}; `names` are the tables of the lake. */
export async function expectedTables(names, store) {
  const schema = (await strata(['sql', '--schema'], store)).tables
  const tables = names.map((name) => {
    const table = schema.find((known) => known.name === name)
    if (table === undefined) throw new SetupError(`the store has no table ${name}: the lake is from another version of Strata`)
    // In the lake, the project is a partition column of every table.
    return { name, columns: table.columns.filter((column) => column.name !== 'project') }
  })
  const columns = await asked(columnsSql(tables), store)
  const partitions = await asked(partitionsSql(tables), store)
  const answer = (table) => ({
    columns: [
      ...table.columns.map(({ name, type }) => {
        const { values, total, first, last } = columns.find((row) => row.table === table.name && row.name === name)
        return { name, native: type, class: classOf(type), values, total, first, last }
      }),
      ...['project', 'month'].map((name) => ({ name, native: 'VARCHAR', class: 'text' })),
    ],
    partitions: partitions.filter((row) => row.table === table.name).map(({ project, month, rows }) => [project, month, Number(rows)]),
  })
  return Object.fromEntries(tables.map((table) => [table.name, answer(table)]))
}
