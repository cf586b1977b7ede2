/** Makes every reading call for the contents of a store, as the window would, and returns the failures. */
import type { SessionOutline } from '../../app/contract/reader.ts'
import type { EngineCallName } from '../../app/contract/calls.ts'
import type { Engine } from '../../app/engine/engine.ts'

/** Calls that failed, with their message; empty when all is answered. */
export async function askEverything(engine: Engine): Promise<readonly string[]> {
  const failed: string[] = []
  const ask = async (name: EngineCallName, input: unknown): Promise<void> => {
    const answer = await engine.call(name, input)
    if (!answer.ok) failed.push(`${name} ${JSON.stringify(input)}: ${answer.failure.code} ${answer.failure.message}`)
  }
  for (const name of ['store.show', 'roots.list', 'refs.list', 'stats.show', 'stats.reference', 'doctor.run'] as const) await ask(name, {})
  for (const by of ['source', 'session', 'project']) {
    await ask('stats.by', { by })
    await ask('stats.referenceBy', { by })
  }
  for (const { sessionId } of (await engine.ask('sessions.list', { everything: true })).rows) {
    for (const name of ['session.show', 'session.timeline', 'session.stats', 'stats.reference', 'problems.list'] as const)
      await ask(name, { sessionId })
    await ask('chain.log', { of: sessionId })
    const outline = await engine.call('session.outline', { sessionId })
    if (!outline.ok) continue
    const { tip } = (outline.value as SessionOutline).main
    await ask('session.read', { sessionId, tip, limit: 1000 })
    await ask('session.contents', { sessionId, tip })
    await ask('session.find', { sessionId, text: 'a' })
  }
  for (const { commitId } of (await engine.ask('chain.log', {})).commits) {
    await ask('commit.show', { commitId })
    await ask('commit.read', { commitId })
  }
  for (const { sourceId, line } of (await engine.ask('problems.list', {})).rows)
    if (line !== null) await ask('source.excerpt', { sourceId, fileLine: line })
  return failed
}

/** Computes every metric in all its groupings and returns the failures. Days are those of a time zone with daylight saving. */
export async function askEveryMetric(engine: Engine): Promise<readonly string[]> {
  const failed: string[] = []
  const { rows: compactions } = await engine.ask('analytics.ask', { name: 'compaction-list', limit: 1 })
  const [session] = (await engine.ask('sessions.list', { everything: true })).rows
  const known: Readonly<Record<string, unknown>> = { commit: compactions[0]?.['commit_id'], session: session?.sessionId }
  for (const { name, groupings, needs } of await engine.ask('analytics.list', {}))
    for (const by of new Set(['total', ...groupings])) {
      if (needs.some((need) => known[need] === undefined)) continue
      const needed = Object.fromEntries(needs.map((need) => [need, known[need]]))
      const given = 'commit' in needed ? { parameters: needed } : { filters: needed }
      const answer = await engine.call('analytics.ask', { name, by, zone: 'America/New_York', ...given })
      if (!answer.ok) failed.push(`${name} by ${by}: ${answer.failure.code} ${answer.failure.message}`)
    }
  return failed
}
