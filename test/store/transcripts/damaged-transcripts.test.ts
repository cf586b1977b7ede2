/** Whatever happened to a transcript, every byte of it is archived once, restores, and the chains hold together. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MadeSession } from '../../support/made-rows.ts'
import { anyFraction as place } from '../../support/any-conversation.ts'
import { conversation } from '../../support/conversation.ts'
import { deriveFolder } from '../../support/derive-folder.ts'
import { restoredFiles } from '../../support/restored-files.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { artifactsOf } from '../../support/entry-artifacts.ts'

const session = '11111111-1111-4111-8111-111111111111'

const talk = conversation({ version: '2.1.42', sessionId: session, seed: 'damaged' })
  .human('Fix it')
  .thinks('hm')
  .parallel([
    { tool: 'Bash', input: { command: 'ls' }, result: 'ä' },
    { tool: 'Read', input: { file_path: '/a' }, result: '🌊' },
  ])
  .subagent({ prompt: 'Look', agentId: 'a1' }, (agent) => agent.agent('seen'))
  .human('Again')
  .agent('done')
  .rewind(1)
  .human('Once more')
  .compacts({ form: 'old' })
  .queued('and this')
  .agent('ok')
const files = [...talk.files()].map(([name, bytes]) => [name.split('/').slice(1).join('/'), bytes] as const)
const main = files.find(([name]) => name === `${session}.jsonl`)?.[1] ?? Buffer.alloc(0)

type Damage = (bytes: Buffer) => Buffer
const at = (bytes: Buffer, where: number): number => Math.min(bytes.length, Math.floor(where * bytes.length))
const linesOf = (bytes: Buffer): readonly string[] => bytes.toString('latin1').split(/(?<=\n)/)
const joined = (lines: readonly string[]): Buffer => Buffer.from(lines.join(''), 'latin1')

const flip = fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(([where, mask]): Damage => (bytes) => {
  const copy = Buffer.from(bytes)
  const index = at(bytes, where)
  if (index < copy.length) copy[index] = (copy[index] ?? 0) ^ mask
  return copy
})
const cut = fc.tuple(place, place).map(
  ([a, b]): Damage =>
    (bytes) =>
      Buffer.concat([bytes.subarray(0, at(bytes, Math.min(a, b))), bytes.subarray(at(bytes, Math.max(a, b)))]),
)
const repeat = fc.tuple(place, place).map(([a, b]): Damage => (bytes) => {
  const piece = bytes.subarray(at(bytes, Math.min(a, b)), at(bytes, Math.max(a, b)))
  return Buffer.concat([bytes, piece])
})
const splice = fc
  .tuple(
    place,
    fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom('\n', '\r\n', '\0\0\0', '\ufeff', '{}\n', '[]\n', '{"uuid":"x"}\n').map((text) => new TextEncoder().encode(text)),
    ),
  )
  .map(
    ([where, piece]): Damage =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, at(bytes, where)), piece, bytes.subarray(at(bytes, where))]),
  )
const shuffle = fc.array(place, { minLength: 1, maxLength: 6 }).map((picks): Damage => (bytes) => {
  const lines = [...linesOf(bytes)]
  for (const pick of picks) lines.unshift(...lines.splice(Math.floor(pick * lines.length), 1))
  return joined(lines)
})
const repeatLine = fc.tuple(place, place).map(([from, to]): Damage => (bytes) => {
  const lines = [...linesOf(bytes)]
  lines.splice(Math.floor(to * lines.length), 0, lines[Math.floor(from * (lines.length - 1))] ?? '')
  return joined(lines)
})
const damages = fc.array(fc.oneof(flip, cut, repeat, splice, shuffle, repeatLine), { minLength: 1, maxLength: 5 })

/** Every parent and ref names a commit of the session, ids are unique, and following parents ends. */
const expectWhole = ({ rows, refs }: MadeSession): void => {
  const parents = new Map(rows.commits.map((commit) => [commit.commitId, commit.parentId]))
  expect(parents.size).toBe(rows.commits.length)
  for (const ref of refs) expect(parents.has(ref.commitId)).toBe(true)
  for (const commit of rows.commits) {
    const seen = new Set<string>()
    for (let id: string | null | undefined = commit.commitId; id !== null; id = parents.get(id ?? '')) {
      expect(id === undefined || seen.has(id)).toBe(false)
      seen.add(id ?? '')
    }
  }
}

