/** A session so large that what it gives waits in a file, and a fork that goes on from the middle of one of its turns. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'

/** Their rows are more than what waits in memory. */
const turns = 30_000
const large = '11111111-0000-4000-8000-000000000001'
const fork = '99999999-0000-4000-8000-000000000009'

const uuidOf = (at: number): string => `${String(at).padStart(8, '0')}-0000-4000-8000-00000000000a`

const lineOf = (at: number, sessionId: string): string => {
  const said =
    at % 2 === 0
      ? { type: 'user', message: { role: 'user', content: `And ${at}?` } }
      : {
          type: 'assistant',
          message: { id: `msg_${at}`, role: 'assistant', model: 'claude-sonnet-4-5', content: [{ type: 'text', text: `${at}.` }] },
        }
  const place = { sessionId, cwd: '/garden', version: '2.1.0', timestamp: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString() }
  return `${JSON.stringify({ uuid: uuidOf(at), parentUuid: at === 0 ? null : uuidOf(at - 1), ...place, ...said })}\n`
}

const linesOf = (count: number, sessionId: string): string => Array.from({ length: count }, (_, at) => lineOf(at, sessionId)).join('')

test(
  'a fork of a session whose rows are buffered in a file continues the commit of its last copied record',
  { timeout: 240_000 },
  async () => {
    const folder = path.join(tempDir(), 'projects', '-garden')
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, `${large}.jsonl`), linesOf(2 * turns, large))
    // The last copied record is a prompt: the large session's turn has to be cut behind it.
    const copied = 11
    const own = lineOf(copied, fork).replace(uuidOf(copied), 'ffffffff-0000-4000-8000-00000000000a')
    writeFileSync(path.join(folder, `${fork}.jsonl`), linesOf(copied, fork) + own)
    const storeDir = tempDir()
    await withEngine(storeDir, async (engine) => {
      await runJob(engine, 'import.start', { paths: [path.dirname(folder)] })
      const { rows } = await engine.ask('sql.run', {
        queryId: 'q',
        sql: `SELECT parent.session_id AS owner, count(*)::BIGINT AS commits FROM commits JOIN commits AS parent ON parent.commit_id = commits.parent_id
        WHERE commits.session_id = '${fork}' GROUP BY ALL`,
      })
      expect(rows).toEqual([[large, 1]])
      expect(readdirSync(path.join(storeDir, 'scratch'))).toEqual([])
    })
  },
)
