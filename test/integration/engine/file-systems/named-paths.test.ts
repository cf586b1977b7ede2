/** Paths as people give them: endings, Unicode forms. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { inReportShape } from '../../../support/in-report-shape.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const composed = 'Übersicht.md'.normalize('NFC')

test('on macOS the Unicode forms of a path are one file', async (context) => {
  await inReportShape(context, '76-unicode-forms', async (engine) => {
    for (const form of [composed, composed.normalize('NFD')]) {
      const shown = await engine.ask('file.show', { path: form })
      expect((shown.content ?? shown.lines.map(({ text }) => text).join('\n')).includes('zwei neu')).toBe(true)
    }
    const { versions } = await engine.ask('file.history', { path: composed, limit: 100, offset: 0, withContents: false })
    expect([new Set(versions.map(({ path: name }) => name)).size, versions.some(({ by }) => by === 'edit')]).toEqual([1, true])
  })
})

const two = async (): Promise<string> => {
  const store = tempDir()
  const talk = (sessionId: string, folder: string, text: string) =>
    conversation({ sessionId, seed: sessionId, cwd: folder }).human('Write it').writes(`${folder}/src/a.ts`, text).agent('Written.')
  await importInto(store, [writeConversation(tempDir(), talk('oneone', '/p/one', 'one\n'), talk('twotwo', '/p/two', 'two\n')).projects])
  return store
}

test('elsewhere the Unicode forms of a path are two files', async () => {
  const store = tempDir()
  const talk = conversation({ sessionId: 'forms', seed: 'forms', cwd: '/home/mira' })
    .human('Write them')
    .writes(`/home/mira/${composed}`, 'composed\n')
    .writes(`/home/mira/${composed.normalize('NFD')}`, 'decomposed\n')
    .agent('Written.')
  await importInto(store, [writeConversation(tempDir(), talk).projects])
  await withEngine(store, async (engine) => {
    const show = async (name: string) => (await engine.ask('file.show', { path: `/home/mira/${name}` })).content
    expect([await show(composed), await show(composed.normalize('NFD'))]).toEqual(['composed\n', 'decomposed\n'])
  })
})

test('an ending that several files have is that of the file which the named chain knows', async () => {
  await withEngine(await two(), async (engine) => {
    await expect(engine.ask('file.show', { path: 'src/a.ts' })).rejects.toThrow('is the end of 2 paths')
    const shown = await engine.ask('file.show', { path: 'src/a.ts', at: 'twotwo' })
    expect([shown.path, shown.content]).toEqual(['/p/two/src/a.ts', 'two\n'])
    const record = shown.ranges[0]?.record ?? undefined
    expect((await engine.ask('file.show', { path: 'a.ts', after: record })).path).toBe('/p/two/src/a.ts')
    expect((await engine.ask('file.blame', { path: 'a.ts', at: 'oneone' })).path).toBe('/p/one/src/a.ts')
  })
})

test('tabs stay tabs in patches, objects and blame, so that a patch can be applied', async () => {
  const store = tempDir()
  const talk = conversation({ sessionId: 'tabs', seed: 'tabs', cwd: '/p/one' })
    .human('Write it')
    .writes('/p/one/Makefile', 'all:\n\techo 1\n')
    .edits('/p/one/Makefile', 'echo 1', 'echo\t2\u001b[31m')
    .agent('Written.')
  await importInto(store, [writeConversation(tempDir(), talk).projects])
  const patch = strata(store, 'file', 'history', 'Makefile', '-p').out
  expect(patch).toContain('-\techo 1\n+\techo\t2␛[31m\n')
  expect(strata(store, 'blame', 'Makefile').out).toContain('\techo\t2␛[31m')
  const id = (JSON.parse(strata(store, 'file', 'show', 'Makefile', '--json').out) as { objectId: string }).objectId
  expect(strata(store, 'objects', 'show', id).out).toContain('\n\techo\t2␛[31m\n')
})

test('files cannot be compared with a folder that does not exist, or with a file', async () => {
  const [store, folder] = [await two(), tempDir()]
  const missing = strata(store, 'drift', 'oneone', '--root', path.join(folder, 'none'))
  expect([missing.code === 0, missing.err.includes('it does not exist')]).toEqual([false, true])
  writeFileSync(path.join(folder, 'file'), '')
  const file = strata(store, 'drift', 'oneone', '--root', path.join(folder, 'file'))
  expect([file.code === 0, file.err.includes('it is not a folder')]).toEqual([false, true])
})
