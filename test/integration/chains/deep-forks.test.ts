/** Forks that grow long: a snapshot of their own that they go on from. */
import { expect, test } from 'vitest'
import { encodeEvents } from '../../../app/chains/formats/events-v1/encode-events.ts'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { Engine } from '../../../app/engine/engine.ts'
import { deepChain } from '../../../app/engine/checkpoints/snapshot-deep-chain.ts'
import { asked, said } from '../../support/made-chain.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { withEngine } from '../../support/with-engine.ts'

const turn = (text: string): Uint8Array => encodeEvents([asked(text), said(`done: ${text}`)])

const made = async (engine: Engine, input: CallInput<'commit.checkpoint'>): Promise<string> =>
  (await engine.ask('commit.checkpoint', { format: 'events-v1', createdAt: '2026-01-05T08:00:00Z', ...input })).commit.commitId

test('a long fork continues from a snapshot with the content of the commits that it replaces', async () => {
  await withEngine(tempDir(), async (engine) => {
    const first = await made(engine, { bytes: turn('0'), sessionId: 's' })
    await engine.ask('ref.set', { kind: 'fork', name: 'long', commitId: first })
    let tip = first
    for (let index = 1; index < deepChain; index++) tip = await made(engine, { bytes: turn(String(index)), onto: 'long', sessionId: 's' })
    const { commit: snapshot } = await engine.ask('commit.show', { commitId: 'fork/long' })
    expect(snapshot).toMatchObject({
      commitType: 'snapshot',
      parentId: tip,
      sessionId: 'live/s',
      summary: `Snapshot of ${deepChain} commits`,
    })
    const last = await made(engine, { bytes: turn('last'), onto: 'long', sessionId: 's' })
    const near = await engine.ask('commit.materialise', { commitId: last })
    const whole = await engine.ask('commit.materialise', { commitId: last, stop: 'root' })
    expect(near.commits).toEqual([snapshot.commitId, last])
    expect([whole.commitCount, whole.artifactHash]).toEqual([deepChain + 1, near.artifactHash])
  })
}, 600_000)
