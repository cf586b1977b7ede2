/** Shapes from public reports that Strata reads right: each keeps the result that its note gives. */
import { mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { reportShape, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, searchIn, withEngine } from '../../../support/with-engine.ts'

const imported = async <T>(projects: string, work: (engine: Engine) => Promise<T>): Promise<T> => {
  const storeDir = tempDir()
  await importInto(storeDir, [projects])
  return withEngine(storeDir, work)
}

const sessionsOf = async (engine: Engine) => (await engine.ask('sessions.list', { everything: true })).rows

test('folders that share one slug are separate projects, by the working directory', async (context) => {
  const { projects } = reportShape(sharedOrSkip(context), '38-slug-collision')
  const names = await imported(projects, async (engine) => (await sessionsOf(engine)).map(({ project }) => project))
  expect(names.sort()).toEqual(['/home/ana/data-hub/api', '/home/ana/data/hub-api', 'D:\\其他\\目录', 'D:\\桌面\\资料'])
})

test('words inside runs of Chinese and Japanese are found, and Latin words next to them', async (context) => {
  const { projects } = reportShape(sharedOrSkip(context), '44-cjk-search')
  await imported(projects, async (engine) => {
    for (const text of ['评审', '项目评审会议', '服务端', 'youer', 'テスト', 'itgc'])
      expect((await searchIn(engine, text)).total, text).toBeGreaterThan(0)
  })
})

test('Windows folders, a byte order mark, CRLF and a network path are read completely and restored byte for byte', async (context) => {
  const { projects } = reportShape(sharedOrSkip(context), '48-windows-paths')
  await imported(projects, async (engine) => {
    const sessions = await sessionsOf(engine)
    expect(sessions).toHaveLength(3)
    expect(sessions.map(({ humanPrompts }) => humanPrompts)).toEqual([1, 1, 1])
    const { rows } = await engine.ask('files.list', {})
    expect(rows.map((row) => row.path).some((file) => file.includes('\\'))).toBe(true)
    const to = path.join(tempDir(), 'out')
    await runJob(engine, 'restore.start', { what: { all: true }, to })
    const texts = (dir: string): readonly string[] =>
      readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => readFileSync(path.join(dir, name), 'latin1'))
        .sort()
    expect(texts(to)).toEqual(texts(projects))
  })
})

test('a transcript with two names counts once, and a link to a parent folder does not stop the import', async (context) => {
  const { projects } = reportShape(sharedOrSkip(context), '52-symlinks')
  symlinkSync('..', path.join(projects, '-home-ana-loop'))
  symlinkSync('-home-ana-real', path.join(projects, '-home-ana-link'))
  const sessions = await imported(projects, sessionsOf)
  expect(sessions.map(({ humanPrompts }) => humanPrompts)).toEqual([1])
})

test('a project folder that is a link to another disk is reported', async (context) => {
  const { projects, dir } = reportShape(sharedOrSkip(context), '59-moved-project')
  mkdirSync(projects, { recursive: true })
  symlinkSync(path.join(dir, 'elsewhere/-home-ana-moved'), path.join(projects, '-home-ana-moved'))
  const { sessions, problems } = await imported(projects, async (engine) => ({
    sessions: await sessionsOf(engine),
    problems: (await engine.ask('problems.list', {})).rows,
  }))
  expect(sessions).toEqual([])
  expect(problems.map(({ code, reason }) => [code, reason.includes('elsewhere/-home-ana-moved')])).toEqual([['not-a-file', true]])
})
