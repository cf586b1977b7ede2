/** Statements over the events of one long session must not take the square of their number. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const app = path.join(import.meta.dirname, '../../../app')

const statements = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'))

/** What follows the closing bracket of a filter that begins at `from`. */
const afterFilter = (sql: string, from: number): string => {
  let depth = 1
  let at = from
  for (; depth > 0 && at < sql.length; at += 1) depth += sql[at] === '(' ? 1 : sql[at] === ')' ? -1 : 0
  return sql.slice(at)
}

test('no count over a window has a filter: DuckDB 1.5 counts all rows of the frame again for each row', () => {
  expect(statements.length).toBeGreaterThan(300)
  const found = statements.filter((file) => {
    const sql = readFileSync(path.join(app, file), 'utf8')
    return [...sql.matchAll(/count\([^()]*\)\s+FILTER\s*\(/g)].some(({ 0: head, index }) =>
      /^\s*OVER\b/.test(afterFilter(sql, index + head.length)),
    )
  })
  expect(found).toEqual([])
})
