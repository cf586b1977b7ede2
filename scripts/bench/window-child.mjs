/** Runs on a display: opens the built window on a folder of many sessions, appends lines to one, and writes when each was seen; then how long frames take. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { electronCommand } from '../setup/electron-command.mjs'
import { projectRoot } from '../setup/project-root.mjs'
import { provisionElectron } from '../setup/provision-electron.mjs'
import { runScript } from '../setup/say.mjs'
import { measureFrames } from './frames.mjs'
import { startSession } from './growing-session.mjs'
import { percentile } from './questions.mjs'
import { writeIdleFiles } from './watching.mjs'

const rounds = 20
/** Longer than a session rests after it was taken in, and than a screen waits before it asks again. */
const pauseMs = 1_300
const loader = path.join(projectRoot, 'node_modules', 'playwright-core', 'lib', 'server', 'electron', 'loader.js')

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** What a prompt, appended as the line with that number, brings on screen: [selector, text]. */
const seen = {
  chain: (number) => ['[role="grid"][aria-label="Commits"] [role="row"]', `Question ${number}:`],
  list: (number) => [`[role="grid"][aria-label="Sessions"] span[title="${number / 2 + 1}"]`, ''],
}

await runScript(async () => {
  const scratch = process.argv[2]
  const root = path.join(scratch, 'watched')
  const session = startSession(root, 50)
  writeIdleFiles(root)
  const { app, page } = await open(scratch)
  try {
    await run(page, 'import.start', { paths: [root] })
    await ask(page, 'watch.start', { paths: [root], remember: false })
    await untilWatching(page)
    const chain = await measureScreen(page, session, `/session/${session.sessionId}/chain`, seen.chain)
    const list = await measureScreen(page, session, '/sessions', seen.list)
    await ask(page, 'watch.stop')
    const frames = await measureFrames(page, {
      root: path.join(scratch, 'large'),
      run: (name, input) => run(page, name, input),
      ask: (name, input) => ask(page, name, input),
      go: (address) => go(page, address),
    })
    writeFileSync(path.join(scratch, 'figures.json'), JSON.stringify({ chain, list, frames }))
  } finally {
    await app.close()
  }
})

async function open(scratch) {
  const { _electron } = createRequire(path.join(projectRoot, 'package.json'))('playwright-core')
  const { executable, args } = electronCommand(await provisionElectron(), { first: loader })
  const kept = Object.entries(process.env).filter(([name]) => !/^(XDG_|STRATA_|CLAUDE|ELECTRON_|HOME$)/.test(name))
  const home = path.join(scratch, 'home')
  mkdirSync(home, { recursive: true })
  const app = await _electron.launch({
    executablePath: executable,
    args: [...args, '--disable-gpu', '--store', path.join(scratch, 'store')],
    env: { ...Object.fromEntries(kept), HOME: home },
  })
  const page = await app.firstWindow()
  await page.waitForLoadState('load')
  return { app, page }
}

/** The answer to a call of the contract, asked from inside the page. */
async function ask(page, name, input = {}) {
  const packed = await page.evaluate(([name, input]) => globalThis.strata.call(name, input), [name, input])
  const envelope = typeof packed === 'string' ? JSON.parse(packed) : packed
  if (!envelope.ok) throw new Error(`${name}: ${envelope.failure.message}`)
  return envelope.value
}

async function run(page, name, input) {
  const { jobId } = await ask(page, name, input)
  const job = await ask(page, 'job.wait', { jobId })
  if (job.state !== 'done') throw new Error(`${name}: ${job.failure?.message ?? job.state}`)
}

async function untilWatching(page) {
  for (;;) {
    const { folders } = await ask(page, 'watch.show')
    if (folders.every(({ state, scannedAt }) => state === 'watching' && scannedAt !== null)) return
    await pause(50)
  }
}

async function go(page, address) {
  await page.evaluate((hash) => {
    window.location.hash = hash
  }, address)
}

/** Milliseconds from before a prompt was written to the frame after the screen changed. Replies between them are not timed. */
async function measureScreen(page, session, address, wanted) {
  await go(page, address)
  await pause(pauseMs)
  const times = []
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(watchFor, wanted(session.lines()))
    const writtenAt = Date.now()
    session.grow()
    times.push((await page.evaluate(() => globalThis.benchSeen)) - writtenAt)
    await pause(pauseMs)
    session.grow()
    await pause(pauseMs)
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

/** Runs in the page: begins to wait for a text; `benchSeen` resolves with the time of the frame that shows it. */
function watchFor([selector, text]) {
  const isThere = () => [...document.querySelectorAll(selector)].some((element) => element.textContent.includes(text))
  globalThis.benchSeen = new Promise((resolve) => {
    const look = () => {
      if (!isThere()) return
      observer.disconnect()
      requestAnimationFrame(() => resolve(Date.now()))
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    look()
  })
}
