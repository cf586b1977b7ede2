/** The files of a commit, written to a folder. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { CheckoutManifest } from '../../../../app/contract/known-files.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { sampleStore } from '../../../support/copied-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talk = () =>
  conversation({ sessionId: 'harbour', seed: 'harbour', cwd: '/p/harbour' })
    .human('Turn the lights on')
    .reads('lights.ts', 'const on = false\nexport { on }\n')
    .edits('lights.ts', 'const on = false', 'const on = true')
    .writes('src/deep/new.ts', 'export {}')
    .writes('old.ts', 'gone soon\n')
    .runs('rm old.ts', '')
    .calls('Read', { file_path: '/p/harbour/part.ts', offset: 3, limit: 2 })
    .result('last', '3→three\n4→four', {
      toolUseResult: {
        type: 'text',
        file: { filePath: '/p/harbour/part.ts', content: 'three\nfour', numLines: 2, startLine: 3, totalLines: 6 },
      },
    })
    .calls('Read', { file_path: '/p/harbour/never.ts' })
    .result('last', 'File does not exist.', { error: true, toolUseResult: 'Error: File does not exist.' })
    .agent('On.')
    .human('Thanks')
    .agent('Any time.')

/** Another session changes a file that the first one knows, before that one ends. */
const other = () =>
  conversation({ sessionId: 'quay', seed: 'quay', cwd: '/p/harbour', start: '2026-01-05T09:00:00Z' })
    .human('Dim them')
    .reads('lights.ts', 'const on = true\nexport { on }\n')
    .edits('lights.ts', 'export { on }', 'export { on as dimmed }')
    .agent('Dimmed.')

/** It ends long after both. */
const late = () =>
  conversation({ sessionId: 'tower', seed: 'tower', cwd: '/p/harbour', start: '2026-01-06T09:00:00Z' })
    .human('Look')
    .reads('tower.ts', 'x\n')
    .agent('Seen.')

const hostile = () =>
  conversation({ sessionId: 'storm', seed: 'storm', cwd: '/p/storm' })
    .human('Write everywhere')
    .writes('/p/storm/../../../../../etc/evil', 'evil\n')
    .writes('/p/storm/.git/hooks/post-commit', '#!/bin/sh\n')
    .writes(`/p/storm/${'n'.repeat(300)}`, 'long\n')
    .writes('/p/storm/a', 'file\n')
    .writes('/p/storm/a/b', 'below a file\n')
    .writes('/p/storm/\u001b[31mred', 'red\n')
    .writes('/p/storm/nul\0byte', 'nul\n')
    .agent('Done.')

let store = ''
beforeAll(async () => {
  const written = writeConversation(tempDir(), talk(), other(), late(), hostile())
  store = tempDir()
  await importInto(store, [written.projects])
})

const checkOut = (to: string, ...args: readonly string[]) => strata(store, 'checkout', args[0] ?? 'harbour', '--to', to, ...args.slice(1))
const manifestOf = (dir: string): CheckoutManifest => JSON.parse(readFileSync(path.join(dir, 'MANIFEST.json'), 'utf8')) as CheckoutManifest

const filesBelow = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(dir, name)).isFile())
    .sort()

test('known files are written with a manifest', () => {
  const dir = path.join(tempDir(), 'out')
  const { out, code } = checkOut(dir)
  expect([code, out]).toEqual([0, expect.stringMatching(/^2 files \(39 B\) written below .*, from \/p\/harbour/)])
  expect(out).toContain('/p/harbour/part.ts: only some lines are known: add --partial')
  expect(filesBelow(dir)).toEqual(['MANIFEST.json', 'lights.ts', 'src/deep/new.ts'])
  expect(readFileSync(path.join(dir, 'lights.ts'), 'utf8')).toBe('const on = true\nexport { on }\n')
  expect(readFileSync(path.join(dir, 'src/deep/new.ts'), 'utf8')).toBe('export {}')
  const manifest = manifestOf(dir)
  expect(manifest.files.map(({ path: name, file, proof }) => [name, file, proof])).toEqual([
    // Another session changed it before this one ended.
    ['/p/harbour/lights.ts', 'lights.ts', 'likely'],
    ['/p/harbour/src/deep/new.ts', 'src/deep/new.ts', 'observed'],
  ])
  expect(manifest.files[1]?.sha256).toBe(manifest.files[1]?.sourceHash)
  expect(manifest.files.every(({ objectId, contentHash }) => /^[0-9a-f]{64}$/.test(`${objectId}`) && contentHash !== null)).toBe(true)
  expect(manifest.deleted.map(({ path: name }) => name)).toEqual(['/p/harbour/old.ts'])
  expect(manifest.without).toBe('/p/harbour')
})

