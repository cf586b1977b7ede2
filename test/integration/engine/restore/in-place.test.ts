/** A deleted transcript is written back to where it was, with its files, and never over a file. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { filesBelow } from '../../../support/files-below.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const imported = async () => {
  const dir = tempDir()
  const config = path.join(dir, '.claude')
  const talk = conversation({ seed: 'back' })
  talk
    .human('Look')
    .subagent({ description: 'Look', prompt: 'Look well' }, (agent) => agent.agent('seen'))
    .agent('Done')
  talk.outputFile('long', 'many lines\n'.repeat(100))
  const { projects, mainFiles } = writeConversation(config, talk, conversation({ seed: 'other' }).human('Stay').agent('Yes'))
  const store = path.join(dir, 'store')
  await importInto(store, [projects])
  const [main = '', other = ''] = mainFiles
  return { config, projects, main, folder: main.replace(/\.jsonl$/, ''), other, store, id: talk.sessionId }
}

test('a deleted session comes back byte for byte with the files of its sub-agents and tools, after a preview that writes nothing', async () => {
  const { projects, main, folder, store, id } = await imported()
  const before = filesBelow(projects)
  expect(Object.keys(before).length).toBeGreaterThan(3)
  rmSync(main)
  rmSync(folder, { recursive: true })
  const preview = strata(store, 'restore', id, '--in-place', '--dry-run')
  expect(preview).toMatchObject({ code: 0, out: expect.stringContaining('Would write:') as string })
  expect(preview.out).toContain(main)
  expect(existsSync(main)).toBe(false)
  const done = strata(store, 'restore', id, '--in-place')
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining('Written:') as string })
  expect(filesBelow(projects)).toEqual(before)
  expect(strata(store, 'restore', id, '--in-place').out).toContain('Already exists:')
  expect(strata(store, 'import', projects).out).toContain('0 commits')
})

test('a file that is there is never written over, and is named', async () => {
  const { projects, main, folder, store, id } = await imported()
  rmSync(folder, { recursive: true })
  writeFileSync(main, 'something else\n')
  const done = strata(store, 'restore', id, '--in-place')
  expect(done).toMatchObject({ code: 3 })
  expect(done.out).toContain(`Not written, another file has that path:\n  ${main}`)
  expect(readFileSync(main, 'utf8')).toBe('something else\n')
  expect(Object.keys(filesBelow(projects)).filter((name) => name.includes(id)).length).toBeGreaterThan(1)
})

test('nothing is written where the folder is gone or leads elsewhere', async () => {
  const { config, projects, main, folder, store, id } = await imported()
  rmSync(main)
  rmSync(folder, { recursive: true })
  const elsewhere = `${config}-elsewhere`
  mkdirSync(elsewhere)
  renameSync(projects, path.join(elsewhere, 'projects'))
  symlinkSync(path.join(elsewhere, 'projects'), projects)
  const before = filesBelow(elsewhere)
  const led = strata(store, 'restore', id, '--in-place')
  expect(led).toMatchObject({ code: 3, out: expect.stringContaining('now') as string })
  expect(led.out).toContain('strata restore NAME --to DIR')
  rmSync(projects)
  rmSync(config, { recursive: true })
  expect(strata(store, 'restore', id, '--in-place').out).toContain('does not exist on this machine')
  expect(existsSync(config)).toBe(false)
  expect(filesBelow(elsewhere)).toEqual(before)
})

test('one of --to and --in-place is required', async () => {
  const { store, id } = await imported()
  expect(strata(store, 'restore', id)).toMatchObject({ code: 2 })
  expect(strata(store, 'restore', id, '--in-place', '--to', '/tmp')).toMatchObject({ code: 2 })
})

test('files that are gone are counted while their place may be written, and none of them once they are back', async () => {
  const { config, projects, main, folder, store, id } = await imported()
  const missing = () => withEngine(store, (engine) => engine.ask('restore.missing', { sessionId: id }))
  const { files } = await missing()
  expect(files).toBeGreaterThan(2)
  expect(await missing()).toEqual({ missing: 0, files })
  rmSync(main)
  expect(await missing()).toEqual({ missing: 1, files })
  rmSync(folder, { recursive: true })
  expect(await missing()).toEqual({ missing: files, files })
  strata(store, 'restore', id, '--in-place')
  expect(await missing()).toEqual({ missing: 0, files })
  rmSync(projects, { recursive: true })
  rmSync(config, { recursive: true })
  expect(await missing()).toEqual({ missing: 0, files })
})
