/** Asks the questions that screens ask, many times with different inputs, and says how long the answers took. */

const rounds = 60

/** Milliseconds below which that share of the times lie. */
export function percentile(times, share) {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Every question with the median and the 95th percentile of its times, milliseconds. */
export async function measureQuestions(engine) {
  const sessions = (await engine.ask('sessions.list', { limit: 1000, everything: true })).rows
  const commits = (await engine.ask('chain.log', { limit: 1000 })).commits
  const session = (round) => sessions[(round * 7919) % sessions.length].sessionId
  const commit = (round) => commits[(round * 7919) % commits.length].commitId
  const questions = {
    'sessions.list': () => ({ limit: 200 }),
    'sessions.list, searching': (round) => ({ limit: 200, text: ['fix test', 'error', 'import', 'server'][round % 4] }),
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
  }
  const measured = []
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
  return measured
}
