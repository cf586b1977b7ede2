/** What captured and made sessions cost: as their metrics say, until the transcript of the same session says it. */
import { expect, test } from 'vitest'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import type { Event } from '../../../../app/model/event.ts'
import { conversation } from '../../../support/conversation.ts'
import { made, madeAt, prompt, reply } from '../../../support/made-commits.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const metric = (payload: Extract<Event, { readonly type: 'metric' }>['payload']): Event => ({
  type: 'metric',
  timestamp: madeAt + 2,
  payload,
})

const captured = (engine: Engine, sessionId: string, payload: Parameters<typeof metric>[0]): Promise<string> =>
  made(engine, { sessionId, bytes: encodeEvents([prompt(sessionId), reply('done'), metric(payload)]) })

const costs = async (engine: Engine, sessionId?: string) => {
  const view = await engine.ask('cost.show', { by: 'session', timeZone: 'UTC', ...(sessionId === undefined ? {} : { sessionId }) })
  return view.groups.map(({ group, usd, recordedUsd, inputTokens }) => ({ group, usd, recordedUsd, inputTokens }))
}

test('a captured session costs what its metric events report, until the transcript of the session is imported', async () => {
  await withEngine(tempDir(), async (engine) => {
    await captured(engine, 's1', { input_tokens: 100, output_tokens: 10, cost_usd: 0.25 })
    await captured(engine, 's2', { input_tokens: 40, output_tokens: 4, cost_usd: 0.5 })
    const both = [
      { group: 'live/s2', usd: 0.5, recordedUsd: 0.5, inputTokens: 40 },
      { group: 'live/s1', usd: 0.25, recordedUsd: 0.25, inputTokens: 100 },
    ]
    expect(await costs(engine)).toEqual(both)
    expect((await engine.ask('cost.show', { by: 'day', timeZone: 'UTC' })).groups).toMatchObject([{ group: '2026-01-05', usd: 0.75 }])
    const { projects } = writeConversation(tempDir(), conversation({ sessionId: 's1' }).human('s1').agent('done'))
    await runJob(engine, 'import.start', { paths: [projects] })
    expect((await costs(engine)).map(({ group }) => group).sort()).toEqual(['live/s2', 's1'])
    expect(await costs(engine, 'live/s1')).toEqual(both.slice(1))
  })
})

test('tokens without dollars have no known cost, and a made session has no known context size, with the reason', async () => {
  await withEngine(tempDir(), async (engine) => {
    await captured(engine, 's1', { input_tokens: 100, output_tokens: 10 })
    const { groups, unpriced } = await engine.ask('cost.show', { by: 'all', timeZone: 'UTC' })
    expect(groups).toMatchObject([{ usd: null, inputTokens: 100 }])
    expect(unpriced).toMatchObject([{ reason: 'no model is recorded' }])
    expect(await engine.ask('session.context', { sessionId: 'live/s1' })).toMatchObject({
      chains: [],
      unknownBecause: 'a metric says what a whole turn used, not how large a request was',
    })
  })
})
