/** Files as agents knew them, checked against what the transcripts say themselves. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { FileHistoryView, KnownFileView } from '../../../../app/contract/objects.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { sampleStore } from '../../../support/copied-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const harbour = '/p/harbour/lights.ts'

const talk = () =>
  conversation({ sessionId: 'harbour', seed: 'harbour', cwd: '/p/harbour' })
    .human('Turn the lights on')
    .reads(harbour, 'const on = false\nexport { on }\n')
    .edits(harbour, 'const on = false', 'const on = true')
    .agent('On.')
    .human('Now with a colour')
    .runs('sed -i s/on/ON/ lights.ts', '')
    .edits(harbour, 'export { on }', "export const colour = 'red'\nexport { on }")
    .agent('Red.')

let store = ''
let transcript: readonly string[] = []
beforeAll(async () => {
  const written = writeConversation(tempDir(), talk())
  transcript = readFileSync(path.join(written.projects, talk().path), 'utf8').split('\n')
  store = tempDir()
  await importInto(store, [written.projects])
})

/** Line of the result of the nth call with this tool. */
const resultLine = (tool: string, nth = 0): number => {
  const calls = transcript.flatMap((line) =>
    [...line.matchAll(new RegExp(`"id":"([^"]+)","name":"${tool}"`, 'g'))].map(([, id]) => id ?? ''),
  )
  return transcript.findIndex((line) => line.includes(`"tool_use_id":"${calls[nth] ?? ''}"`)) + 1
}

const show = (...more: readonly string[]): string => strata(store, 'file', 'show', 'harbour/lights.ts', ...more).out
const shown = (...more: readonly string[]): KnownFileView => JSON.parse(show('--json', ...more)) as KnownFileView

test('the content is that after the last edit, and each line says how it is known', () => {
  expect(show()).toBe("const on = true\nexport const colour = 'red'\nexport { on }\n")
  const file = shown()
  expect([file.path, file.isThere, file.totalLines]).toEqual([harbour, true, 4])
  expect(show('--proof')).toMatch(
    /^observed src-\w+:\d+ +1 {2}const on = true\ncomputed src-\w+:\d+ +2 {2}export const colour = 'red'\nobserved src-\w+:\d+ +3 {2}export \{ on \}\n$/,
  )
})

test('the JSON names each range and the version by a record that the options take', () => {
  const file = JSON.parse(show('--json')) as { versionId: string; ranges: { from: number; to: number; record: string }[] }
  expect(Object.keys(file)).toEqual(
    expect.arrayContaining(['objectId', 'path', 'content', 'proof', 'ranges', 'versionId', 'observedAt', 'sourceHash', 'contentHash']),
  )
  expect(file.ranges.map(({ from, to }) => [from, to])).toEqual([
    [1, 1],
    [2, 2],
    [3, 4],
  ])
  expect(file.versionId).toBe(file.ranges[1]?.record)
  expect(shown('--after', file.versionId).content).toBe(shown().content)
  expect(shown('--before', file.versionId).content).toBe('const on = true\nexport { on }\n')
})

test('before and after a record the content is the one of that moment', () => {
  expect(show('--before', `harbour:${resultLine('Edit')}`)).toBe('const on = false\nexport { on }\n')
  const after = shown('--after', `harbour:${resultLine('Edit')}`)
  expect([after.content, after.proof]).toEqual(['const on = true\nexport { on }\n', 'computed'])
  expect(after.ranges.map(({ from, to, proof }) => [from, to, proof])).toEqual([
    [1, 1, 'computed'],
    [2, 3, 'observed'],
  ])
  expect(show('--before', `harbour:${resultLine('Read')}`)).toContain('no record shows its content')
})

