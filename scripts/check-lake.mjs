/** `npm run check:lake -- DIR`: reads a lake with DuckDB, ClickHouse and Spark, and compares the answers with those of `strata sql`. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { compareTable } from './lake/compare.mjs'
import { readWithEngines } from './lake/engines.mjs'
import { expectedTables } from './lake/expected.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { readOptions } from './setup/read-options.mjs'
import { runScript, say, SetupError } from './setup/say.mjs'

const usage = `npm run check:lake -- DIR [--store DIR]
  DIR          folder of a lake, written by strata lake
  --store DIR  its store (default: STRATA_STORE, or the default store)`

function meaningOf({ store }, folders) {
  if (folders.length !== 1) throw new Error('one folder is required')
  return { lake: path.resolve(folders[0]), store: store && path.resolve(store) }
}

function readManifest(lake) {
  const file = path.join(lake, 'manifest.json')
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    if (manifest.format === 'strata-lake') return manifest
  } catch (error) {
    throw new SetupError(`${lake} is not a lake: cannot read ${file} (${error.message})`, { cause: error })
  }
  throw new SetupError(`${lake} is not a lake: ${file} has another format`)
}

/** The name of a project as its folder has it, decoded → the whole name: long names are cut. */
function foldersOf(table) {
  const folder = (file) => decodeURIComponent(/\/project=([^/]+)\//.exec(file.path)[1])
  return new Map(table.files.filter(({ project }) => project !== null).map((file) => [folder(file), file.project]))
}

function tableText(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)))
  const line = (row) => row.map((cell, at) => (/^[\d,]+$/.test(cell) ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join('  ')
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('')
}

const resultText = ({ differences }) =>
  differences.length === 0 ? 'equal' : `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`

/** Compares every table of every engine: {engine, table, rows, columns, differences}. */
function compareAll(manifest, expected, answers) {
  return answers.flatMap(({ name, tables = {} }) =>
    Object.entries(tables).map(([table, answered]) => {
      const how = { folders: foldersOf(manifest.tables[table]), anonymised: manifest.anonymised }
      return { engine: name, table, ...compareTable(expected[table], answered, how) }
    }),
  )
}

await runScript(async () => {
  const { lake, store } = readOptions(usage, { store: { type: 'string' } }, meaningOf, true)
  const manifest = readManifest(lake)
  if (!manifest.complete) say('this lake is not complete: strata lake was stopped, and differences are likely')
  await installPackages()
  await makeStaleBundles(['node'])
  const names = Object.keys(manifest.tables)
  const expected = await expectedTables(names, store)
  const answers = await readWithEngines(lake, names)
  const compared = compareAll(manifest, expected, answers)
  const rows = compared.map((one) => [
    one.engine,
    one.table,
    one.rows?.toLocaleString('en-US') ?? 'n/a',
    String(one.columns),
    resultText(one),
  ])
  if (rows.length > 0) process.stdout.write(tableText([['engine', 'table', 'rows', 'columns', 'result'], ...rows]))
  const differing = compared.filter(({ differences }) => differences.length > 0)
  for (const { engine, table, differences } of differing)
    for (const difference of differences) process.stdout.write(`${engine}, ${table}: ${difference}\n`)
  for (const { name, skipped } of answers) if (skipped !== undefined) process.stdout.write(`${name} is skipped: ${skipped}\n`)
  if (differing.length > 0) say('the lake and the store differ. If the store changed after the lake was written, write the lake again')
  return differing.length > 0 ? 1 : 0
})
