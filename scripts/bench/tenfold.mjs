/** A store of ten corpora: the index of one, copied with other ids and later dates. What its questions take. */
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { openEngine } from './open-engine.mjs'
import { measureAsked, percentile } from './questions.mjs'

const copies = 10
/** Each copy is so much later than the one before. */
const daysApart = 30
const memory = '3GB'

const copied = ['sources', 'sessions', 'commits', 'refs', 'records', 'events', 'token_usage', 'problems']
const sessionIds = ['session_id', 'parent_session_id']
const hashes = ['source_id', 'commit_id', 'parent_id', 'tip_commit_id', 'branch_of']
const keys = ['reply_key', 'message_id', 'tool_use_id', 'uuid', 'parent_uuid']
const files = ['file', 'path']

/** A column as it stands in a copy. */
function inCopy(name, type, copy) {
  const digits = copy.toString(16).padStart(2, '0')
  if (sessionIds.includes(name)) return `'${digits}' || substr("${name}", 3)`
  if (hashes.includes(name)) return `substr("${name}", 1, 4) || '${digits}' || substr("${name}", 7)`
  if (keys.includes(name)) return `"${name}" || '${digits}'`
  if (files.includes(name)) return `'copy${copy}/' || "${name}"`
  return type === 'TIMESTAMP WITH TIME ZONE' ? `"${name}" + INTERVAL '${daysApart * copy} days'` : `"${name}"`
}

async function copyRows(connection, copy) {
  for (const table of copied) {
    const columns = await connection.runAndReadAll(
      `SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = 'one' AND table_name = '${table}' ORDER BY column_index`,
    )
    const list = columns.getRows().map(([name, type]) => `${inCopy(name, type, copy)} AS "${name}"`)
    await connection.run(`INSERT INTO ${table} SELECT ${list.join(', ')} FROM one.${table}`)
  }
}

/** Makes the store in `to` from the one in `from`, which must be closed. Its packs hold one corpus: only the tables are ten. */
async function copyTenfold(from, to) {
  cpSync(from, to, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: memory, temp_directory: `${to}.tmp` })
  const connection = await instance.connect()
  const options = "ROW_GROUP_SIZE 20480, BLOCK_SIZE 65536, STORAGE_VERSION 'v1.5.0'"
  await connection.run(`ATTACH '${path.join(to, 'index.duckdb')}' AS ten (${options})`)
  await connection.run(`ATTACH '${path.join(from, 'index.duckdb')}' AS one (READ_ONLY)`)
  await connection.run('USE ten')
  for (let copy = 1; copy < copies; copy++) await copyRows(connection, copy)
  await connection.run('DELETE FROM fact_sessions')
  await connection.run('CHECKPOINT ten')
  connection.closeSync()
  instance.closeSync()
}

const timed = async (work) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Milliseconds; each question is asked without filters and with usual ones, and what is slowest is named. */
export async function measureTenfold(storeDir, workDir) {
  const dir = path.join(workDir, 'tenfold')
  await copyTenfold(storeDir, dir)
  let engine
  try {
    const openMs = await timed(async () => {
      engine = await openEngine(dir)
      await engine.ask('sessions.list', { limit: 200 })
    })
    const factsMs = await timed(() => engine.ask('analytics.ask', { name: 'amplification' }))
    const asked = await measureAsked(engine)
    const times = asked.flatMap(({ times: own }) => own)
    const slowest = [...asked].sort((a, b) => b.p95 - a.p95).slice(0, 5)
    return {
      openMs,
      factsMs,
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      asked: times.length,
      slowest: slowest.map(({ title, p95 }) => ({ title, p95 })),
    }
  } finally {
    await engine?.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
