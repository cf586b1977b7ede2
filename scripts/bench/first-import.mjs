/** What a person sees of a first import: when sessions appear, in which order, and how soon the list answers meanwhile. */
import { openEngine } from './open-engine.mjs'
import { percentile } from './questions.mjs'

const pollMs = 40
const newest = 20
const idleAsks = 40

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** The newest rows of the list, the number of all, and how long the answer took, ms. */
async function askList(engine) {
  const asked = performance.now()
  const { rows, total } = await engine.ask('sessions.list', { limit: newest })
  return { ids: rows.map((row) => row.sessionId), total, ms: performance.now() - asked }
}

/**
 * Imports into a new store while the list is asked for all the time. Times in milliseconds, from before the process was started:
 * `firstMs` the first session is listed; `newestMs` the newest 20 of the finished import are; `longestGapMs` the longest time in which the
 * list did not grow.
 */
export async function measureFirstImport(corpus, storeDir) {
  const started = performance.now()
  const engine = await openEngine(storeDir)
  const { jobId } = await engine.ask('import.start', { paths: [corpus.dir] })
  const importStarted = performance.now()
  let ended
  const finished = engine.ask('job.wait', { jobId }).then((job) => {
    ended = performance.now()
    return job
  })
  const looks = []
  while (ended === undefined) {
    const { ids, total, ms } = await askList(engine)
    looks.push({ at: performance.now() - started, ids, total, ms })
    await Promise.race([finished, pause(pollMs)])
  }
  const job = await finished
  if (job.state !== 'done') throw new Error(`import: ${job.failure?.message ?? job.state}`)
  const usage = await engine.usage()
  const last = await askList(engine)
  const idle = []
  for (let round = 0; round < idleAsks; round++) idle.push((await askList(engine)).ms)
  await engine.close()
  const growth = looks.filter(({ total }, at) => total > (looks[at - 1]?.total ?? 0))
  const sought = new Set(last.ids)
  const complete = looks.find(({ ids }) => ids.filter((id) => sought.has(id)).length === sought.size)
  const times = [...growth.map(({ at }) => at), ended - started]
  return {
    importMs: ended - importStarted,
    imported: job.result,
    importCpuMs: (usage.userCPUTime + usage.systemCPUTime) / 1000,
    // Kilobytes, wherever Node runs.
    importRss: usage.maxRSS * 1024,
    firstMs: growth[0]?.at ?? times.at(-1),
    newestMs: complete?.at ?? times.at(-1),
    longestGapMs: Math.max(...times.map((at, index) => at - (times[index - 1] ?? 0))),
    steps: growth.map(({ at, total }) => [Math.round(at), total]),
    listP50: percentile(
      looks.map(({ ms }) => ms),
      0.5,
    ),
    listP95: percentile(
      looks.map(({ ms }) => ms),
      0.95,
    ),
    idleP50: percentile(idle, 0.5),
    idleP95: percentile(idle, 0.95),
  }
}
