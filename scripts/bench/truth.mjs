/** Compares what a generated corpus was imported as with what its generator counted: all totals, and each session by itself. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const names = new Set(['id', 'project', 'file', 'subagentFiles'])

/** Number of figures compared and those that differ; undefined where the corpus has no truth.json beside it. */
export async function compareWithTruth(engine, projects) {
  const file = path.join(path.dirname(projects), 'truth.json')
  if (!existsSync(file)) return undefined
  const truth = JSON.parse(readFileSync(file, 'utf8'))
  const { totals } = await engine.ask('stats.reference')
  const bySession = new Map((await engine.ask('stats.referenceBy', { by: 'session' })).map((group) => [group.group, group.totals]))
  const found = { totals: compare(truth.totals, totals, 'all'), sessions: [] }
  for (const session of truth.sessions) found.sessions.push(...compare(countsOf(session), bySession.get(session.id) ?? {}, session.id))
  const differing = [...found.totals, ...found.sessions].filter(({ equal }) => !equal)
  return {
    totals,
    totalsCompared: found.totals.length,
    sessions: truth.sessions.length,
    sessionsCompared: found.sessions.length,
    differing: differing.map(({ name }) => name),
  }
}

const countsOf = (session) => ({
  ...Object.fromEntries(Object.entries(session).filter(([key]) => !names.has(key))),
  subagentFiles: session.subagentFiles.length,
})

/** Lists name things and do not count them: they are left out. */
const counted = (value) =>
  JSON.stringify(value, (_, item) => (Array.isArray(item) ? undefined : item !== null && typeof item === 'object' ? sorted(item) : item))
const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))

const compare = (stated, found, of) =>
  Object.keys(stated).map((key) => ({ name: `${of} ${key}`, equal: counted(stated[key]) === counted(found[key]) }))
