/** A pack that is damaged in any way, anywhere: what is whole is restored, what can be made again comes back, and a repair lasts. */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { RepairResult } from '../../../../app/contract/repair.ts'
import type { VerifyResult } from '../../../../app/contract/verify.ts'
import type { RestoreResult } from '../../../../app/contract/restore.ts'
import { conversation } from '../../../support/conversation.ts'
import { filesBelow } from '../../../support/files-below.ts'
import { rounds } from '../../../support/rounds.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talkOf = (digit: string) =>
  conversation({ sessionId: `${digit.repeat(8)}-0000-4000-8000-000000000000`, seed: digit, start: `2026-01-0${digit}T10:00:00Z` })
    .human(`Question ${digit}`)
    .agent(`Answer ${digit}: ${Array.from({ length: 300 }, (_, word) => (word * Number(digit) * 7919).toString(36)).join(' ')}`)
    .human(`Another question ${digit}`)
    .agent(`Another answer ${digit}`)

const digits = ['1', '2', '3', '4', '5', '6']

type Damage = (pack: Buffer, at: number, length: number) => Buffer

const noise = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => (at * 101 + 17) % 256))

const damages = {
  inserted: (pack, at, length) => Buffer.concat([pack.subarray(0, at), noise(length), pack.subarray(at)]),
  removed: (pack, at, length) => Buffer.concat([pack.subarray(0, at), pack.subarray(at + length)]),
  zeroed: (pack, at, length) =>
    Buffer.concat([pack.subarray(0, at), Buffer.alloc(Math.min(length, pack.length - at)), pack.subarray(at + length)]),
  truncated: (pack, at) => pack.subarray(0, at),
  duplicated: (pack, at, length) => Buffer.concat([pack.subarray(0, at + length), pack.subarray(at)]),
  swapped: (pack, at, length) =>
    Buffer.concat([
      pack.subarray(0, at),
      pack.subarray(at + length, at + 2 * length),
      pack.subarray(at, at + length),
      pack.subarray(at + 2 * length),
    ]),
  missing: () => Buffer.alloc(0),
} satisfies Readonly<Record<string, Damage>>
type Kind = keyof typeof damages
const kinds = Object.keys(damages) as Kind[]

let store = ''
let projects = ''
let before: unknown
let rows: Readonly<Record<string, string>> = {}
let files: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  store = tempDir()
  const dir = tempDir()
  for (const digit of digits) {
    projects = writeConversation(dir, talkOf(digit)).projects
    await importInto(store, [projects])
  }
  before = await chainsOf(store)
  rows = await tableDigests(store, ['artifacts'])
  files = await restored(store)
})

/** The files that a store gives back, by name. */
const restored = async (dir: string): Promise<Readonly<Record<string, string>>> => {
  const to = tempDir()
  const job = await withEngine(dir, (engine) => runJob(engine, 'restore.start', { what: { all: true }, to }))
  const { files: given, unreadable } = job.result as RestoreResult
  const found = filesBelow(to)
  expect(given.length).toBe(Object.keys(found).length)
  if (digits.length === Object.keys(files).length) expect(given.length + unreadable.length).toBe(digits.length)
  return found
}

const jobOf = async <T>(dir: string, call: 'verify.start' | 'reindex.start' | 'repair.start'): Promise<T> =>
  (await withEngine(dir, (engine) => runJob(engine, call, {}))).result as T

const faultsOf = async (dir: string): Promise<VerifyResult['faults']> => (await jobOf<VerifyResult>(dir, 'verify.start')).faults

const packPath = (dir: string): string => path.join(dir, 'packs', 'pack-000001.strata')

const damaged = (kind: Kind, place: number, length: number): string => {
  const hurt = tempDir()
  cpSync(store, hurt, { recursive: true })
  const pack = readFileSync(packPath(hurt))
  const wrong = damages[kind](pack, Math.floor(place * pack.length), length)
  if (kind === 'missing') rmSync(packPath(hurt))
  else writeFileSync(packPath(hurt), wrong)
  return hurt
}

const anyDamage = fc.record({
  kind: fc.constantFrom(...kinds),
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  length: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 9, max: 3000 })),
})

const isPartOf = (some: Readonly<Record<string, string>>): boolean =>
  Object.entries(some).every(([name, content]) => files[name] === content)

test('with any damage to a pack, a restore writes every complete file, before and after a rebuild of the index', async () => {
  await fc.assert(
    fc.asyncProperty(anyDamage, async ({ kind, place, length }) => {
      const hurt = damaged(kind, place, length)
      const first = await restored(hurt)
      expect(isPartOf(first)).toBe(true)
      await jobOf(hurt, 'reindex.start')
      expect(await restored(hurt)).toEqual(first)
    }),
    { numRuns: rounds(6, 300), examples: [[{ kind: 'inserted', place: 0.3, length: 100 }], [{ kind: 'removed', place: 0.3, length: 3 }]] },
  )
})

