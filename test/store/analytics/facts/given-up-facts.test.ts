/** Facts that are given up for something more urgent leave no trace, wherever that was, and are made later as if nothing had been. */
import { expect, onTestFinished, test } from 'vitest'
import { GaveWay, makeFacts, sessionsWithoutFacts } from '../../../../app/analytics/facts/make-facts.ts'
import { text } from '../../../../app/model/columns.ts'
import type { Database } from '../../../../app/store/tables/database.ts'
import { derivedTables } from '../../../support/derived-tables.ts'
import { numberedFacts } from '../../../support/facts-of.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { twoProjects } from '../../../support/two-projects.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const factsIn = async (tables: Database) => {
  const rows = [...numberedFacts, 'fact_sessions', 'fact_quarters'].map(async (name) => {
    // A session's number is the next one, whatever became of the one before.
    const sql = `SELECT f::VARCHAR AS row FROM (SELECT COLUMNS(name -> name <> 'session_number') FROM ${name}) f ORDER BY 1`
    return [name, (await tables.query(sql, { row: text('row') })).map(({ row }) => row)]
  })
  return Object.fromEntries((await Promise.all(rows)) as [string, readonly string[]][])
}

const tablesBelow = async (projects: string): Promise<Database> => {
  const tables = await derivedTables(projects)
  onTestFinished(async () => {
    await tables.close()
  })
  return tables
}

const make = async (tables: Database, mayContinue: () => boolean): Promise<void> =>
  makeFacts(tables, await sessionsWithoutFacts(tables), [], mayContinue)

test('facts that are interrupted at any step leave the tables unchanged, and are completed afterwards', async () => {
  const { projects } = writeConversation(tempDir(), ...twoProjects())
  const [undisturbed, tables] = [await tablesBelow(projects), await tablesBelow(projects)]
  let steps = 0
  await make(undisturbed, () => {
    steps += 1
    return true
  })
  expect(steps).toBeGreaterThan(10)
  const before = await factsIn(tables)
  for (let last = 0; last < steps; last += 1) {
    let left = last
    await expect(make(tables, () => left-- > 0)).rejects.toThrow(GaveWay)
    expect(await factsIn(tables)).toEqual(before)
  }
  await make(tables, () => true)
  expect(await factsIn(tables)).toEqual(await factsIn(undisturbed))
})
