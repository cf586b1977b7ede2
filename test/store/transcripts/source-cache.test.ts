/** What was read of a transcript that grows is read on from: the session is the one that reading it whole gives. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordKey } from '../../../app/transcripts/apply-corrections.ts'
import { deriveSession } from '../../../app/transcripts/derive-session.ts'
import type { DeriveTask } from '../../../app/transcripts/derive-task.ts'
import { SourceCache } from '../../../app/transcripts/source-cache.ts'
import { planImport } from '../../../app/engine/import/plan-import.ts'
import type { Correction } from '../../../app/model/correction.ts'
import { finder } from '../../../importer/agents.ts'
import { anyConversation, anyFraction } from '../../support/any-conversation.ts'
import { anyBlankLines, withBlankLines } from '../../support/blank-lines.ts'
import { conversation, type Conversation } from '../../support/conversation.ts'
import { artifactsOf } from '../../support/entry-artifacts.ts'
import { withRows } from '../../support/made-rows.ts'
import { tempDir } from '../../support/temp-dir.ts'

/** The task of the only session below a folder, as of one that is followed. */
const taskIn = (folder: string, corrections: readonly Correction[], known: readonly string[] = []): DeriveTask => {
  const [session] = planImport(finder.discover([folder]).files, []).sessions
  const sources = session?.sources.flatMap((planned) => (planned.kind === 'disk' ? [planned.source] : [])) ?? []
  const inputs = { foreign: [], cuts: [], principal: undefined }
  return {
    sessionId: session?.sessionId ?? '',
    sources,
    inputs,
    takenIds: [],
    corrections,
    known,
    marks: { version: 0, marks: {}, commits: [] },
  }
}

/** Everything but where rows are packed, and how long before a file was read it was written. */
const derived = async (folder: string, kept?: SourceCache, corrections: readonly Correction[] = [], known: readonly string[] = []) => {
  let parsed = 0
  const session = await deriveSession(taskIn(folder, corrections, known), (bytes) => (parsed += bytes), kept)
  const { marked, entries, rows, sources, ...said } = withRows(session)
  expect(marked?.basis).toBe(0)
  const unseen = { rows: { ...rows, seen_files: [] }, sources: sources.map((source) => ({ ...source, seen: undefined })) }
  return { parsed, said: { ...said, ...unseen, artifacts: artifactsOf(entries).map(({ hash }) => hash) } }
}

/** Writes all files of a conversation; gives its main transcript. */
const write = (folder: string, talk: Conversation): string => {
  for (const [name, bytes] of talk.files()) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), bytes)
  }
  return path.join(folder, talk.path)
}

