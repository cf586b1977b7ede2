import { join } from 'node:path'
import { expect, test } from 'vitest'
import { text } from '../../../../app/model/columns.ts'
import { Database } from '../../../../app/store/tables/database.ts'
import { execute } from '../../../../app/store/tables/query.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const megabyte = 1024 * 1024

const open = (): Promise<Database> => Database.open(join(tempDir(), 'index.duckdb'), { memoryBytes: 256 * megabyte, threads: 2 })

/** Threads, and memory in MiB. */
const limitsOf = async (database: Database): Promise<string> => {
  const sql = "SELECT current_setting('threads')::VARCHAR AS threads, current_setting('memory_limit') AS memory"
  const [row] = await database.query(sql, { threads: text('threads'), memory: text('memory') })
  return `${row?.threads ?? ''} ${row?.memory ?? ''}`
}

const usual = '2 256.0 MiB'
const sparing = '1 80.0 MiB'

const nothing = (): Promise<void> => Promise.resolve()

test('large appends use one thread and less memory until they become visible', async () => {
  const database = await open()
  await database.gather(nothing, 100_000)
  expect(await limitsOf(database)).toBe(sparing)
  await database.gather(nothing, 1)
  expect(await limitsOf(database)).toBe(sparing)
  await database.commit()
  expect(await limitsOf(database)).toBe(usual)
  await database.close()
})

test('single lines are written immediately', async () => {
  const database = await open()
  await database.gather(nothing, 2)
  expect(await limitsOf(database)).toBe(usual)
  await database.commit()
  await database.close()
})

test('failed appends do not change the limits', async () => {
  const database = await open()
  const work = database.gather((connection) => execute(connection, 'INSERT INTO nowhere VALUES (1)'), 100_000)
  await expect(work).rejects.toThrow('nowhere')
  expect(await limitsOf(database)).toBe(usual)
  await database.close()
})

test('memory stays limited while any work with a memory limit runs, and a checkpoint does not change the threads', async () => {
  const database = await open()
  const seen: string[] = []
  await database.sparingly(async () => {
    await database.sparingly(async () => seen.push(await limitsOf(database)))
    await database.checkpoint()
    seen.push(await limitsOf(database))
  })
  seen.push(await limitsOf(database))
  expect(seen).toEqual(['2 80.0 MiB', '2 80.0 MiB', usual])
  await database.close()
})

test('a query during work with a memory limit raises the limit, and work that lacks memory removes it', async () => {
  const database = await open()
  const seen: string[] = []
  const see = async () => seen.push(await limitsOf(database))
  await database.sparingly(async () => {
    await see()
    await database.makeRoom()
    await see()
    await database.amply(see)
    await see()
  })
  await see()
  expect(seen).toEqual(['2 80.0 MiB', '2 160.0 MiB', usual, '2 160.0 MiB', usual])
  await database.close()
})
