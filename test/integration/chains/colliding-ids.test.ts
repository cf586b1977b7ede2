/** Two commits whose ids would be the same: the later one's is lengthened, in the store, in its rebuilt index, and for its children. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { VerifyResult } from '../../../app/contract/verify.ts'
import { attemptId, collidingAttempts, type Attempts } from '../../support/colliding-commits.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, runJob, tableDigests, withEngine } from '../../support/with-engine.ts'

const sessionOf = (attempt: number): string => `${attempt.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

/** A session of one prompt; the attempt is all that differs. */
const lineOf = (attempt: number): string =>
  `${JSON.stringify({
    type: 'user',
    uuid: sessionOf(attempt),
    parentUuid: null,
    sessionId: sessionOf(attempt),
    timestamp: '2026-01-01T00:00:00.000Z',
    message: { role: 'user', content: `Try ${attempt}` },
  })}\n`

const attempts: Attempts = {
  bytesOf: (attempt) => Buffer.from(lineOf(attempt)),
  createdAt: '2026-01-01T00:00:00Z',
  template: 'claude-code/cli',
}

test('the id of a commit is lengthened while another commit has it', async () => {
  const [first, second] = collidingAttempts(attempts)
  const folder = path.join(tempDir(), 'projects', '-project')
  mkdirSync(folder, { recursive: true })
  const store = tempDir()
  for (const attempt of [first, second]) {
    writeFileSync(path.join(folder, `${sessionOf(attempt)}.jsonl`), lineOf(attempt))
    await importInto(store, [path.dirname(folder)])
  }
  const short = attemptId(attempts, first)

  await withEngine(store, async (engine) => {
    const { commits } = await engine.ask('chain.log', {})
    const ids = new Map(commits.map(({ sessionId, commitId }) => [sessionId, commitId]))
    expect(ids.get(sessionOf(first))).toBe(short)
    expect(ids.get(sessionOf(second))).toMatch(new RegExp(`^${short}[0-9a-f]{2}$`))
    expect((await engine.ask('commit.show', { commitId: short })).commit.sessionId).toBe(sessionOf(first))
    expect(((await runJob(engine, 'verify.start', {})).result as VerifyResult).faults).toEqual([])
  })
  const before = await tableDigests(store)
  await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(store)).toEqual(before)
})
