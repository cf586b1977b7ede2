/** The list of sessions says where output tokens are fewer than the model wrote. */
import { expect, test } from 'vitest'
import type { ClientVersion } from '../../../support/transcript/client.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talk = (version: ClientVersion, words: string) =>
  conversation({ version })
    .human(words)
    .agent('A long answer. '.repeat(100), { usage: { input_tokens: 10, output_tokens: 3 } })

test('sessions of clients that understate output tokens are marked, others are not', async () => {
  const storeDir = `${tempDir()}/store`
  const [old, recent] = [talk('2.1.42', 'Explain tides'), talk('2.1.330', 'Explain winds')]
  await importInto(storeDir, [writeConversation(tempDir(), old, recent).projects])
  await withEngine(storeDir, async (engine) => {
    const { rows } = await engine.ask('sessions.list', { everything: true })
    const marks = Object.fromEntries(rows.map((row) => [row.sessionId, row.understatedReplies]))
    expect(marks).toEqual({ [old.sessionId]: 1, [recent.sessionId]: 0 })
    expect(await engine.ask('session.show', { sessionId: old.sessionId })).toMatchObject({ understatedReplies: 1 })
  })
  const { out } = strata(storeDir, 'sessions', '--everything')
  expect(out.split('\n').find((line) => line.includes('Explain tides'))).toContain('≥3')
  expect(out.split('\n').find((line) => line.includes('Explain winds'))).not.toContain('≥')
  expect(out).toContain('≥: output tokens are understated by the client version in 1 session')
})