test('the hashes and the object are those that file show gives', () => {
  const dir = path.join(tempDir(), 'out')
  const result = JSON.parse(checkOut(dir, 'harbour', '--json').out) as CheckoutManifest
  for (const { path: name, objectId, contentHash, sourceHash, proof } of result.files) {
    const shown = JSON.parse(strata(store, 'file', 'show', name, '--at', 'harbour', '--json').out) as unknown
    expect(shown).toMatchObject({ objectId, contentHash, sourceHash, proof })
  }
})

test('parts of files are written when they are asked for, each line in its place', () => {
  const dir = path.join(tempDir(), 'out')
  checkOut(dir, 'harbour', '--partial')
  expect(readFileSync(path.join(dir, 'part.ts'), 'utf8')).toBe(
    '[lines 1 to 2 are not known]\n\nthree\nfour\n[lines 5 to 6 are not known]\n',
  )
  expect(manifestOf(dir).files.find(({ file }) => file === 'part.ts')?.gaps).toEqual([
    { from: 1, to: 2 },
    { from: 5, to: 6 },
  ])
})

test('where a file exists already nothing is written', () => {
  const dir = tempDir()
  mkdirSync(path.join(dir, 'src/deep'), { recursive: true })
  writeFileSync(path.join(dir, 'src/deep/new.ts'), 'mine\n')
  const { code, err } = checkOut(dir)
  expect([code, err]).toEqual([1, expect.stringMatching(/Nothing was written: .*src\/deep\/new\.ts exists already \(target-exists\)/)])
  expect(filesBelow(dir)).toEqual(['src/deep/new.ts'])
  expect(readFileSync(path.join(dir, 'src/deep/new.ts'), 'utf8')).toBe('mine\n')
})

test('only the requested files and folders are written', () => {
  const only = (...paths: readonly string[]): readonly string[] => {
    const dir = path.join(tempDir(), 'out')
    checkOut(dir, 'harbour', ...paths)
    return filesBelow(dir).filter((name) => name !== 'MANIFEST.json')
  }
  expect(only('/p/harbour/lights.ts')).toEqual(['lights.ts'])
  expect(only('src')).toEqual(['src/deep/new.ts'])
  expect(only('/p/harbour/src', 'lights.ts')).toEqual(['lights.ts', 'src/deep/new.ts'])
  const dir = path.join(tempDir(), 'out')
  expect(checkOut(dir, 'harbour', 'ights.ts').err).toContain('No file with the path “ights.ts” is known at ctx-')
  expect(existsSync(dir)).toBe(false)
})

test('--as-was writes the newest content of any session', () => {
  const [known, was] = [path.join(tempDir(), 'out'), path.join(tempDir(), 'out')]
  checkOut(known, 'harbour', 'lights.ts')
  checkOut(was, 'harbour', 'lights.ts', '--as-was')
  expect(readFileSync(path.join(known, 'lights.ts'), 'utf8')).toBe('const on = true\nexport { on }\n')
  expect(readFileSync(path.join(was, 'lights.ts'), 'utf8')).toBe('const on = true\nexport { on as dimmed }\n')
  expect(manifestOf(was).asWas).toBe(true)
})

