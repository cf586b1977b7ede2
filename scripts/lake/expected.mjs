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
      ({ name, columns, rows }) =>
        `SELECT '${name}' AS "table", unnest([${columns.map(measured).join(', ')}], recursive := true) FROM ${rows}`,
    )
    .join('\nUNION ALL\n')

/** Facts number what a lake names. */
const numbers = {
  session_number: {
    name: 'session_id',
    from: (item) => `JOIN fact_sessions ON fact_sessions.session_number = ${item}`,
    as: 'fact_sessions.session_id',
  },
  agent_number: { name: 'agent_type', from: (item) => `JOIN fact_names AS agents ON agents.number = ${item}`, as: 'agents.name' },
  model_number: { name: 'model', from: (item) => `JOIN fact_names AS models ON models.number = ${item}`, as: 'models.name' },
  tool_number: { name: 'tool_name', from: (item) => `JOIN fact_names AS tools ON tools.number = ${item}`, as: 'tools.name' },
}

/** A table as a lake has it: its columns, and its rows. */
function asInLake({ name, columns }) {
  const numbered = columns.filter((column) => column.name in numbers).map((column) => numbers[column.name])
  if (numbered.length === 0) return { name, columns, rows: name }
  const own = Object.keys(numbers).filter((column) => columns.some((each) => each.name === column))
  const joins = own.map((column) => numbers[column].from(`facts.${column}`)).join(' ')
  const named = numbered.map(({ name: as, as: value }) => `${value} AS ${as}`).join(', ')
  return {
    name,
    columns: columns.map((column) => (column.name in numbers ? { name: numbers[column.name].name, type: 'VARCHAR' } : column)),
    rows: `(SELECT facts.* EXCLUDE (${own.join(', ')}), ${named} FROM ${name} AS facts ${joins})`,
  }
}

const session = (table) =>
  throughCommit.has(table)
    ? 'LEFT JOIN commits ON commits.commit_id = item.commit_id LEFT JOIN sessions ON sessions.session_id = commits.session_id'
    : 'LEFT JOIN sessions ON sessions.session_id = item.session_id'

/** One row for each project and month of each table. */
const partitionsSql = (tables) =>
  tables
    .map(
      ({ name, rows }) => `SELECT '${name}' AS "table", sessions.project AS project,
  strftime(timezone('UTC', sessions.first_at), '%Y-%m') AS month, count(*)::VARCHAR AS rows
FROM ${rows} item ${session(name)} GROUP BY ALL`,
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
    return asInLake({ name, columns: table.columns.filter((column) => column.name !== 'project') })
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
