/** What trackers saw, where the newest version of any session or tracker is asked for. */
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { rowsOf } from '../../../support/in-report-shape.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'
import { changesOf, look, lookTwice, makeHarbour, sessionId, start } from '../../../support/tracked-harbour.ts'

let [store, folder] = ['', '']

const put = (name: string, text: string | Buffer): void => writeFileSync(path.join(folder, name), text)

beforeEach(async () => {
  ;({ store, folder } = await makeHarbour())
})

test('what a tracker saw last is the newest version: in --as-was, checkouts, objects and their versions', async () => {
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
    const seen = `SELECT is_there, source_hash IS NULL, is_change, proof, commit_id IS NULL, object_id IN (SELECT object_id FROM objects)
      FROM object_versions WHERE given_by = 'tracker' AND path = '${lights}' ORDER BY occurred_at`
    expect(await rowsOf(engine, seen)).toEqual([
      [true, false, false, 'observed', true, true],
      [false, true, false, 'observed', true, true],
    ])
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
