/** Whatever becomes of the files of a family, the store ends as if they had been imported as they are now: nothing stays of what was shared. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { rounds } from '../../../support/rounds.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

const id = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`

const bytesOf = (told: ReturnType<typeof conversation>): Buffer => told.files().get(told.path) ?? Buffer.alloc(0)

const first = conversation({ sessionId: id('a'), seed: 'changed' })
  .human('one')
  .agent('1')
  .human('two')
  .runs('ls', 'a')
  .agent('2')
const fork = first.fork(id('b')).human('three').agent('3')
const further = fork.resume(id('c')).human('four').agent('4')
first.human('two and a half').agent('2.5')

/** The files of a session that others copy from, of one that copies, and of one that copies from that. */
const files = [first, fork, further].map(bytesOf)

/** The first bytes of a file up to a line, whole lines. */
const linesOf = (bytes: Buffer, share: number): Buffer => {
  const lines = bytes.toString('utf8').split('\n').slice(0, -1)
  return Buffer.from(
    lines
      .slice(0, Math.round(share * lines.length))
      .map((line) => `${line}\n`)
      .join(''),
  )
}

const other = (at: number): Buffer =>
  bytesOf(
    conversation({ sessionId: id('abc'[at] ?? ''), seed: `other ${String(at)}` })
      .human('something else')
      .agent('else'),
  )

/** What a file is at a time: the beginning of what it was, or something else. */
const anyState = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0.2, 0.3, 0.6, 1).map((share) => (at: number) => linesOf(files[at] ?? Buffer.alloc(0), share)) },
  { weight: 1, arbitrary: fc.constant(other) },
)
const anyMoment = fc.tuple(anyState, anyState, anyState).map((states) => states.map((state, at) => state(at)))

/** Imports the files as they are at each moment, one after the other, into one store; gives all that must only depend on the last. */
const storeAfter = async (projects: string, moments: readonly (readonly Buffer[])[]): Promise<unknown> => {
  const store = tempDir()
  await withEngine(store, async (engine) => {
    for (const [moment, contents] of moments.entries()) {
      for (const [at, bytes] of contents.entries()) {
        const file = path.join(projects, 'project', `${id('abc'[at] ?? '')}.jsonl`)
        mkdirSync(path.dirname(file), { recursive: true })
        writeFileSync(file, bytes)
        const time = 1_767_603_600 + (moment === moments.length - 1 ? 0 : moment + 1)
        utimesSync(file, time, time)
      }
      await runJob(engine, 'import.start', { paths: [projects] })
    }
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
  })
  return { chains: await chainsOf(store), tables: await tableDigests(store, ['artifacts'], 'now') }
}

test('files of a family that grow, shrink or are replaced leave a store of their final content', async () => {
  const projects = path.join(tempDir(), 'projects')
  await fc.assert(
    fc.asyncProperty(fc.array(anyMoment, { minLength: 2, maxLength: 3 }), async (moments) => {
      expect(await storeAfter(projects, moments)).toEqual(await storeAfter(projects, moments.slice(-1)))
    }),
    { numRuns: rounds(5, 60) },
  )
})

test('a copy is the only trace of what its original has lost, and counts', async () => {
  const projects = path.join(tempDir(), 'projects')
  const [original = Buffer.alloc(0), copy = Buffer.alloc(0), last = Buffer.alloc(0)] = files
  const lost = [linesOf(original, 0.2), copy, last]
  expect(await storeAfter(projects, [[original, copy, last], lost])).toEqual(await storeAfter(projects, [lost]))
})

test('a cut that was made for a fork disappears when the fork no longer exists', async () => {
  const projects = path.join(tempDir(), 'projects')
  const [original = Buffer.alloc(0), copy = Buffer.alloc(0)] = files
  const gone = [original, other(1), other(2)]
  expect(await storeAfter(projects, [[original, linesOf(copy, 0.6), other(2)], gone])).toEqual(await storeAfter(projects, [gone]))
})