test('with any damage to a pack, a repair without the transcripts ends in a store that verifies, and lists the losses', async () => {
  await fc.assert(
    fc.asyncProperty(anyDamage, async ({ kind, place, length }) => {
      const hurt = damaged(kind, place, length)
      const whole = await restored(hurt)
      const away = `${projects}-away`
      renameSync(projects, away)
      try {
        const { lost } = await jobOf<RepairResult>(hurt, 'repair.start')
        expect(await faultsOf(hurt)).toEqual([])
        expect(await restored(hurt)).toEqual(whole)
        const gone = new Set(lost.flatMap((one) => one.files))
        expect(Object.keys(whole).length + gone.size).toBe(digits.length)
        rmSync(path.join(hurt, 'index.duckdb'))
        await jobOf(hurt, 'reindex.start')
        expect(await faultsOf(hurt)).toEqual([])
        expect(await restored(hurt)).toEqual(whole)
      } finally {
        renameSync(away, projects)
      }
      await importInto(hurt, [projects])
      expect(await restored(hurt)).toEqual(files)
      expect(await faultsOf(hurt)).toEqual([])
      expect(await chainsOf(hurt)).toEqual(before)
    }),
    { numRuns: rounds(4, 300), examples: [[{ kind: 'inserted', place: 0.3, length: 100 }], [{ kind: 'missing', place: 0, length: 1 }]] },
  )
})

test('with any damage to a pack, a repair with the transcripts restores everything, also after the index was deleted', async () => {
  await fc.assert(
    fc.asyncProperty(anyDamage, fc.constantFrom('repair', 'reindex and import'), async ({ kind, place, length }, by) => {
      const hurt = damaged(kind, place, length)
      if (by === 'reindex and import') {
        await jobOf(hurt, 'reindex.start')
        await importInto(hurt, [projects])
      }
      const { lost } = await jobOf<RepairResult>(hurt, 'repair.start')
      expect(lost).toEqual([])
      for (const how of ['', 'index deleted']) {
        if (how !== '') rmSync(path.join(hurt, 'index.duckdb'))
        expect(await chainsOf(hurt)).toEqual(before)
        expect(await restored(hurt)).toEqual(files)
        expect(await faultsOf(hurt)).toEqual([])
        expect(await tableDigests(hurt, ['artifacts'])).toEqual(rows)
      }
      const kept = readdirSync(path.join(hurt, 'packs')).filter((name) => name.includes('damaged'))
      expect(kept.length).toBeLessThanOrEqual(1)
    }),
    { numRuns: rounds(4, 300), examples: [[{ kind: 'inserted', place: 0.3, length: 100 }, 'reindex and import']] },
  )
})

/** The same sessions in a store of three packs: twice a pack lost its end, the next import began another, and a backup brought the end back. */
const storeOfPacks = async (): Promise<string> => {
  const [dir, several] = [tempDir(), tempDir()]
  for (const [at, digit] of digits.entries()) {
    const found = writeConversation(dir, talkOf(digit)).projects
    if (at !== 2 && at !== 4) {
      await importInto(several, [found])
      continue
    }
    const last = path.join(several, 'packs', readdirSync(path.join(several, 'packs')).sort().at(-1) ?? '')
    const whole = readFileSync(last)
    writeFileSync(last, whole.subarray(0, Math.floor(whole.length * 0.6)))
    await jobOf(several, 'reindex.start')
    await importInto(several, [found])
    writeFileSync(last, whole)
    await jobOf(several, 'reindex.start')
  }
  rmSync(dir, { recursive: true })
  return several
}

test('any damage to some of several packs: a repair loses what cannot be read, and nothing else', async () => {
  const several = await storeOfPacks()
  const names = readdirSync(path.join(several, 'packs')).sort()
  expect(names).toHaveLength(3)
  expect(await faultsOf(several)).toEqual([])
  expect(Object.values(await restored(several)).sort()).toEqual(Object.values(files).sort())
  const some = fc.array(fc.tuple(fc.constantFrom(...names), anyDamage), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(some, async (hurts) => {
      const hurt = tempDir()
      cpSync(several, hurt, { recursive: true })
      for (const [name, { kind, place, length }] of hurts) {
        const file = path.join(hurt, 'packs', name)
        const pack = readdirSync(path.dirname(file)).includes(name) ? readFileSync(file) : Buffer.alloc(0)
        if (kind === 'missing') rmSync(file, { force: true })
        else if (pack.length > 0) writeFileSync(file, damages[kind](pack, Math.floor(place * pack.length), length))
      }
      const whole = await restored(hurt)
      const { lost } = await jobOf<RepairResult>(hurt, 'repair.start')
      expect(await faultsOf(hurt)).toEqual([])
      expect(await restored(hurt)).toEqual(whole)
      expect(Object.keys(whole).length + new Set(lost.flatMap((one) => one.files)).size).toBe(digits.length)
      rmSync(path.join(hurt, 'index.duckdb'))
      await jobOf(hurt, 'reindex.start')
      expect(await faultsOf(hurt)).toEqual([])
      expect(await restored(hurt)).toEqual(whole)
    }),
    { numRuns: rounds(4, 300) },
  )
})
