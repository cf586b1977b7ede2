/** The programs that read a lake: DuckDB, ClickHouse and Spark, each as a Python package. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../setup/project-root.mjs'
import { pythonVenv } from '../setup/python-venv.mjs'
import { runCommand } from '../setup/run-command.mjs'
import { inTempFolder } from './temp-folder.mjs'

/** Spark 4 does not start with an older one. */
const oldestJava = 17

const engines = [
  { name: 'DuckDB', packageName: 'duckdb', version: '2.0.0', reader: 'duckdb_reader.py' },
  { name: 'ClickHouse', packageName: 'chdb', version: '4.4.0', reader: 'clickhouse_reader.py' },
  { name: 'Spark', packageName: 'pyspark', version: '4.3.0', reader: 'spark_reader.py', missing: missingJava },
]

async function missingJava() {
  const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java'
  const { code, output } = await runCommand(java, ['-version'], { talk: 'quiet' })
  if (code !== 0) return `Java ${oldestJava} or newer is not installed`
  const version = /version "(\d+)/.exec(output)?.[1]
  return Number(version) < oldestJava ? `it needs Java ${oldestJava} or newer; ${java} is Java ${version}` : undefined
}

/** The lines that a reader wrote; the last one is incomplete when the reader was killed. */
function readMessages(file) {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

/** The answers of one engine: {engine, tables: name → its answer}, or the reason why it is skipped. */
async function readWith({ name, packageName, version, reader, missing }, lake, tables) {
  const lacking = await missing?.()
  if (lacking !== undefined) return { name, skipped: lacking }
  const { python, reason } = await pythonVenv(packageName, version)
  if (reason !== undefined) return { name, skipped: reason }
  const script = path.join(projectRoot, 'scripts', 'lake', reader)
  const { code, output, messages } = await inTempFolder(async (folder) => {
    const file = path.join(folder, 'answers.jsonl')
    const { code, output } = await runCommand(python, ['-B', script, file, lake, ...tables], { talk: 'quiet' })
    return { code, output, messages: readMessages(file) }
  })
  const engine = messages.find((message) => message.engine !== undefined)?.engine
  if (engine === undefined) return { name, skipped: `it does not start: ${output.trim().split('\n').at(-1) || `exit code ${code}`}` }
  const answered = Object.fromEntries(messages.filter(({ table }) => table !== undefined).map((message) => [message.table, message]))
  const ended = { failure: `${engine} ended with code ${code} before it answered` }
  return { name: engine, tables: Object.fromEntries(tables.map((table) => [table, answered[table] ?? ended])) }
}

/** Reads the tables with every engine, one engine after the other. */
export async function readWithEngines(lake, tables) {
  const answers = []
  for (const engine of engines) answers.push(await readWith(engine, lake, tables))
  return answers
}
