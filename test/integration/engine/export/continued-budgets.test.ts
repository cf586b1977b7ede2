/** A conversation that was exported under a budget, or from a later commit, continued and imported again, is known as its agent saw it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { continueTranscript } from '../../../support/continue-transcript.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { exported, imported, resultsOf, textsIn, wordsOf, type Block, type Wish } from '../../../support/exported-state.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'

const output = (number: number): string => `output ${number}\n${'wave '.repeat(600)}`

/** Twelve turns of a call each, with a long output. */
const voyage = (): Conversation =>
  Array.from({ length: 12 }, (_, at) => at + 1).reduce(
    (talk, number) =>
      talk.human(`Go to port ${number}`).thinks(`Port ${number} is far.`).runs(`sail ${number}`, output(number)).agent(`At ${number}.`),
    conversation({ sessionId: 'voyage', seed: 'voyage', cwd: '/p/voyage' }),
  )

const commitsOf = async (engine: Engine): Promise<readonly string[]> =>
  (await engine.ask('chain.log', { of: 'voyage', limit: 100 })).commits.map(({ commitId }) => commitId)

interface Continued {
  readonly store: string
  readonly sessionId: string
  /** What each result in the file said, by the command of its call. */
  readonly shown: ReadonlyMap<string, string>
  readonly before: readonly string[]
}

const continued = async (wish: (engine: Engine) => Promise<Wish>): Promise<Continued> => {
  const store = await imported(voyage())
  const config = tempDir()
  const [made, before] = await withEngine(store, async (engine) => {
    const asked = await wish(engine)
    const export_ = { commitId: 'voyage', target: 'claude-code', install: true, configDir: config, cwd: tempDir(), ...asked } as const
    return [await engine.ask('export.make', export_), await commitsOf(engine)] as const
  })
  const lines = readFileSync(made.path ?? '', 'utf8')
    .trimEnd()
    .split('\n')
  const blocks = lines.flatMap((line) => {
    const { message } = JSON.parse(line) as { message?: { content?: unknown } }
    return Array.isArray(message?.content) ? (message.content as readonly Block[]) : []
  })
  const commands = new Map(
    blocks.flatMap(({ type, id, input }) => (type === 'tool_use' ? [[id, String((input as Block)['command'])] as const] : [])),
  )
  const shown = new Map(
    blocks.flatMap((block) =>
      block['type'] === 'tool_result' ? [[commands.get(block['tool_use_id']) ?? '', textsIn(block['content'])] as const] : [],
    ),
  )
  continueTranscript(made.path ?? '', { input_tokens: 5000, output_tokens: 5 })
  await importInto(store, [path.join(config, 'projects')])
  return { store, sessionId: made.sessionId ?? '', shown, before }
}

/** The level of each call in the continued session, and what it was in the file. */
const levels = async (engine: Engine, sessionId: string): Promise<Readonly<Record<string, string>>> => {
  const { objects } = await engine.ask('session.state', { at: sessionId })
  return Object.fromEntries(objects.flatMap(({ type, name, level }) => (type === 'toolcall' ? [[name, level]] : [])))
}

const levelIn = (shown: ReadonlyMap<string, string>, number: number): string => {
  const text = shown.get(`sail ${number}`)
  return text === undefined ? 'indexed' : text === output(number).trimEnd() || text === output(number) ? 'active' : 'metadata'
}

const wanted = (shown: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`sail ${at + 1}`, levelIn(shown, at + 1)]))

test.each([2500, 4000, 7000])('after an export of %i tokens, outputs are in full, in one line or gone as in the file', async (budget) => {
  const { store, sessionId, shown, before } = await continued(() => Promise.resolve({ budget }))
  expect(new Set(Object.values(wanted(shown))).size).toBeGreaterThan(1)
  await withEngine(store, async (engine) => {
    expect(await levels(engine, sessionId)).toEqual(wanted(shown))
    const { continues, sizes } = await engine.ask('session.state', { at: sessionId })
    expect(continues).toMatchObject({ policy: null, budget })
    expect(sizes.active.chars).toBeLessThan(sizes.index.chars)
    // Notes about what was excluded are no places where another session continues: the first session keeps its commits.
    expect(await commitsOf(engine)).toEqual(before)
  })
})

test('an export of a session that continues one with a budget shows what its agent saw', async () => {
  const { store, sessionId, shown } = await continued(() => Promise.resolve({ budget: 4000 }))
  await withEngine(store, async (engine) => {
    const now = await exported(engine, sessionId)
    expect(resultsOf(now)).toEqual([...shown.values()])
    const words = wordsOf(now).join('\n')
    expect(words).toContain('State of the work at this point')
    expect(words).toMatch(/Turns? 1( to \d+)? excluded to keep the budget/u)
    expect(words.endsWith('and now\non it')).toBe(true)
    // A policy that is given anew decides alone.
    expect(resultsOf(await exported(engine, sessionId, { policy: 'none' }))).toHaveLength(12)
  })
})

