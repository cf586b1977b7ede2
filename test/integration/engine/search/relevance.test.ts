/** Searches with known targets: how high the session that one means stands among those that are found. */
import { beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { realProject, realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { knownSentences, knownTargets } from './known-targets.ts'
import { sampleTargets } from './sample-targets.ts'

interface Target {
  readonly kind: string
  readonly query: string
  /** The beginnings of the ids of sessions that are right. */
  readonly sessions: readonly string[]
}

interface Score {
  readonly kind: string
  /** 1 divided by the place of the first right session; 0: not among the first ten. */
  readonly reciprocal: number
}

const scoreOf = async (engine: Engine, { kind, query, sessions }: Target): Promise<Score> => {
  const found = await engine.ask('search.run', { text: query, zone: 'UTC', limit: 10, hits: 1 })
  const place = found.sessions.findIndex(({ sessionId }) => sessions.some((start) => sessionId.startsWith(start)))
  return { kind, reciprocal: place === -1 ? 0 : 1 / (place + 1) }
}

const scoresIn = (store: string, targets: readonly Target[]): Promise<readonly Score[]> =>
  withEngine(store, async (engine) => {
    await engine.ask('job.wait', { jobId: (await engine.ask('search.index', {})).jobId })
    const scores: Score[] = []
    for (const target of targets) scores.push(await scoreOf(engine, target))
    return scores
  })

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** By kind and of all: the mean reciprocal rank, and the share that is among the first ten. */
const summary = (scores: readonly Score[]): Readonly<Record<string, { readonly mrr: number; readonly hit: number }>> => {
  const kinds = [...new Set(scores.map(({ kind }) => kind)), 'all']
  return Object.fromEntries(
    kinds.map((kind) => {
      const own = scores.filter((score) => kind === 'all' || score.kind === kind).map(({ reciprocal }) => reciprocal)
      return [kind, { mrr: mean(own), hit: mean(own.map((one) => Math.ceil(one))) }]
    }),
  )
}

const storeWith = async (projects: string): Promise<string> => {
  const store = tempDir()
  await importInto(store, [projects])
  return store
}

let samples = ''
beforeAll(async () => {
  samples = await storeWith('samples/projects')
})

test('in the samples the session that a search means is the first one', async () => {
  for (const target of sampleTargets) {
    const [score] = await scoresIn(samples, [target])
    expect([target.query, score?.reciprocal]).toEqual([target.query, 1])
  }
})

test(
  'in real sessions nearly every search has its target among the first ten, and mostly in the first place',
  { timeout: 300_000 },
  async (context) => {
    const shared = sharedOrSkip(context)
    const of = (corpus: string): readonly Target[] => knownTargets.filter((target) => target.corpus === corpus)
    const project = await scoresIn(await storeWith(realProject(shared)), of('project'))
    const sessions = await scoresIn(await storeWith(realSessions(shared).projects), of('sessions'))
    const { all, ...kinds } = summary([...project, ...sessions])
    await context.annotate(JSON.stringify({ all, ...kinds }))
    expect(all?.mrr).toBeGreaterThanOrEqual(0.88)
    expect(all?.hit).toBeGreaterThanOrEqual(0.97)
    for (const [kind, { mrr }] of Object.entries(kinds)) expect([kind, mrr >= 0.75]).toEqual([kind, true])
  },
)

/** The places of the sessions that the sentences mean, from 1; null: not among the first ten. */
const placesOf = (store: string, corpus: string): Promise<readonly (readonly [query: string, place: number | null])[]> =>
  withEngine(store, async (engine) => {
    const places: (readonly [string, number | null])[] = []
    for (const { query, sessions } of knownSentences.filter((sentence) => sentence.corpus === corpus)) {
      const { reciprocal } = await scoreOf(engine, { kind: 'sentence', query, sessions })
      places.push([query, reciprocal === 0 ? null : Math.round(1 / reciprocal)])
    }
    return places
  })

test('a sentence of thirty words has the session that it means among the first three', { timeout: 300_000 }, async (context) => {
  const shared = sharedOrSkip(context)
  const project = await placesOf(await storeWith(realProject(shared)), 'project')
  const sessions = await placesOf(await storeWith(realSessions(shared).projects), 'sessions')
  const places = [...project, ...sessions]
  await context.annotate(JSON.stringify(places.map(([, place]) => place)))
  expect(places.filter(([, place]) => place === null || place > 3)).toEqual([])
})

test('words of a sentence that no text has are left out and named, and the result says that some words are missing', async () => {
  const query = 'Does anybody zyzzyva recollect where the tomatoes were thanked so flabbergastingly by a person'
  const found = await withEngine(samples, (engine) => engine.ask('search.run', { text: query, zone: 'UTC', limit: 50, hits: 1 }))
  expect(found.query.hints.join(' ')).toMatch(/Ignored, as no text has them: .*zyzzyva.*flabbergastingly/)
  expect(found.query.words).not.toContain('zyzzyva')
  expect(found.total + found.lacking).toBe(found.sessions.length)
  expect(found.sessions.slice(0, 3).map(({ sessionId }) => sessionId.slice(0, 8))).toContain('d34ab691')
})