/** No byte stands in two artifacts: they are together no larger than the files. */
const expectHeldOnce = ({ entries, sources }: MadeSession): void => {
  const held = artifactsOf(entries).filter(({ kind }) => kind === 'delta' || kind === 'compaction' || kind === 'raw')
  const size = (items: readonly { readonly bytes: number }[]): number => items.reduce((sum, item) => sum + item.bytes, 0)
  expect(size(held.map(({ rawBytes }) => ({ bytes: rawBytes })))).toBeLessThanOrEqual(size(sources))
}

test('a damaged transcript is archived byte for byte, and its chains are consistent', async () => {
  const folder = tempDir()
  await fc.assert(
    fc.asyncProperty(damages, async (damage) => {
      const bytes = damage.reduce((so, change) => change(so), main)
      for (const [name, content] of files) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
        writeFileSync(path.join(folder, name), content)
      }
      writeFileSync(path.join(folder, `${session}.jsonl`), bytes)
      const derived = (await deriveFolder(folder)).get(session)
      if (derived === undefined) throw new Error('the session is found')
      for (const [file, content] of await restoredFiles(derived))
        expect(content.equals(readFileSync(path.join(folder, ...file.split('/').slice(1))))).toBe(true)
      expect(derived.rows.sources).toHaveLength(files.length)
      expectHeldOnce(derived)
      expectWhole(derived)
    }),
    { numRuns: 120 },
  )
})

const cases: readonly (readonly [string, string | Uint8Array])[] = [
  ['an empty file', ''],
  ['line ends only', '\n\n\n'],
  ['one byte', 'x'],
  ['a byte order mark', '\ufeff'],
  ['NULs', new Uint8Array(4096)],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"type":"user"}\n', 'utf16le')])],
  [
    'no record with a time',
    '{"type":"user","uuid":"a","message":{"content":"x"}}\n{"type":"assistant","uuid":"b","parentUuid":"a","message":{"content":[]}}',
  ],
  [
    'circles of parents',
    '{"type":"user","uuid":"a","parentUuid":"b","message":{"content":"x"}}\n{"type":"user","uuid":"b","parentUuid":"a","message":{"content":"y"}}\n',
  ],
]

test.each(cases)('%s is archived byte for byte', async (_what, content) => {
  const folder = tempDir()
  writeFileSync(path.join(folder, `${session}.jsonl`), content)
  const derived = (await deriveFolder(folder)).get(session)
  if (derived === undefined) throw new Error('the session is found')
  expect([...(await restoredFiles(derived)).values()]).toEqual([Buffer.from(content as string)])
  expectWhole(derived)
})

test('a line too large for memory that is not a record is archived in pieces', async () => {
  const folder = tempDir()
  const garbage = Buffer.alloc(70_000_000, 'garbage ')
  const contents = new Map([
    [`${session}.jsonl`, Buffer.concat([main, garbage, Buffer.from('\n'), main])],
    [`${session}/tool-results/large.txt`, garbage],
    ['22222222-2222-4222-8222-222222222222.jsonl', garbage],
  ])
  for (const [name, bytes] of contents) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), bytes)
  }
  for (const derived of (await deriveFolder(folder)).values()) {
    for (const [file, content] of await restoredFiles(derived))
      expect(content.equals(contents.get(file.split('/').slice(1).join('/')) ?? Buffer.alloc(0))).toBe(true)
    expect(Math.max(...artifactsOf(derived.entries).map((artifact) => artifact.rawBytes))).toBeLessThanOrEqual(16 * 1024 * 1024)
    expectWhole(derived)
  }
})

test('agents with the same bytes share their commits instead of failing', async () => {
  const line = '{"type":"user","isSidechain":true,"message":{"content":"Look"}}\n'
  const folder = tempDir()
  for (const name of ['agent-a1.jsonl', 'agent-a2.jsonl'])
    writeFileSync(path.join(folder, name), line.replace('}\n', `,"sessionId":"${session}"}\n`))
  const derived = (await deriveFolder(folder)).get(session)
  if (derived === undefined) throw new Error('the session is found')
  expect(derived.rows.commits).toHaveLength(1)
  expect(derived.rows.refs.map((ref) => ref.name)).toEqual([`agent/${session}/a1`, `agent/${session}/a2`])
  expect(new Set(derived.rows.records.map((record) => record.commitId))).toEqual(new Set([derived.rows.commits[0]?.commitId]))
  expect([...(await restoredFiles(derived)).values()].map(String)).toEqual(
    [line, line].map((text) => text.replace('}\n', `,"sessionId":"${session}"}\n`)),
  )
})
