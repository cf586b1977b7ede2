/** How much has to be read for the facts of a session decides which are made together, and what waits for them. */
import { expect, onTestFinished, test } from 'vitest'
import { factBatches, sessionsWithoutFacts } from '../../../../app/analytics/facts/make-facts.ts'
import { conversation } from '../../../support/conversation.ts'
import { derivedTables } from '../../../support/derived-tables.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

test('a record with very many texts counts as many, so that its session is made alone', async () => {
  const texts = Array.from({ length: 60_000 }, (_, at) => ({ type: 'text', text: `text ${at}` }))
  const wide = conversation({ seed: 'wide' }).human('Say it').agent('Said.')
  wide.row({ type: 'assistant', message: { id: 'msg_wide', model: 'claude-opus-4-5', role: 'assistant', content: texts } })
  const narrow = conversation({ seed: 'narrow' }).human('Say it').agent('Said.')
  const tables = await derivedTables(writeConversation(tempDir(), wide, narrow).projects)
  onTestFinished(() => tables.close())
  const sessions = await sessionsWithoutFacts(tables)
  const sizes = new Map(sessions.map(({ sessionId, size }) => [sessionId, size]))
  expect(sizes.get(wide.sessionId)).toBeGreaterThanOrEqual(60_000)
  expect(sizes.get(narrow.sessionId)).toBeLessThan(10)
  expect(factBatches(sessions).find((batch) => batch.some(({ sessionId }) => sessionId === wide.sessionId))).toHaveLength(1)
})
