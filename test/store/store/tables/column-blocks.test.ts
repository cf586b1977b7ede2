import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendPacked } from '../../../../app/store/tables/append-rows.ts'
import { text } from '../../../../app/model/columns.ts'
import { migrations } from '../../../../app/store/tables/schema/schema.ts'
import { packRows, packedTexts } from '../../../../app/store/tables/column-blocks.ts'
import { execute, query } from '../../../../app/store/tables/query.ts'
import { tables } from '../../../../app/store/tables/tables.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 14 }),
  fc.constantFrom('', 'a'.repeat(12), 'ä'.repeat(6), 'a'.repeat(13)),
)
const refs = fc.array(fc.record({ name: anyText, kind: anyText, commitId: anyText, sessionId: fc.oneof(anyText, fc.constant(null)) }), {
  maxLength: 60,
})

test('packed texts are read from the table unchanged, of any length and repetition', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    for (const sql of migrations) await execute(connection, sql)
    await fc.assert(
      fc.asyncProperty(fc.array(refs, { maxLength: 4 }), async (parts) => {
        await execute(connection, 'DELETE FROM refs')
        await appendPacked(
          connection,
          'refs',
          parts.map((rows) => packRows(tables.refs, rows)),
        )
        expect(await query(connection, 'FROM refs', tables.refs)).toEqual(parts.flat())
      }),
      { numRuns: 60 },
    )
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
})

test('a packed column of texts can be read again', () => {
  const columns = { name: text('name'), more: text('more') }
  fc.assert(
    fc.property(fc.array(fc.oneof(anyText, fc.constant(null)), { maxLength: 3000 }), (names) => {
      const packed = packRows(columns, names.map((name) => ({ name, more: 'x'.repeat(20) })) as never)
      expect(packed.rows).toBe(names.length)
      expect(packedTexts(columns, packed, 'name')).toEqual(names)
    }),
    { numRuns: 20 },
  )
})
