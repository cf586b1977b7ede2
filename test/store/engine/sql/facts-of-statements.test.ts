/** Which facts are made for a statement: those of the tables that it reads, not of the words in it. */
import { expect, test } from 'vitest'
import { sampleStore } from '../../../support/copied-store.ts'
import { withEngine } from '../../../support/with-engine.ts'

test.each([
  ["SELECT 'turns, objects and replies' AS text", []],
  ['SELECT 1 AS objects -- FROM turns', []],
  ['SELECT count(*) FROM turns', ['turns']],
  ['FROM objects LIMIT 1', ['objects']],
  ["FROM query('FROM objects LIMIT 1')", ['objects']],
  ["FROM query_table(['turns', 'turns']) LIMIT 1", ['turns']],
  ['UNPIVOT (SELECT session_number AS a, session_number AS b FROM turns) ON a, b', ['turns']],
  ['SELECT path FROM object_versions LIMIT 1', ['objects']],
  ['WITH turns AS (SELECT 1) FROM turns', []],
  ["FROM objects, query_table(['turns', 'turns']) LIMIT 1", ['objects', 'turns']],
  ["SELECT 1 FROM query_table(['commits']) WHERE 1 IN (SELECT session_number FROM query('FROM turns'))", ['turns']],
  ['SELECT count(*) FROM turns JOIN fact_sessions USING (session_number)', ['turns']],
  ['SELECT count(*) FROM turns NATURAL JOIN fact_sessions', ['turns']],
  ["SELECT columns('session') FROM turns", ['turns']],
  ['EXPLAIN SELECT 1 FROM turns JOIN fact_sessions USING (session_number)', ['turns']],
  ['EXPLAIN (FORMAT json) SELECT 1 FROM turns JOIN fact_sessions USING (session_number)', ['objects', 'turns']],
  ['SELECT 1 FROM object_versions JOIN commits USING (commit_id)', ['objects']],
  ['WITH turns AS (SELECT 1 AS line) SELECT 1 FROM turns JOIN events USING (line)', []],
  ['WITH turns AS (FROM main.turns) SELECT 1 FROM turns JOIN fact_sessions USING (session_number)', ['turns']],
  ['WITH turns AS (FROM turns), a AS (FROM turns) SELECT 1 FROM a JOIN fact_sessions USING (session_number)', ['turns']],
  ["SELECT 1 FROM query('FROM turns JOIN fact_sessions USING (session_number)')", ['turns']],
  ['SELECT 1 FROM commits WHERE 1 IN (SELECT 1 FROM turns JOIN fact_sessions USING (session_number))', ['turns']],
  ['SELECT (SELECT count(*) FROM TURNS JOIN fact_sessions USING (session_number))', ['turns']],
])('%s fills %j', async (sql, filled) => {
  await withEngine(await sampleStore(), async (engine) => {
    await engine.ask('sql.run', { sql, queryId: 'q' })
    const schema = await engine.ask('sql.schema', {})
    const known = schema.filter(({ name, rows }) => ['turns', 'objects'].includes(name) && rows !== null).map(({ name }) => name)
    expect(known).toEqual(filled)
  })
})
