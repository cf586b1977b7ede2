/** The reference totals against a synthetic corpus whose generator counted what it wrote. */
import { basename } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { referenceTotals, referenceTotalsBy } from '../../../../app/engine/stats/reference-totals.ts'
import { derivedTables } from '../../../support/derived-tables.ts'
import { corpus, sharedOrSkip } from '../../../support/strata-inputs.ts'

type Counts = Readonly<Record<string, unknown>>
interface TrueSession extends Counts {
  readonly id: string
  readonly project: string
  readonly file: string
  readonly subagentFiles: readonly string[]
}
interface Truth {
  readonly totals: Counts
  readonly sessions: readonly TrueSession[]
}

/** As JSON prints it, lists of names left out: the totals count, they do not list. */
const counted = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item: unknown) => (Array.isArray(item) ? undefined : item))) as unknown

const names = new Set(['id', 'project', 'file', 'subagentFiles'])

/** What the truth counts in a session. */
const statedOf = (session: TrueSession): Counts => ({
  ...Object.fromEntries(Object.entries(session).filter(([key]) => !names.has(key))),
  sessions: 1,
  sessionFiles: 1,
  subagentFiles: session.subagentFiles.length,
})

const onlyKeysOf = (stated: Counts, totals: Counts): unknown =>
  Object.fromEntries(Object.keys(stated).map((key) => [key, counted(totals[key])]))

const corpora = [
  { profile: 'small', seed: 1 },
  { profile: 'small', seed: 2 },
  { profile: 'small', seed: 3 },
  { profile: 'small', seed: 11 },
  { profile: 'seed', seed: 9, sessions: 8 },
] as const

test.for(corpora)(
  'totals of a synthetic corpus equal the counts of its generator, in all and in every session (%o)',
  async (options, context) => {
    const { projects, truth } = corpus(sharedOrSkip(context), options)
    const { totals, sessions } = truth as Truth
    const database = await derivedTables(projects)
    onTestFinished(() => database.close())

    expect(counted((await referenceTotals(database, null)).totals)).toEqual(counted(totals))

    const bySession = new Map((await referenceTotalsBy(database, 'session')).map((group) => [group.group, group.totals]))
    expect([...bySession.keys()].sort()).toEqual(sessions.map(({ id }) => id).sort())
    for (const session of sessions) {
      const stated = statedOf(session)
      const grouped: Counts = bySession.get(session.id) ?? {}
      const alone: Counts = (await referenceTotals(database, session.id)).totals
      expect(onlyKeysOf(stated, grouped)).toEqual(counted(stated))
      expect(counted(alone)).toEqual(counted(grouped))
    }
  },
)

test('totals by file and by project add up to the totals of all', async (context) => {
  const { projects, truth } = corpus(sharedOrSkip(context), { profile: 'small', seed: 1 })
  const { totals, sessions } = truth as Truth
  const database = await derivedTables(projects)
  onTestFinished(() => database.close())
  const files = await referenceTotalsBy(database, 'source')
  const folders = await referenceTotalsBy(database, 'project')

  expect(files.map(({ group }) => group)).toEqual(sessions.flatMap(({ file, subagentFiles }) => [file, ...subagentFiles]).sort())
  for (const key of ['records', 'bytes', 'humanPrompts', 'toolCalls', 'responses', 'malformedLines', 'injectedTotal'] as const) {
    expect([key, files.reduce((sum, file) => sum + file.totals[key], 0)]).toEqual([key, totals[key]])
    expect([key, folders.reduce((sum, folder) => sum + folder.totals[key], 0)]).toEqual([key, totals[key]])
  }
  expect(folders).toHaveLength(new Set(sessions.map(({ project }) => basename(project))).size)
})
