/** One replay of steps: every visitor sees the same contents. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MetFiles } from '../../../app/engine/context/met-files.ts'
import { sessionVersions } from '../../../app/engine/file-facts/session-versions.ts'
import type { PlacedSteps } from '../../../app/engine/file-facts/session-tree.ts'
import { followed } from '../../../app/engine/files/file-trail.ts'
import { filesAfter } from '../../../app/engine/files/known-tree.ts'
import { FileStepReader } from '../../../app/files/file-steps.ts'
import { type FileStep, changing } from '../../../app/files/file-step.ts'
import { contentOf, type KnownFile } from '../../../app/files/known-file.ts'
import { contentText } from '../../../app/files/known-text.ts'
import { LineBlame } from '../../../app/files/line-blame.ts'
import { contentHash } from '../../../app/files/object-hash.ts'
import { type OtherChange, replay } from '../../../app/files/replay.ts'
import { readRecord } from '../../../app/model/record.ts'
import { filePayload } from '../../../app/model/objects/object-payload.ts'

const paths = ['/p/a.ts', '/p/b.ts', '/p/c.ts']
const anyPath = fc.constantFrom(...paths)
const anyLines = fc.array(fc.constantFrom('one', 'two', '  three', '', '}'), { minLength: 1, maxLength: 5 })
const anyContent = anyLines.map((lines) => `${lines.join('\n')}\n`)

const anyStep: fc.Arbitrary<FileStep> = fc.oneof(
  fc.record({ step: fc.constant('written' as const), path: anyPath, content: anyContent, isNew: fc.boolean() }),
  fc.record({
    step: fc.constant('whole' as const),
    path: anyPath,
    content: anyContent,
    by: fc.constantFrom('read' as const, 'backup' as const),
  }),
  fc
    .record({ path: anyPath, from: fc.integer({ min: 1, max: 3 }), lines: anyLines, isNews: fc.boolean() })
    .map((part) => ({ step: 'part' as const, ...part, total: part.from + part.lines.length, by: 'read' as const })),
  fc
    .record({ path: anyPath, from: fc.constantFrom('one', 'two'), to: anyContent, isModified: fc.boolean() })
    .map(({ path, from, to, isModified }) => ({ step: 'edited' as const, path, edits: [{ from, to, isEverywhere: true }], isModified })),
  fc.record({ step: fc.constantFrom('gone' as const, 'absent' as const), path: anyPath }),
  fc
    .record({ step: fc.constantFrom('moved' as const, 'copied' as const), path: anyPath, to: anyPath })
    .filter(({ path, to }) => path !== to),
  fc.constant({ step: 'ran' as const, effect: { kind: 'any' as const } }),
  anyPath.map((path) => changing([path])),
)

const anyRecords = fc.array(fc.array(anyStep, { maxLength: 3 }), { minLength: 1, maxLength: 12 }).map((all) =>
  all.map((steps, place): PlacedSteps => ({
    at: { commitId: 'c', sessionId: 's', sourceId: 'source', line: place + 1, occurredAt: place * 10 },
    root: '/root',
    steps,
    model: null,
    clientVersion: null,
  })),
)

const anyOthers = fc.array(fc.record({ at: fc.integer({ min: 0, max: 120 }), path: anyPath }), { maxLength: 4 }).map((all) =>
  [...all]
    .sort((a, b) => a.at - b.at)
    .map(({ at, path }): OtherChange => ({
      at,
      sourceId: 'other',
      line: at,
      commitId: 'other',
      isOfOtherSession: true,
      step: changing([path]),
    })),
)

/** Null: it is not there; undefined: no content is known. */
const textOf = (file: KnownFile | null | undefined): string | null | undefined => (file ? contentOf(file) : file)

/** The hash that the facts have of the last version of each path. */
const factsOf = async (records: readonly PlacedSteps[], others: readonly OtherChange[]): Promise<ReadonlyMap<string, string | null>> => {
  const commit = {
    sessionId: 's',
    chain: 'main',
    commitId: 'c',
    parentId: null,
    format: 'claude-code-v1',
    artifactHash: '',
    isDelta: true,
    beginsAgent: false,
    spawnCall: null,
  }
  const root = { commit, before: [], reader: new FileStepReader(), spawns: new Set<string>() }
  const tree = { sessionId: 's', gitCommits: [], commitIds: ['c'], roots: [root], children: new Map(), steps: new Map([['c', records]]) }
  const { versions } = await sessionVersions(
    tree,
    (_, __, path) => path,
    others,
    () => Promise.resolve(),
  )
  return new Map(versions.map((version) => [version.path, version.contentHash]))
}

const stateOf = async (records: readonly PlacedSteps[]): Promise<ReadonlyMap<string, number | null>> => {
  const met = new MetFiles((_, path) => Promise.resolve(path))
  for (const [place, { at, steps }] of records.entries())
    await met.read({ at, steps, record: readRecord({}), recordedAt: at.occurredAt, model: null }, place, true)
  return new Map(met.all('').map(({ path, chars }) => [path, chars]))
}

test('a tree, a trail, blame, facts and a state see the same contents of the same steps', async () => {
  await fc.assert(
    fc.asyncProperty(anyRecords, async (records) => {
      const tree = new Map(filesAfter(records, [], null).map(({ path, file }) => [path, textOf(file)]))
      const [facts, state, blame] = [await factsOf(records, []), await stateOf(records), new LineBlame()]
      replay(records, [], blame)
      for (const [path, text] of tree) {
        expect(textOf(followed(records, [], path, null).file)).toBe(text)
        if (text === undefined) continue
        expect(facts.get(path)).toBe(contentHash(filePayload(path, text)))
        expect(state.get(path)).toBe(text?.length ?? 0)
        expect(blame.linesNow(path).text.lines).toEqual(text === null ? [] : contentText(text).lines)
      }
    }),
  )
})

test('what others changed meanwhile is the same for a tree, a trail and facts', async () => {
  await fc.assert(
    fc.asyncProperty(anyRecords, anyOthers, async (records, others) => {
      const tree = new Map(filesAfter(records, others, null).map(({ path, file, proof }) => [path, { text: textOf(file), proof }]))
      const facts = await factsOf(records, others)
      for (const [path, { text, proof }] of tree) {
        const trail = followed(records, others, path, null)
        expect({ text: textOf(trail.file), proof: trail.proof }).toEqual({ text, proof })
        if (text !== undefined) expect(facts.get(path)).toBe(contentHash(filePayload(path, text)))
      }
    }),
  )
})
