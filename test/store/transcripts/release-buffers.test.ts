/** What a worker posts: a derived session whose large parts are given away. */
import { expect, test } from 'vitest'
import { deriveSession } from '../../../app/transcripts/derive-session.ts'
import { buffersOf } from '../../../app/transcripts/release-buffers.ts'
import { planImport } from '../../../app/engine/import/plan-import.ts'
import { finder } from '../../../importer/agents.ts'
import { conversation } from '../../support/conversation.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

test('a posted session arrives unchanged, and its entries and large tables leave no memory behind', async () => {
  const { projects } = writeConversation(tempDir(), conversation().human('fix it').agent('done').human('and this').agent('too'))
  const [planned] = planImport(finder.discover([projects]).files, []).sessions
  const sources = (planned?.sources ?? []).flatMap((one) => (one.kind === 'disk' ? [one.source] : []))
  const inputs = { foreign: [], cuts: [], principal: undefined }
  const task = { sessionId: planned?.sessionId ?? '', sources, inputs, takenIds: [], corrections: [], known: [] }
  const packed = await deriveSession(task, () => undefined)
  const before = structuredClone(packed)
  const buffers = buffersOf(packed)
  expect(structuredClone(packed, { transfer: [...buffers] })).toEqual(before)
  expect(before.entries.length).toBeGreaterThan(0)
  expect(buffers.map((buffer) => buffer.byteLength)).toEqual(buffers.map(() => 0))
})
