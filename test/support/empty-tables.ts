/** The tables of a store without a row, in memory, for a whole test file. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll } from 'vitest'
import { migrations } from '../../app/store/tables/schema/schema.ts'
import { execute } from '../../app/store/tables/query.ts'

/** Gives the connection while tests run. */
export const emptyTables = (): (() => DuckDBConnection) => {
  let instance: DuckDBInstance | undefined
  let connection: DuckDBConnection | undefined
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:')
    connection = await instance.connect()
    for (const sql of migrations) await execute(connection, sql)
  })
  afterAll(() => {
    connection?.closeSync()
    instance?.closeSync()
  })
  return () => {
    if (connection === undefined) throw new Error('the tables are there while tests run')
    return connection
  }
}
