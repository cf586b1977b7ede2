/** Takes a store through its life on a corpus, from the first import to the restored files, and measures each step. */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { measureFirstImport } from './first-import.mjs'
import { startSession } from './growing-session.mjs'
import { openEngine } from './open-engine.mjs'
import { measureLongChain } from './long-chain.mjs'
import { measureLongFiles } from './long-files.mjs'
import { measureWatching } from './watching.mjs'
import { measureWindow } from './window.mjs'
import { measureQuestions, percentile } from './questions.mjs'
import { measureStarts } from './starts.mjs'
import { measureTenfold } from './tenfold.mjs'
import { compareWithTruth } from './truth.mjs'

const syncs = 5
const appends = 10

const timed = async (work) => {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}

const sizeOf = (place) =>
  statSync(place).isFile() ? statSync(place).size : readdirSync(place).reduce((sum, entry) => sum + sizeOf(path.join(place, entry)), 0)

/** All figures; times in milliseconds, sizes in bytes. `workDir` takes the store and whatever else is written. */
export async function measure(corpus, workDir) {
  const storeDir = path.join(workDir, 'store')
  const first = await measureFirst(corpus, storeDir)
  const sizes = Object.fromEntries(readdirSync(storeDir).map((entry) => [entry, sizeOf(path.join(storeDir, entry))]))
  return {
    ...first,
    seen: await measureFirstImport(corpus, path.join(workDir, 'watched-store')),
    sizes,
    starts: measureStarts(storeDir),
    ...(await measureAgain(corpus, storeDir, workDir)),
    ...(corpus.isTenfold ? { tenfold: await measureTenfold(storeDir, workDir) } : {}),
    ...(await measureLongChain(workDir)),
    ...(await measureLongFiles(workDir)),
    window: await measureWindow(workDir),
  }
}

async function measureFirst(corpus, storeDir) {
  const engine = await openEngine(storeDir)
  const { ms, value } = await timed(() => engine.run('import.start', { paths: [corpus.dir] }))
  const usage = await engine.usage()
  await engine.close()
  return {
    importMs: ms,
    imported: value,
    importCpuMs: (usage.userCPUTime + usage.systemCPUTime) / 1000,
    // Kilobytes, wherever Node runs.
    importRss: usage.maxRSS * 1024,
  }
}

async function measureAgain(corpus, storeDir, workDir) {
  const opening = await timed(async () => {
    const engine = await openEngine(storeDir)
    await engine.ask('sessions.list', { limit: 200 })
    return engine
  })
  const engine = opening.value
  try {
    const truth = await compareWithTruth(engine, corpus.dir)
    const search = await measureSearchIndex(engine)
    const questions = await measureQuestions(engine)
    const sync = []
    for (let round = 0; round < syncs; round++) sync.push((await timed(() => engine.run('import.start', { paths: [corpus.dir] }))).ms)
    const verify = await timed(() => engine.run('verify.start'))
    const restore = await timed(() => engine.run('restore.start', { what: { all: true }, to: path.join(workDir, 'restored') }))
    const growth = await measureGrowth(engine, corpus, path.join(workDir, 'growing'))
    const watching = await measureWatching(engine, corpus, workDir)
    return {
      openMs: opening.ms,
      truth,
      questions,
      search,
      syncMs: percentile(sync, 0.5),
      verifyMs: verify.ms,
      verifyProblems: verify.value,
      restoreMs: restore.ms,
      ...growth,
      ...watching,
      laterRss: (await engine.usage()).maxRSS * 1024,
    }
  } finally {
    await engine.close()
  }
}

/** Builds the search index of the whole store. */
async function measureSearchIndex(engine) {
  const before = await engine.usage()
  const { ms, value } = await timed(() => engine.run('search.index', { fromScratch: true }))
  const after = await engine.usage()
  const cpuMs = (after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime) / 1000
  return { ms, cpuMs, commits: value.commits, bytes: value.bytes }
}

/** From the line in the file to its row in an answer, with all folders looked at again. */
async function measureGrowth(engine, corpus, root) {
  const session = startSession(root, 50)
  const paths = [corpus.dir, root]
  await engine.run('import.start', { paths })
  const times = []
  for (let round = 0; round < appends; round++) {
    session.grow()
    const { ms, value } = await timed(async () => {
      await engine.run('import.start', { paths })
      return engine.ask('session.show', { sessionId: session.sessionId })
    })
    if (value.records !== session.lines()) throw new Error(`the session shows ${value.records} of ${session.lines()} records`)
    times.push(ms)
  }
  return { appendMs: percentile(times, 0.5), appendP95Ms: percentile(times, 0.95) }
}
