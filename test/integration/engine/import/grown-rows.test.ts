/** A session grows before a running program: rows that are as they were stay where they are, and all rows are those of the whole session. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { anyConversation, anyFraction } from '../../../support/any-conversation.ts'
import { anyBlankLines, withBlankLines } from '../../../support/blank-lines.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { rounds } from '../../../support/rounds.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

/** What an amended turn was before stays in the packs. */
const differing = ['artifacts']

const sessionId = '11111111-1111-4111-8111-111111111111'

/** A session of so many turns, each of six records. */
const longSession = (turns: number): Conversation => {
  const talk = conversation({ seed: 'long', sessionId })
  for (let turn = 1; turn <= turns; turn += 1)
    talk
      .human(`Do ${String(turn)}`)
      .thinks('hm')
      .runs('ls', 'a')
      .agent(`Did ${String(turn)}.`)
  return talk
}

/** A transcript that is written again and again, each time longer. */
class GrowingTranscript {
  readonly projects = path.join(tempDir(), 'projects')
  readonly #file: string

  /** @param beside other files of the session, there from the beginning. */
  constructor(talk: Conversation) {
    const place = (name: string): string => path.join(this.projects, ...name.split('/'))
    this.#file = place(talk.path)
    mkdirSync(path.dirname(this.#file), { recursive: true })
    for (const [name, bytes] of talk.files()) {
      mkdirSync(path.dirname(place(name)), { recursive: true })
      if (name !== talk.path) writeFileSync(place(name), bytes)
    }
  }

  become(content: string | Uint8Array): void {
    writeFileSync(this.#file, content)
  }

  /** Makes it one that nobody has written to for a day. */
  rest(): void {
    const yesterday = new Date(Date.now() - 86_400_000)
    utimesSync(this.#file, yesterday, yesterday)
  }
}

const importAll = (engine: Engine, { projects }: GrowingTranscript) => runJob(engine, 'import.start', { paths: [projects] })

/** Compares all tables with those of a store that is given the whole at once. */
const expectWhole = async (storeDir: string, { projects }: GrowingTranscript): Promise<void> => {
  const once = tempDir()
  await importInto(once, [projects])
  expect(await tableDigests(storeDir, differing, 'now')).toEqual(await tableDigests(once, differing, 'now'))
}

const watch = async (engine: Engine, { projects }: GrowingTranscript): Promise<void> => {
  await engine.ask('watch.start', { paths: [projects], remember: false })
  await vi.waitFor(async () => expect((await engine.ask('watch.show', {})).folders).toMatchObject([{ state: 'watching' }]), 60_000)
}

/** Looks at the session, so that it is read ahead. */
const lookAt = async (engine: Engine, transcript: GrowingTranscript, name: string): Promise<boolean> => {
  await watch(engine, transcript)
  const isRead = await engine.ask('watch.expect', { sessionId: name })
  await engine.ask('watch.stop', {})
  return isRead
}

const inGroups = <T>(items: readonly T[], of: number): readonly (readonly T[])[] =>
  items.flatMap((_, at) => (at % of === 0 ? [items.slice(at, at + of)] : []))

test('the rows of a growing session always equal those of the complete session', { timeout: rounds(240_000, 1_200_000) }, async () => {
  const begun = longSession(60)
  await fc.assert(
    fc.asyncProperty(
      anyConversation(30),
      fc.constantFrom(0, 10, 60),
      anyBlankLines(3),
      fc.array(anyFraction, { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 1, max: 6 }),
      async (talk, turns, runs, places, ofEngine) => {
        const start = begun.lines().slice(0, turns * 6)
        const records = Buffer.concat([
          Buffer.from(start.map((line) => `${line}\n`).join('')),
          talk.files().get(talk.path) ?? Buffer.alloc(0),
        ])
        const whole = withBlankLines(records, runs)
        const transcript = new GrowingTranscript(talk)
        const store = tempDir()
        for (const steps of inGroups([...places.sort((a, b) => a - b), 1], ofEngine))
          await withEngine(store, async (engine) => {
            await lookAt(engine, transcript, talk.sessionId)
            for (const place of steps) {
              transcript.become(whole.subarray(0, Math.ceil(place * whole.length)))
              await importAll(engine, transcript)
            }
          })
        await expectWhole(store, transcript)
      },
    ),
    { numRuns: rounds(8, 200) },
  )
})

/** Where rows stand in their tables, by line; of commits by id. */
const placesOf = async (engine: Engine): Promise<ReadonlyMap<string, string>> => {
  const sql = `
    SELECT 'records ' || line, rowid::VARCHAR FROM records UNION ALL
    SELECT 'events ' || line || '.' || block, rowid::VARCHAR FROM events UNION ALL
    SELECT 'usage ' || line, rowid::VARCHAR FROM token_usage UNION ALL
    SELECT 'commit ' || commit_id, rowid::VARCHAR FROM commits`
  const { rows } = await engine.ask('sql.run', { queryId: 'places', sql, rowLimit: 10_000 })
  return new Map(rows as readonly (readonly [name: string, rowid: string])[])
}

/** A session of many turns that grows by a turn at a time. */
const growingSession = () => {
  const talk = longSession(100)
  const transcript = new GrowingTranscript(talk)
  const grow = (): void => transcript.become(`${talk.human('more').agent('done').lines().join('\n')}\n`)
  return { transcript, grow }
}

const recordsOf = async (engine: Engine): Promise<unknown> =>
  (await engine.ask('sql.run', { queryId: 'records', sql: 'SELECT count(*)::INTEGER FROM records' })).rows[0]?.[0]

/** How many rows stand elsewhere when a watched session has grown. No import ends with it, which would tidy the tables up. */
const movedBy = async (engine: Engine, grow: () => void) => {
  const [before, records] = [await placesOf(engine), await recordsOf(engine)]
  grow()
  await vi.waitFor(async () => expect(await recordsOf(engine)).toBe(Number(records) + 2), 60_000)
  const after = await placesOf(engine)
  const gone = [...before].filter(([name, rowid]) => after.get(name) !== rowid).map(([name]) => name)
  const commits = gone.filter((name) => name.startsWith('commit ')).length
  return { rows: before.size, commits, others: gone.length - commits }
}

/** The last group of each of three tables is written again, and that of the commits. */
const expectFewMoved = ({ rows, commits, others }: Awaited<ReturnType<typeof movedBy>>): void => {
  expect(rows).toBeGreaterThan(1_200)
  expect(commits).toBeLessThan(17)
  expect(others).toBeLessThan(3 * 130)
}

test('when a session grows repeatedly, the rows of its finished turns stay in place', { timeout: 240_000 }, async () => {
  const { transcript, grow } = growingSession()
  const store = tempDir()
  grow()
  await importInto(store, [transcript.projects])
  await withEngine(store, async (engine) => {
    await watch(engine, transcript)
    for (let time = 0; time < 3; time += 1) await movedBy(engine, grow)
    expectFewMoved(await movedBy(engine, grow))
  })
  await expectWhole(store, transcript)
})

test('the rows of a session that is open in the window stay in place from its first line', { timeout: 240_000 }, async () => {
  const { transcript, grow } = growingSession()
  const store = tempDir()
  grow()
  transcript.rest()
  await importInto(store, [transcript.projects])
  await withEngine(store, async (engine) => {
    await watch(engine, transcript)
    const before = await placesOf(engine)
    expect(await engine.ask('watch.expect', { sessionId })).toBe(true)
    expect(await placesOf(engine)).toEqual(before)
    expectFewMoved(await movedBy(engine, grow))
  })
  await expectWhole(store, transcript)
})

test('the rows of a recently written session stay in place too, but not those of an idle one', { timeout: 240_000 }, async () => {
  for (const isLately of [true, false]) {
    const { transcript, grow } = growingSession()
    const store = tempDir()
    grow()
    if (!isLately) transcript.rest()
    await importInto(store, [transcript.projects])
    await withEngine(store, async (engine) => {
      await watch(engine, transcript)
      // No call is answered before the sessions to read ahead are read.
      expect(await engine.ask('watch.expect', { sessionId: 'another' })).toBe(false)
      const moved = await movedBy(engine, grow)
      if (isLately) expectFewMoved(moved)
      else expect(moved.others + moved.commits).toBe(moved.rows)
    })
  }
})

test('the rows of a session that was opened before its folder was watched stay in place too', { timeout: 240_000 }, async () => {
  const { transcript, grow } = growingSession()
  const store = tempDir()
  grow()
  transcript.rest()
  await importInto(store, [transcript.projects])
  await withEngine(store, async (engine) => {
    expect(await engine.ask('watch.expect', { sessionId })).toBe(false)
    await watch(engine, transcript)
    // No call is answered before the sessions to read ahead are read.
    expect(await engine.ask('watch.expect', { sessionId: 'another' })).toBe(false)
    expectFewMoved(await movedBy(engine, grow))
  })
})

test('a session that is not watched or does not exist is not read ahead', { timeout: 240_000 }, async () => {
  const { transcript, grow: become } = growingSession()
  const grow = (engine: Engine): Promise<unknown> => {
    become()
    return importAll(engine, transcript)
  }
  await withEngine(tempDir(), async (engine) => {
    await grow(engine)
    expect(await engine.ask('watch.expect', { sessionId })).toBe(false)
    expect(await lookAt(engine, transcript, 'nobody')).toBe(false)
  })
})

test('rows that were changed in another way are all written again', { timeout: 240_000 }, async () => {
  const { transcript, grow: become } = growingSession()
  const grow = (engine: Engine): Promise<unknown> => {
    become()
    return importAll(engine, transcript)
  }
  const store = tempDir()
  await withEngine(store, async (engine) => {
    await grow(engine)
    await grow(engine)
    const found = await engine.ask('sql.run', { queryId: 'q', sql: 'SELECT source_id FROM sources' })
    const [[sourceId] = ['']] = found.rows as readonly (readonly [string])[]
    const correct = (to: 'meta' | null) => engine.ask('record.correct', { sourceId, line: 1, class: to })
    await correct('meta')
    await grow(engine)
    const { rows } = await engine.ask('sql.run', { queryId: 'q', sql: 'SELECT class FROM records WHERE line = 1' })
    expect(rows).toEqual([['meta']])
    await correct(null)
    await grow(engine)
  })
  await expectWhole(store, transcript)
})

test('a truncated or replaced session has the rows of its current content', { timeout: 240_000 }, async () => {
  const transcript = new GrowingTranscript(longSession(1))
  const store = tempDir()
  await withEngine(store, async (engine) => {
    for (const talk of [
      longSession(80),
      longSession(90),
      longSession(40),
      conversation({ seed: 'other', sessionId }).human('new').agent('yes'),
    ]) {
      transcript.become(`${talk.lines().join('\n')}\n`)
      await importAll(engine, transcript)
    }
  })
  await expectWhole(store, transcript)
})
