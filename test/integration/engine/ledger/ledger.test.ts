/** Both ledgers of every session, of every project and of everything add up to what a naive count of the files gives. */
import { expect, test } from 'vitest'
import { corpus, realClientScenarios, realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { naiveCount } from '../../../support/naive-count.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'

const expectToAddUp = async (roots: readonly string[]): Promise<number> => {
  const store = tempDir()
  await importInto(store, roots)
  return withEngine(store, async (engine) => {
    const sources = await engine.ask('sources.list', {})
    const sessions = await engine.ask('sessions.list', { everything: true, limit: 100_000 })
    const projectOf = new Map(sessions.rows.map(({ sessionId, project }) => [sessionId, project]))
    const counts = new Map<string, number>()
    const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count)
    for (const { path, sessionId } of sources) {
      const count = naiveCount(path)
      add('total ', count)
      add(`session ${sessionId ?? ''}`, count)
      add(`project ${projectOf.get(sessionId ?? '') ?? ''}`, count)
    }
    for (const by of ['total', 'session', 'project'] as const) {
      const ledgers = await engine.ask('ledger.show', { by })
      const wrong = ledgers.filter(
        ({ group, naive, finerTotal, referenceTotal, reconciles }) =>
          !reconciles || [naive, finerTotal, referenceTotal].some((count) => count !== (counts.get(`${by} ${group}`) ?? 0)),
      )
      expect(wrong).toEqual([])
      expect(ledgers.reduce((sum, { naive }) => sum + naive, 0)).toBe(counts.get('total '))
    }
    return counts.get('total ') ?? 0
  })
}

test('real sessions and sessions of the real client', async (context) => {
  const shared = sharedOrSkip(context)
  expect(
    await expectToAddUp([realSessions(shared).projects, ...realClientScenarios(shared).map(({ projects }) => projects)]),
  ).toBeGreaterThan(1000)
})

test.for([1, 2, 3])('a made-up corpus, seed %i', async (seed, context) => {
  expect(await expectToAddUp([corpus(sharedOrSkip(context), { profile: 'small', seed }).projects])).toBeGreaterThan(500)
})

test('a corpus of everything that can be wrong with a file', async (context) => {
  await expectToAddUp([corpus(sharedOrSkip(context), { profile: 'adversarial' }).projects])
})
