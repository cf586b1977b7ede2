/** What trackers saw, where the newest version that anybody saw is asked for. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { TrackCheck } from '../../../../app/contract/track.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

/** An hour ago. */
const start = new Date(Date.now() - 3_600_000).toISOString()
const sessionId = '7c1d0e66-58a2-4f0b-9c37-5f6f0a2f7b22'
let [store, folder, outside, config] = ['', '', '', '']

const put = (name: string, text: string | Buffer): void => writeFileSync(path.join(folder, name), text)

beforeEach(async () => {
  ;[folder, outside, store, config] = [path.join(tempDir(), 'harbour'), tempDir(), path.join(tempDir(), 'store'), tempDir()]
  mkdirSync(folder)
  put('lights.ts', 'const on = true\r\n')
  put('part.ts', 'one\ntwo\nthree\n')
  writeFileSync(path.join(outside, 'far.ts'), 'far\n')
  await importInto(store, [writeConversation(config, talk()).projects])
})

const talk = () =>
  conversation({ sessionId, seed: 'track', cwd: folder, start })
    .human('Turn the lights on')
    .reads(path.join(folder, 'lights.ts'), 'const on = false\n')
    .edits(path.join(folder, 'lights.ts'), 'false', 'true')
    .calls('Read', { file_path: path.join(folder, 'part.ts'), limit: 1 })
    .result('last', '1→one', {
      toolUseResult: {
        type: 'text',
        file: { filePath: path.join(folder, 'part.ts'), content: 'one', numLines: 1, startLine: 1, totalLines: 4 },
      },
    })
    .reads(path.join(outside, 'far.ts'), 'far\n')
    .agent('On.')

const look = (engine: Engine, more: { readonly outside?: boolean } = {}): Promise<TrackCheck> =>
  engine.ask('track.check', { sessions: [sessionId], ...more })
/** A change counts when it has rested for a look. */
const lookTwice = async (engine: Engine): Promise<TrackCheck> => {
  expect((await look(engine)).changes).toEqual([])
  return look(engine)
}
const changesOf = ({ changes }: TrackCheck) => changes.map(({ path: name, kind }) => `${kind} ${path.basename(name)}`).sort()

test('what a tracker saw last is what anybody saw: in --as-was, checkouts, objects and their versions', async () => {
  await withEngine(store, async (engine) => {
    const lights = path.join(folder, 'lights.ts')
    await look(engine)
    const objectOf = async () => (await engine.ask('objects.list', { type: 'file', limit: 50 })).objects.find(({ name }) => name === lights)
    const before = await objectOf()
    put('lights.ts', 'const on = 1\n')
    await lookTwice(engine)
    for (const at of [undefined, sessionId]) {
      const was = await engine.ask('file.show', { path: lights, reading: 'as-was', ...(at !== undefined && { at }) })
      expect([at, was.content, was.isThere]).toEqual([at, 'const on = 1\n', true])
    }
    const object = await objectOf()
    expect((object?.versions ?? 0) - (before?.versions ?? 0)).toBe(1)
    expect((await engine.ask('objects.show', { objectId: object?.id ?? '' })).payload?.['content']).toBe('const on = 1\n')
    const to = path.join(tempDir(), 'out')
    await runJob(engine, 'checkout.start', { commitId: sessionId, to, asWas: true, paths: [lights] })
    rmSync(lights)
    await lookTwice(engine)
    expect((await engine.ask('file.show', { path: lights, reading: 'as-was' })).isThere).toBe(false)
    expect((await engine.ask('file.show', { path: lights })).content).toBe('const on = true\n')
  })
})

test('a first look at a file whose last line feed the client did not show is no change', async () => {
  const own = path.join(tempDir(), 'store')
  put('shown.txt', 'one\ntwo\n')
  const seen = conversation({ sessionId, seed: 'shown', cwd: folder, start })
    .human('Look')
    .calls('Read', { file_path: path.join(folder, 'shown.txt') })
    .result('last', '1→one\n2→two', {
      toolUseResult: {
        type: 'text',
        file: { filePath: path.join(folder, 'shown.txt'), content: 'one\ntwo', numLines: 2, startLine: 1, totalLines: 2 },
      },
    })
    .agent('Seen.')
  await importInto(own, [writeConversation(tempDir(), seen).projects])
  await withEngine(own, async (engine) => {
    expect(changesOf(await look(engine))).toEqual([])
    put('shown.txt', 'one\ntwo\nthree\n')
    expect(changesOf(await lookTwice(engine))).toEqual(['changed shown.txt'])
  })
})
