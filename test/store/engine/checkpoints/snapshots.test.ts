/** A snapshot that was made says again what other commits hold: none of it is counted a second time, anywhere. */
import { expect, test } from 'vitest'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import type { Event } from '../../../../app/model/event.ts'
import { made, madeAt, prompt, reply } from '../../../support/made-commits.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { withEngine } from '../../../support/with-engine.ts'

const metric: Event = {
  type: 'metric',
  timestamp: madeAt + 2,
  payload: { status: 'success', input_tokens: 10, output_tokens: 4, cost_usd: 0.5 },
}
const failed: Event = { type: 'tool_result', timestamp: madeAt + 1, payload: { id: 't', output: 'no', is_error: true } }
const call: Event = { type: 'tool_call', timestamp: madeAt + 1, payload: { id: 't', name: 'Bash' } }
const whole = [prompt('plant beans'), call, failed, reply('planted'), metric]

/** Every figure that a person can ask for. */
const figures = async (engine: Engine): Promise<unknown> => {
  const session = await engine.ask('session.show', { sessionId: 'live/s' })
  const { groups } = await engine.ask('cost.show', { by: 'session', timeZone: 'UTC' })
  const stats = await engine.ask('stats.by', { by: 'session' })
  const { humanPrompts, responses, toolCalls, toolErrors, errors, inputTokens, outputTokens, models } = session
  return { humanPrompts, responses, toolCalls, toolErrors, errors, inputTokens, outputTokens, models, groups, stats }
}

test('a snapshot with a parent changes no figure of its session, and its own row has none', async () => {
  await withEngine(tempDir(), async (engine) => {
    const first = await made(engine, { bytes: encodeEvents(whole), sessionId: 's' })
    const before = await figures(engine)
    expect(before).toMatchObject({ humanPrompts: 1, responses: 1, toolCalls: 1, inputTokens: 10 })
    const snapshot = await made(engine, {
      bytes: encodeEvents(whole),
      sessionId: 's',
      parent: first,
      commitType: 'snapshot',
      summary: 'again',
    })
    expect(await figures(engine)).toEqual(before)
    const { commit } = await engine.ask('commit.show', { commitId: snapshot })
    expect(commit).toMatchObject({ humanPrompts: 0, responses: 0, toolCalls: 0, errors: 0, records: 5 })
    // What it says is still read, and goes on from there.
    const { items } = await engine.ask('commit.read', { commitId: snapshot })
    expect(items.map(({ speaker }) => speaker)).toEqual(['human', 'agent', 'agent', 'system'])
    await made(engine, { bytes: encodeEvents([prompt('next', 60), reply('done', 61)]), sessionId: 's', parent: snapshot })
    expect(await figures(engine)).toMatchObject({ humanPrompts: 2, responses: 2, toolCalls: 1 })
  })
})

test('a snapshot that begins a chain contains new content, and counts', async () => {
  await withEngine(tempDir(), async (engine) => {
    await made(engine, { bytes: encodeEvents(whole), sessionId: 's', commitType: 'snapshot' })
    expect(await figures(engine)).toMatchObject({ humanPrompts: 1, responses: 1, toolCalls: 1, inputTokens: 10, groups: [{ usd: 0.5 }] })
  })
})
