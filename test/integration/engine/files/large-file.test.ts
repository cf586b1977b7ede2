/** A file of 100 MB that an agent wrote and changed: shown, blamed and checked out like any other. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import type { CheckoutManifest } from '../../../../app/contract/known-files.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const line = 'a line of a file that is as long as lines of log files are, so that there are not too many of them '
const count = 1_000_000
const before = `first\n${`${line}\n`.repeat(count)}`
const after = `FIRST\n${`${line}\n`.repeat(count)}`

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

test('a file of 100 MB is shown, blamed and checked out', async () => {
  expect(before.length).toBeGreaterThan(100_000_000)
  const [store, to] = [path.join(tempDir(), 'store'), path.join(tempDir(), 'out')]
  const talk = conversation({ sessionId: 'large', seed: 'large', cwd: '/p' })
    .human('Write the log')
    .writes('log.txt', before)
    .edits('log.txt', 'first', 'FIRST')
    .agent('Written.')
  await importInto(store, [writeConversation(tempDir(), talk).projects])
  await withEngine(store, async (engine) => {
    const shown = await engine.ask('file.show', { path: '/p/log.txt' })
    expect([shown.proof, shown.totalLines, shown.content === after]).toEqual(['computed', count + 2, true])
    const blame = await engine.ask('file.blame', { path: '/p/log.txt' })
    expect([blame.lines.length, blame.origins.map(({ by }) => by)]).toEqual([count + 1, ['write', 'edit']])
    const { jobId } = await engine.ask('checkout.start', { commitId: 'large', to })
    const { result, state } = await engine.ask('job.wait', { jobId })
    expect([state, (result as CheckoutManifest).files.map(({ path: name }) => name)]).toEqual(['done', ['/p/log.txt']])
    expect(await hashOf(path.join(to, 'log.txt'))).toBe(createHash('sha256').update(after).digest('hex'))
  })
}, 240_000)