test('an export under a budget of a session that continues one with a budget is known in the third session, too', async () => {
  const first = await continued(() => Promise.resolve({ budget: 7000 }))
  const config = tempDir()
  const made = await withEngine(first.store, (engine) =>
    engine.ask('export.make', {
      commitId: first.sessionId,
      target: 'claude-code',
      install: true,
      configDir: config,
      cwd: tempDir(),
      budget: 3000,
    }),
  )
  continueTranscript(made.path ?? '')
  await importInto(first.store, [path.join(config, 'projects')])
  await withEngine(first.store, async (engine) => {
    const third = Object.values(await levels(engine, made.sessionId ?? ''))
    const second = Object.values(await levels(engine, first.sessionId))
    const active = (all: readonly string[]): number => all.filter((level) => level === 'active').length
    expect(active(third)).toBeLessThan(active(second))
    const shown = resultsOf(await exported(engine, made.sessionId ?? ''))
    expect(shown).toHaveLength(third.filter((level) => level !== 'indexed').length)
  })
})

test('what is before the first commit of an export is not in the context of the session that continues it', async () => {
  const { store, sessionId, shown } = await continued(async (engine) => ({ stop: (await commitsOf(engine))[3] ?? '' }))
  expect(shown.size).toBe(4)
  await withEngine(store, async (engine) => {
    expect(await levels(engine, sessionId)).toEqual(wanted(shown))
    expect(resultsOf(await exported(engine, sessionId))).toHaveLength(4)
    expect(resultsOf(await exported(engine, sessionId, { stop: 'root' }))).toHaveLength(12)
  })
})

test('the request of a session that continues an export contains what the export showed', async () => {
  const { store, sessionId, shown } = await continued(() => Promise.resolve({ budget: 4000 }))
  await withEngine(store, async (engine) => {
    const { parts: items } = await engine.ask('context.request', { sessionId, at: 'last' })
    const results = items.filter(({ kind }) => kind === 'result')
    expect(results.map(({ chars }) => chars)).toEqual([...shown.values()].map((text) => text.length))
    expect(items.filter(({ kind }) => kind === 'thinking').length).toBeLessThan(12)
  })
})

test('the owners of the requests of a session that continues an export have what the export showed', async () => {
  const { store, sessionId } = await continued(() => Promise.resolve({ budget: 4000 }))
  await withEngine(store, async (engine) => {
    const { parts: items } = await engine.ask('context.request', { sessionId, at: 'last' })
    const { rows } = await engine.ask('analytics.ask', { name: 'context-owners', filters: { session: sessionId } })
    const tokens = (kind: string): number => rows.reduce((sum, row) => sum + (row['owner_kind'] === kind ? Number(row['tokens']) : 0), 0)
    const ofItems = (kind: string): number =>
      items.reduce((sum, { owner, tokens: own }) => sum + (owner.kind === kind ? Number(own) : 0), 0)
    expect(rows.reduce((sum, row) => sum + Number(row['tokens']), 0)).toBe(5000)
    for (const kind of ['tool', 'client', 'person', 'model'])
      expect([kind, Math.abs(tokens(kind) - ofItems(kind)) < 60]).toEqual([kind, true])
  })
})

test('on a fork of it, an output that the budget shortened can be activated, and one that it excluded', async () => {
  const { store, sessionId, shown } = await continued(() => Promise.resolve({ budget: 4000 }))
  await withEngine(store, async (engine) => {
    await engine.ask('ref.set', { kind: 'fork', name: 'again', commitId: sessionId })
    const { objects } = await engine.ask('session.state', { at: 'again' })
    for (const level of ['metadata', 'indexed'] as const) {
      const object = objects.find(({ type, name, level: own }) => type === 'toolcall' && name.startsWith('sail') && own === level)
      expect(object).toBeDefined()
      const number = Number(object?.name.slice(5))
      expect(levelIn(shown, number)).toBe(level)
      await engine.ask('state.change', { on: 'again', objectId: object?.id ?? '', change: 'activate' })
      expect(wordsOf(await exported(engine, 'again')).join('\n')).toContain(output(number).trimEnd())
    }
  })
})

test('events and a rebuilt conversation say that they contain what the agent of a continued session did not see', async () => {
  const { store, sessionId } = await continued(() => Promise.resolve({ budget: 4000 }))
  await withEngine(store, async (engine) => {
    const lostOf = async (commitId: string) =>
      (await engine.ask('export.make', { commitId, target: 'events-v1' })).lost.map(({ what }) => what)
    expect(await lostOf(sessionId)).toContain('ignored: the export that the session continues')
    expect(await lostOf('voyage')).not.toContain('ignored: the export that the session continues')
    const rebuilt = async (commitId: string) => (await engine.ask('commit.materialise', { commitId })).lost.map(({ what }) => what)
    const [first, again] = [await rebuilt(sessionId), await rebuilt(sessionId)]
    expect([first, again]).toEqual([['ignored: the export that the session continues'], ['ignored: the export that the session continues']])
    expect(await rebuilt('voyage')).toEqual([])
    const { commits } = await engine.ask('commit.materialise', { commitId: sessionId })
    const own = await engine.ask('commit.materialise', { commitId: sessionId, stop: commits.at(-1) ?? '' })
    expect([own.commitCount, own.lost.map(({ what }) => what)]).toEqual([1, []])
  })
})
