/** Imports one of the shapes from public reports into a separate store and computes metrics of it. */
import type { TestContext } from 'vitest'
import type { Engine } from '../../app/engine/engine.ts'
import { reportShape, sharedOrSkip } from './strata-inputs.ts'
import { tempDir } from './temp-dir.ts'
import { importInto, withEngine } from './with-engine.ts'

/** Skips the running test where the shapes are absent. */
export const inReportShape = async <T>(context: TestContext, name: string, work: (engine: Engine) => Promise<T>): Promise<T> => {
  const { projects } = reportShape(sharedOrSkip(context), name)
  const storeDir = tempDir()
  await importInto(storeDir, [projects])
  return withEngine(storeDir, work)
}

/** The rows that a query gives. */
export const rowsOf = async (engine: Engine, sql: string): Promise<readonly (readonly unknown[])[]> =>
  (await engine.ask('sql.run', { sql, queryId: 'test' })).rows

/** Texts of the prompts of a store whose records have one of these classes, in the order of their files. */
export const promptsOf = async (engine: Engine, ...classes: readonly string[]): Promise<readonly unknown[]> => {
  const list = classes.map((name) => `'${name}'`).join(', ')
  const rows = await rowsOf(engine, `SELECT body FROM events WHERE kind = 'prompt' AND class IN (${list}) ORDER BY source_id, line`)
  return rows.map(([body]) => body)
}
