/** How soon a line that is appended to a watched transcript is known, and what watching a thousand idle files costs. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { growingSession, startSession } from './growing-session.mjs'
import { percentile } from './questions.mjs'

const rounds = 20
/** A session of about 36 MB, as a client writes it in a long day. */
const largeTurns = 4_000
const largeReplyBytes = 8_000
const largeRounds = 8
/** Longer than a session rests after it was taken in. */
const pauseMs = 2_000
const idleFiles = 1000
const idleFolders = 40
const idleMs = 60_000

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** The engine's part: from the line in the file to its row in an answer, without anybody asking for an import. */
export async function measureWatching(engine, corpus, workDir) {
  const session = startSession(path.join(workDir, 'watched'), 50)
  const large = startSession(path.join(workDir, 'watched-large'), largeTurns, largeReplyBytes)
  writeIdleFiles(path.join(workDir, 'idle'))
  const paths = [corpus.dir, session.root, large.root, path.join(workDir, 'idle')]
  await engine.run('import.start', { paths })
  await engine.ask('watch.start', { paths, remember: false })
  await untilWatching(engine)
  const times = await timesOf(engine, session, rounds)
  // The first line is read with all that is before it.
  const [, ...largeTimes] = await timesOf(engine, large, largeRounds + 1)
  await pause(3_000)
  const before = await engine.usage()
  await pause(idleMs)
  const after = await engine.usage()
  const cpuMs = (usage) => (usage.userCPUTime + usage.systemCPUTime) / 1000
  const { folders } = await engine.ask('watch.show')
  await engine.ask('watch.stop')
  return {
    watchMs: percentile(times, 0.5),
    watchP95Ms: percentile(times, 0.95),
    largeWatchMs: percentile(largeTimes, 0.5),
    largeWatchP95Ms: percentile(largeTimes, 0.95),
    watchedFiles: folders.reduce((sum, { files }) => sum + files, 0),
    idleCpuMsPerMinute: ((cpuMs(after) - cpuMs(before)) * 60_000) / idleMs,
  }
}

/** From a line in the file to its row, milliseconds, of as many lines. */
async function timesOf(engine, session, lines) {
  const times = []
  for (let line = 0; line < lines; line++) {
    await pause(pauseMs)
    const started = performance.now()
    session.grow()
    await untilShown(engine, session)
    times.push(performance.now() - started)
  }
  return times
}

/** Sessions of one prompt, as a client leaves them behind. */
export function writeIdleFiles(root) {
  for (let number = 0; number < idleFiles; number++) {
    const folder = path.join(root, `-idle-${number % idleFolders}`)
    mkdirSync(folder, { recursive: true })
    const sessionId = `c0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
    writeFileSync(path.join(folder, `${sessionId}.jsonl`), growingSession(sessionId).next())
  }
}

async function untilWatching(engine) {
  for (;;) {
    const { folders } = await engine.ask('watch.show')
    if (folders.every(({ state }) => state === 'watching' || state === 'polling')) return
    await pause(50)
  }
}

/** Asks again whenever the engine says that the session changed, as a window does. */
async function untilShown(engine, session) {
  for (;;) {
    await engine.heard((signal) => signal.kind === 'changed' && signal.sessionIds.includes(session.sessionId))
    const { records } = await engine.ask('session.show', { sessionId: session.sessionId })
    if (records === session.lines()) return
  }
}
