import { expect, test } from 'vitest'
import { everyToolCard, longOutput } from '../../../support/every-tool-card.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

test('the whole text of a long result and of an attachment is read from their records, stretch by stretch', async () => {
  const talk = everyToolCard()
  const { projects } = writeConversation(tempDir(), talk)
  await withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: [projects] })
    const { main } = await engine.ask('session.outline', { sessionId: talk.sessionId })
    const { rows } = await engine.ask('session.read', { sessionId: talk.sessionId, tip: main.tip, limit: 1000 })
    const items = rows.flatMap((row) => (row.kind === 'item' ? [row.item] : []))
    const owner = items.find(({ blocks }) => blocks.some((block) => block.kind === 'tool_call' && block.name === 'Grep'))
    const call = owner?.blocks.find((block) => block.kind === 'tool_call' && block.name === 'Grep')
    if (call?.kind !== 'tool_call') throw new Error('the search is not read')
    const sourceId = owner?.sourceId ?? ''
    const place = { sourceId, record: { uuid: call.result?.recordUuid ?? '' }, toolUseId: call.toolUseId }
    expect(await engine.ask('record.text', place)).toEqual({ text: longOutput, chars: longOutput.length, to: longOutput.length })
    expect(await engine.ask('record.text', { ...place, from: 10, length: 4 })).toEqual({
      text: longOutput.slice(10, 14),
      chars: longOutput.length,
      to: 14,
    })
    const hook = items.find(({ blocks }) => blocks.some((block) => block.kind === 'attached' && block.type === 'hook_success'))
    expect(await engine.ask('record.text', { sourceId, record: { line: hook?.line ?? 0 } })).toMatchObject({ text: 'Hook says hello' })
    await expect(engine.ask('record.text', { sourceId, record: { uuid: 'none' } })).rejects.toMatchObject({ code: 'not-found' })
  })
})
