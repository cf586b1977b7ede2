import { expect, test } from 'vitest'
import { made, turn } from '../../../support/made-commits.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { withEngine } from '../../../support/with-engine.ts'

const spoken = (items: readonly { readonly speaker: string; readonly blocks: readonly unknown[] }[]): readonly string[] =>
  items.map(({ speaker, blocks }) => `${speaker}: ${JSON.stringify(blocks)}`)

test('a materialised conversation is read page by page, with the same content in every format', async () => {
  await withEngine(tempDir(), async (engine) => {
    const first = await made(engine, { format: 'events-v1', bytes: turn('a') })
    const tip = await made(engine, { format: 'events-v1', bytes: turn('b'), parent: first })
    for (const { id: format } of await engine.ask('formats.list', {})) {
      const { artifactHash } = await engine.ask('commit.materialise', { commitId: tip, stop: 'root', format })
      const ref = artifactHash ?? ''
      const page = await engine.ask('artifact.read', { ref, format, offset: 1, limit: 2 })
      const whole = await engine.ask('artifact.read', { ref, format })
      expect(page.items).toEqual(whole.items.slice(1, 3))
      expect(page.total).toBe(4)
      const said = spoken(whole.items).join('\n')
      for (const words of ['a', 'done: a', 'b', 'done: b']) expect(said).toContain(`"${words}"`)
    }
  })
})

test('an artifact is not read in an unknown format', async () => {
  await withEngine(tempDir(), async (engine) => {
    const commitId = await made(engine, { format: 'events-v1', bytes: turn('a') })
    const { artifactHash } = await engine.ask('commit.materialise', { commitId })
    expect(await engine.call('artifact.read', { ref: artifactHash, format: 'no-such-format' })).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input' },
    })
  })
})
