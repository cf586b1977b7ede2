/** Asks the questions that screens ask, many times with different inputs, and says how long the answers took. */

const rounds = 60
/** Searches with many matches, with some, and with none, as a person types them. */
const searched = [
  'f',
  'fun',
  'function',
  'src/engine',
  'error cannot',
  '"the test"',
  'zeppelin',
  'return await kind:call',
  'JSON.parse',
  'tool:Bash error',
]

/** Milliseconds below which that share of the times lie. */
export function percentile(times, share) {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const questionsOfFiles = (file, commit) => ({
  'file.show': (round) => ({ path: file(round) }),
  'file.history': (round) => ({ path: file(round), limit: 200 }),
  'file.blame': (round) => ({ path: file(round) }),
  'commit.files': (round) => ({ commitId: commit(round) }),
  'objects.list': (round) => ({ type: ['file', 'toolcall', 'chat'][round % 3], limit: 200 }),
})

/** Every question with the median and the 95th percentile of its times, milliseconds. */
export async function measureQuestions(engine) {
  const sessions = (await engine.ask('sessions.list', { limit: 1000, everything: true })).rows
  const commits = (await engine.ask('chain.log', { limit: 1000 })).commits
  const files = (await engine.ask('files.list', { limit: 1000 })).rows
  const file = (round) => files[(round * 7919) % files.length]?.path ?? ''
  const session = (round) => sessions[(round * 7919) % sessions.length].sessionId
  const commit = (round) => commits[(round * 7919) % commits.length].commitId
  const questions = {
    'sessions.list': () => ({ limit: 200 }),
    'sessions.list, searching': (round) => ({ limit: 200, text: ['fix test', 'error', 'import', 'server'][round % 4] }),
    'search.run': (round) => ({ text: searched[round % searched.length] }),
    'reasoning.find': (round) => ({ limit: 200, reasoning: ['decision', 'rejection', 'tradeoff'][round % 3] }),
    'session.timeline': (round) => ({ sessionId: session(round) }),
    'session.stats': (round) => ({ sessionId: session(round) }),
    'chain.log': (round) => ({ of: session(round), limit: 200 }),
    'chain.log, everything': () => ({ limit: 200 }),
    'commit.read': (round) => ({ commitId: commit(round), limit: 200 }),
    'stats.show': () => ({}),
    'stats.by': () => ({ by: 'project' }),
    'stats.reference': () => ({}),
    'problems.list': () => ({ limit: 200 }),
    'sources.list': (round) => ({ sessionId: session(round) }),
    ...(files.length === 0 ? {} : questionsOfFiles(file, commit)),
  }
  // The first question about objects makes their facts.
  const began = performance.now()
  await engine.ask('objects.list', { type: 'file', limit: 1 })
  const took = performance.now() - began
  const measured = [{ title: 'objects.list, with all facts to make', p50: took, p95: took }]
  for (const [title, inputOf] of Object.entries(questions)) {
    const times = []
    const name = title.split(',')[0]
    for (let round = 0; round < rounds; round++) {
      const started = performance.now()
      await engine.ask(name, inputOf(round))
      times.push(performance.now() - started)
    }
    measured.push({ title, p50: percentile(times, 0.5), p95: percentile(times, 0.95) })
  }
  return [...measured, ...(await measureAsked(engine)).map(({ title, p50, p95 }) => ({ title, p50, p95 }))]
}

/** The same for every question that can be asked by name, each with several filters and groupings, none asked twice; with all its times. */
export async function measureAsked(engine) {
  const sessions = (await engine.ask('sessions.list', { limit: 1000, everything: true })).rows
  const { projects, models, firstDay } = await engine.ask('analytics.values', { zone: 'UTC' })
  const compactions = (await engine.ask('analytics.ask', { name: 'compaction-list', limit: 100 })).rows
  const since = Date.parse(`${firstDay}T00:00:00Z`) + 20 * 86_400_000
  const cases = (round) => [
    {},
    { by: 'project' },
    { by: 'day' },
    { by: 'session' },
    { by: 'model' },
    { filters: { project: projects[round % projects.length]?.project } },
    { filters: { model: models[round % models.length]?.model, chains: 'main' } },
    { filters: { since, until: since + 30 * 86_400_000 } },
    { filters: { session: sessions[(round * 7919) % sessions.length].sessionId } },
  ]
  const measured = []
  const known = new Set()
  for (const { name, groupings, needs } of await engine.ask('analytics.list')) {
    const times = []
    for (let round = 0; round < 4; round++) {
      const needed = needs.includes('session') ? { session: sessions[(round * 7919) % sessions.length].sessionId } : {}
      const commit = compactions[round % Math.max(1, compactions.length)]?.commit_id
      if (needs.includes('commit') && commit === undefined) continue
      for (const { by = 'total', filters = {} } of cases(round)) {
        if (by !== 'total' && !groupings.includes(by)) continue
        const input = {
          name,
          by,
          limit: 1000,
          zone: 'UTC',
          filters: { ...needed, ...filters },
          parameters: needs.includes('commit') ? { commit } : {},
        }
        // What was asked is remembered: the second time tells nothing.
        const key = JSON.stringify(input)
        if (known.has(key)) continue
        known.add(key)
        const started = performance.now()
        await engine.ask('analytics.ask', input)
        times.push(performance.now() - started)
      }
    }
    measured.push({ title: `ask ${name}`, p50: percentile(times, 0.5), p95: percentile(times, 0.95), times })
  }
  return measured
}
