/** What is said of the tables: how many rows they have, as far as that is known. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../support/temp-dir.ts'
import { runJob, withEngine } from '../../support/with-engine.ts'

test('the row count of a table of facts is unknown until a metric has made the facts; other tables are counted', async () => {
  await withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: [path.resolve('samples/projects')] })
    const rowsIn = async (table: string) => (await engine.ask('sql.schema', {})).find(({ name }) => name === table)
    expect(await rowsIn('turns')).toMatchObject({
      rows: null,
      whyNoRows: expect.stringContaining('not counted yet') as string,
    })
    const { rows } = await engine.ask('sql.run', { queryId: 'a', sql: 'SELECT count(*), (SELECT count(*) FROM sessions) FROM turns' })
    expect([(await rowsIn('turns'))?.rows, (await rowsIn('sessions'))?.rows]).toEqual(rows[0])
  })
})