test('files are written below the folder only, also for hostile paths, and each reason is given', () => {
  const dir = path.join(tempDir(), 'deep', 'out')
  const { code, out } = checkOut(dir, 'storm')
  expect(code).toBe(3)
  expect(out).not.toContain('\u001b')
  expect(filesBelow(dir)).toEqual(['MANIFEST.json', 'etc/evil', 'p/storm/a/b'])
  expect(readdirSync(path.dirname(dir))).toEqual(['out'])
  const reasons = manifestOf(dir).skipped.map(({ reason }) => reason)
  expect([...reasons].sort()).toEqual(['bad-character', 'bad-character', 'file-and-folder', 'reserved-name', 'too-long'])
})

test('a checkout that is cancelled leaves nothing', async () => {
  const dir = path.join(tempDir(), 'out')
  await withEngine(store, async (engine) => {
    const { jobId } = await engine.ask('checkout.start', { commitId: 'harbour', to: dir })
    await engine.ask('job.cancel', { jobId })
    expect((await engine.ask('job.wait', { jobId })).state).toBe('cancelled')
  })
  expect(existsSync(dir)).toBe(false)
})

interface Call {
  readonly name: string
  readonly input: {
    readonly file_path?: string
    readonly content?: string
    readonly old_string?: string
    readonly new_string?: string
    readonly replace_all?: boolean
  }
}

interface Line {
  readonly isSidechain?: boolean
  readonly message?: { readonly content?: unknown }
  readonly toolUseResult?: {
    readonly originalFile?: string
    readonly file?: { readonly content?: string; readonly numLines?: number; readonly totalLines?: number }
  }
}

const blocksOf = ({ message }: Line): readonly Record<string, unknown>[] =>
  Array.isArray(message?.content) ? (message.content as Record<string, unknown>[]) : []

/** Undefined: the line is broken off. */
const lineOf = (text: string): Line | undefined => {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}

/** What the calls of a transcript make of files, without the code that is tested: what was read, written and replaced, in this order. */
const appliedByHand = (transcript: string): ReadonlyMap<string, string> => {
  const [files, calls] = [new Map<string, string>(), new Map<string, Call>()]
  for (const text of readFileSync(transcript, 'utf8').split('\n').filter(Boolean)) {
    const line = lineOf(text)
    if (line === undefined || line.isSidechain === true) continue
    for (const block of blocksOf(line)) {
      if (block['type'] === 'tool_use') calls.set(String(block['id']), block as unknown as Call)
      if (block['type'] !== 'tool_result' || block['is_error'] === true) continue
      const call = calls.get(String(block['tool_use_id']))
      const file = call?.input.file_path ?? ''
      const before = line.toolUseResult?.originalFile ?? files.get(file)
      const shown = line.toolUseResult?.file
      if (call?.name === 'Read' && shown?.content !== undefined && shown.numLines === shown.totalLines) files.set(file, shown.content)
      if (call?.name === 'Write') files.set(file, call.input.content ?? '')
      const { old_string: from = '', new_string: to = '', replace_all: isEverywhere } = call?.input ?? {}
      if (call?.name === 'Edit' && before !== undefined)
        files.set(file, isEverywhere === true ? before.split(from).join(to) : before.replace(from, () => to))
    }
  }
  return files
}

test('the last commits of the samples give what their calls give by hand', async () => {
  const at = await sampleStore()
  await withEngine(at, async (engine) => {
    let compared = 0
    const tips = await engine.ask('refs.list', {})
    for (const { path: transcript, sourceId } of await engine.ask('sources.list', {})) {
      const session = path.basename(transcript, '.jsonl')
      if (!tips.some(({ name }) => name === `session/${session}`)) continue
      const dir = path.join(tempDir(), 'out')
      const { jobId } = await engine.ask('checkout.start', { commitId: session, to: dir })
      const ended = await engine.ask('job.wait', { jobId })
      expect([session, ended.state, ended.failure]).toEqual([session, 'done', undefined])
      const byHand = appliedByHand(transcript)
      for (const { path: name, file, record } of (ended.result as CheckoutManifest).files) {
        // A conversation that continues another one has files of that one.
        if (record.sourceId !== sourceId) continue
        expect([session, name, readFileSync(path.join(dir, file), 'utf8')]).toEqual([session, name, byHand.get(name)])
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(20)
  })
})