test('the history has a row for each version, with its lines and its proof', () => {
  const history = JSON.parse(strata(store, 'file', 'history', 'lights.ts', '--json').out) as FileHistoryView
  expect(history.versions.map(({ by, added, removed }) => [by, added, removed])).toEqual([
    ['edit', 1, 0],
    ['edit', 1, 1],
    ['read', null, null],
  ])
  expect(strata(store, 'file', 'history', 'lights.ts').out).toMatch(/3 versions\. \d+ later observations?: \d+ confirmed, 0 refuted/)
  expect(strata(store, 'file', 'history', 'lights.ts', '-p').out).toContain("+export const colour = 'red'")
})

test('a path that no agent was given, and a record that is none, are said to be unknown', () => {
  expect(strata(store, 'file', 'show', 'no/such.ts').err).toContain('No agent was given a file with the path “no/such.ts”')
  expect(strata(store, 'file', 'show', 'lights.ts', '--before', 'harbour:9999').err).toMatch(/No record is called “src-\w+:9999”/)
})

interface Edit {
  readonly place: string
  readonly path: string
  readonly before: string
}

/** Every edit of the samples whose record has the whole content before it. */
const editsOf = async (engine: Engine): Promise<readonly Edit[]> => {
  const edits: Edit[] = []
  for (const { sourceId, path: file } of await engine.ask('sources.list', {})) {
    readFileSync(file, 'utf8')
      .split('\n')
      .forEach((line, at) => {
        if (!line.includes('"originalFile":"')) return
        const { toolUseResult: result } = JSON.parse(line) as { toolUseResult?: { filePath?: string; originalFile?: string } }
        if (result?.filePath === undefined || result.originalFile === undefined) return
        edits.push({ place: `${sourceId}:${at + 1}`, path: result.filePath, before: result.originalFile })
      })
  }
  return edits
}

test('a content that a person changed while it was written is known with what was there before, in the file as in its versions', async () => {
  const file = '/p/pier.txt'
  const written = (content: string, result: object) => ({ toolUseResult: { filePath: file, content, userModified: true, ...result } })
  const added = (after: string) => [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: [` ${after}`, '+by hand'] }]
  const talk = conversation({ sessionId: 'pier', seed: 'pier' })
    .human('Write it')
    .writes(file, 'one\nlast\n')
    .calls('Write', { file_path: file, content: 'one\ntwo\nlast\n' })
    .result('last', 'Written.', written('one\ntwo\nlast\n', { type: 'update', structuredPatch: added('one') }))
    .calls('Write', { file_path: file, content: 'one\nthree\n' })
    .result('last', 'Written.', written('one\nthree\n', { type: 'update', originalFile: 'one\nend\n', structuredPatch: added('one') }))
    .agent('Done.')
  const store = tempDir()
  await importInto(store, [writeConversation(tempDir(), talk).projects])
  await withEngine(store, async (engine) => {
    const { versions } = await engine.ask('file.history', { path: file })
    const contents: unknown[] = []
    for (const { record, contentHash } of versions.filter(({ by }) => by === 'write')) {
      const shown = await engine.ask('file.show', { path: file, after: { sourceId: record.sourceId, line: record.line } })
      expect(shown.contentHash).toBe(contentHash)
      contents.push(shown.content)
    }
    expect(contents).toEqual(['one\nby hand\nend\n', 'one\nby hand\nlast\n', 'one\nlast\n'])
  })
})

test('before every edit of the samples, the file is as the edit found it, or the program says that it may not be', async () => {
  const at = await sampleStore()
  await withEngine(at, async (engine) => {
    const edits = await editsOf(engine)
    expect(edits.length).toBeGreaterThan(10)
    const counts = { same: 0, unsure: 0 }
    for (const edit of edits) {
      const [sourceId = '', line = ''] = edit.place.split(/:(?=\d+$)/)
      const file = await engine.ask('file.show', { path: edit.path, before: { sourceId, line: Number(line) } })
      if (file.content === edit.before) counts.same += 1
      else {
        expect([edit.place, ['likely', 'partial', 'unknown'].includes(file.proof)]).toEqual([edit.place, true])
        counts.unsure += 1
      }
    }
    expect(counts.same).toBeGreaterThan(counts.unsure)
  })
})