test('a session does not depend on which part of its transcript was read before', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyConversation(20),
      fc.array(anyFraction, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (talk, places, areKnown) => {
        const folder = tempDir()
        const file = write(folder, talk)
        const whole = readFileSync(file)
        const kept = new SourceCache()
        const written: string[] = []
        for (const place of [...places, 1]) {
          writeFileSync(file, whole.subarray(0, Math.ceil(place * whole.length)))
          const { said } = await derived(folder, kept, [], written)
          expect(said).toEqual((await derived(folder, undefined, [], written)).said)
          // An import that failed wrote nothing of it.
          if (areKnown) written.push(...said.artifacts)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('a session is the same, whatever blank lines its transcript grew by, and wherever within them it was read', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyConversation(8),
      anyBlankLines(5),
      fc.array(anyFraction, { minLength: 2, maxLength: 8 }),
      async (talk, runs, places) => {
        const folder = tempDir()
        const file = write(folder, talk)
        const whole = withBlankLines(readFileSync(file), runs)
        const kept = new SourceCache()
        for (const place of [...places.sort((a, b) => a - b), 1]) {
          writeFileSync(file, whole.subarray(0, Math.ceil(place * whole.length)))
          expect((await derived(folder, kept)).said).toEqual((await derived(folder)).said)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('blank lines that continue those already read are not parsed again', async () => {
  const [folder, kept] = [tempDir(), new SourceCache()]
  const file = write(folder, talkOf(20))
  const whole = Buffer.concat([readFileSync(file), Buffer.from('\n\r\n  \n'.repeat(10)), Buffer.from('{"type":"mode"}\n')])
  const before = whole.length - 16 - 30
  writeFileSync(file, whole.subarray(0, before))
  await derived(folder, kept)
  writeFileSync(file, whole)
  const again = await derived(folder, kept)
  expect(again.parsed).toBe(whole.length - before)
  expect(again.said).toEqual((await derived(folder)).said)
  expect(again.said.rows.records.at(-1)?.line).toBe(whole.toString().split('\n').length - 1)
})

/** A correction of each record of a transcript that holds a place of it, 0 to 1; the class of some cannot be corrected to this. */
const correctedAt = (folder: string, whole: Buffer, places: readonly number[]): readonly Correction[] => {
  const { sessionId, sources } = taskIn(folder, [])
  const sourceId = sources.find(({ role }) => role === 'session')?.sourceId ?? ''
  const lines = whole.toString('utf8').split('\n').slice(0, -1)
  return places.flatMap((place) => {
    const line = Math.floor(place * (lines.length - 1)) + 1
    const text = lines[line - 1] ?? ''
    const key = recordKey('claude-code', Buffer.from(`${text}\n`), sessionId, line)
    if (key === undefined) return []
    const { uuid } = JSON.parse(text) as { readonly uuid?: string }
    return [{ recordKey: key, class: 'meta', sourceId, line, sessionId, uuid, reason: undefined, correctedAt: 0 }]
  })
}

test('a session with corrected records is the same, whether they were read before or after the correction', async () => {
  let corrected = 0
  await fc.assert(
    fc.asyncProperty(anyConversation(20), fc.array(anyFraction, { minLength: 2, maxLength: 5 }), async (talk, places) => {
      const folder = tempDir()
      const file = write(folder, talk)
      const whole = readFileSync(file)
      const corrections = correctedAt(folder, whole, places)
      const written: string[] = []
      const kept = new SourceCache()
      for (const [at, place] of [...places, 1].entries()) {
        writeFileSync(file, whole.subarray(0, Math.ceil(place * whole.length)))
        // The first two looks have the same corrections, then there is one more each time.
        const sofar = corrections.slice(0, Math.max(1, at))
        const { said } = await derived(folder, kept, sofar, written)
        expect(said).toEqual((await derived(folder, undefined, sofar, written)).said)
        written.push(...said.artifacts)
        corrected += said.rows.corrections.length
      }
    }),
    { numRuns: 40 },
  )
  expect(corrected).toBeGreaterThan(0)
})

const talkOf = (turns: number): Conversation => {
  const talk = conversation({ seed: 'kept', sessionId: '11111111-1111-4111-8111-111111111111' })
  for (let turn = 0; turn < turns; turn += 1) talk.human(`ask ${String(turn)}`).agent(`answer ${String(turn)}`)
  return talk
}

test('only what was appended is parsed', async () => {
  const [folder, kept] = [tempDir(), new SourceCache()]
  const file = write(folder, talkOf(20))
  const before = readFileSync(file).length
  expect((await derived(folder, kept)).parsed).toBe(before)
  write(folder, talkOf(21))
  expect((await derived(folder, kept)).parsed).toBe(readFileSync(file).length - before)
  expect((await derived(folder, kept)).parsed).toBe(0)
})

test('with a record corrected only what was appended is parsed, and all of it when another is', async () => {
  const [folder, kept] = [tempDir(), new SourceCache()]
  const before = readFileSync(write(folder, talkOf(20)))
  const [first, second] = correctedAt(folder, before, [0, 1])
  if (first === undefined || second === undefined) throw new Error('both lines hold a record')
  await derived(folder, kept, [first])
  const whole = readFileSync(write(folder, talkOf(21)))
  expect((await derived(folder, kept, [first])).parsed).toBe(whole.length - before.length)
  expect((await derived(folder, kept, [first, second])).parsed).toBe(whole.length)
})

test('a transcript that changed in its read part is read completely, also when its length is the same', async () => {
  const [folder, kept] = [tempDir(), new SourceCache()]
  const file = write(folder, talkOf(20))
  await derived(folder, kept)
  const changed = readFileSync(file, 'utf8').replaceAll('ask 7', 'ASK 7')
  writeFileSync(file, changed)
  const again = await derived(folder, kept)
  expect(again.parsed).toBe(changed.length)
  expect(again.said).toEqual((await derived(folder)).said)
  expect(again.said.rows.commits.map(({ summary }) => summary)).toContain('ASK 7')
})

test('a line that is not finished yet is read again with the rest of it', async () => {
  const [folder, kept] = [tempDir(), new SourceCache()]
  const file = write(folder, talkOf(20))
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(0, whole.length - 5))
  await derived(folder, kept)
  writeFileSync(file, whole)
  const again = await derived(folder, kept)
  expect(again.parsed).toBe(whole.length)
  expect(again.said.rows.problems).toEqual([])
})
