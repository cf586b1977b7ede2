import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { catalog } from '../../../../app/analytics/queries/run-query.ts'
import type { QueryName } from '../../../../app/analytics/queries/run-query.ts'
import type { Columns } from '../../../../app/model/columns.ts'
import { checkColumns } from '../../../../app/store/tables/query.ts'
import { emptyTables } from '../../../support/empty-tables.ts'

const connection = emptyTables()

const names = Object.keys(catalog) as QueryName[]
const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../../app/analytics/queries')
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => ({ file, sql: readFileSync(path.join(folder, file), 'utf8') }))

test.each(names)('the answer to %s has the columns of the catalog', async (name) => {
  const statement = await connection().prepare(catalog[name].sql)
  const columns: Columns = catalog[name].columns
  expect(() => {
    checkColumns(statement, columns)
  }).not.toThrow()
  statement.destroySync()
})

test.each(names)('the parameters of %s are those of the catalog', async (name) => {
  const statement = await connection().prepare(catalog[name].sql)
  const found = Array.from({ length: statement.parameterCount }, (_, at) => statement.parameterName(at + 1)).sort()
  expect(Object.keys(catalog[name].parameters).sort()).toEqual(found)
  statement.destroySync()
})

test('every query file is in the catalog', () => {
  const asked = names.map((name) => catalog[name].sql)
  expect(files.filter(({ sql }) => !asked.some((text) => text.startsWith(sql.split('\n', 1)[0] ?? ''))).map(({ file }) => file)).toEqual([])
})

test.each(files)('$file says what it asks and what a row is, and casts every parameter', ({ sql }) => {
  expect(sql.split('\n', 2)).toEqual([expect.stringMatching(/^-- .*\?$/), expect.stringMatching(/^-- One row/)])
  expect(sql.match(/\$\w+(?!::)\b/g)?.filter((use) => !sql.includes(`${use}::`)) ?? []).toEqual([])
  expect(sql.replaceAll(/'[^']*'/g, '').match(/\$\w+\b(?!::)/g) ?? []).toEqual([])
})
