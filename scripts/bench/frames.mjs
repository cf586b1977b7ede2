/** How long the frames of the real window take while transcripts are imported, a large timeline is zoomed and moved, and a long log is scrolled. */
import { percentile } from './questions.mjs'
import { writeBusySession, writeLongConversation, writeManyCommits } from './large-sessions.mjs'

const events = 100_000
const commits = 100_000
const records = 20_000
const settleMs = 2_500
/** Nobody asks without a break. */
const betweenMs = 500

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Figures of the screens; `run`, `ask` and `go` work in the page. */
export async function measureFrames(page, { root, run, ask, go }) {
  const sessionId = writeBusySession(root, events)
  writeManyCommits(root, commits)
  const longId = writeLongConversation(root, records)
  const importing = await whileImporting(page, ask, run('import.start', { paths: [root] }))
  const shown = await ask('session.timeline', { sessionId })
  const { total } = await ask('chain.log', { limit: 1 })
  const reading = await measureReading(page, { ask, go, sessionId: longId })
  await go(`/session/${sessionId}/timeline`)
  const chart = page.locator('[role="img"]').first()
  await chart.waitFor()
  await pause(settleMs)
  const timeline = await framesWhile(page, () => moveTimeline(page, chart))
  await go('/log')
  await page.locator('[role="grid"][aria-label="Commits"] [role="row"]').first().waitFor()
  await pause(settleMs)
  const log = await framesWhile(page, () => scrollLog(page))
  return { importing, reading, timeline: { ...timeline, size: shown.events.length }, log: { ...log, size: total } }
}

const conversation = '.conversation'

/** A long conversation: how soon its first records are drawn, frames while it is scrolled, and how soon a text is found. */
async function measureReading(page, { ask, go, sessionId }) {
  const { records: size, bytes } = await ask('session.show', { sessionId })
  // The parts of the screen are loaded when the window is at rest: that is not measured.
  await go('/sessions')
  await pause(settleMs)
  const openMs = await page.evaluate(openingTime, `/session/${sessionId}`)
  await pause(settleMs)
  const box = await page.locator(conversation).boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const lines = await framesWhile(page, async () => {
    for (let step = 0; step < 150; step++) await page.mouse.wheel(0, 120)
  })
  const rush = await framesWhile(page, async () => {
    for (let step = 0; step < 80; step++) await page.mouse.wheel(0, 1200)
    for (let step = 0; step < 60; step++) await page.mouse.wheel(0, -500)
  })
  await page.keyboard.press('Control+f')
  const findMs = await page.evaluate(findingTime, 'readTotals')
  await page.keyboard.press('Escape')
  return { lines, rush, size, bytes, openMs, findMs }
}

/** Runs in the page: from the address to the frame with the first record. */
function openingTime(address) {
  const started = performance.now()
  window.location.hash = address
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.conversation article') === null) return
      observer.disconnect()
      requestAnimationFrame(() => resolve(performance.now() - started))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

/** Runs in the page: from a typed text to the count of its matches. */
function findingTime(text) {
  const input = document.querySelector('.find-bar input')
  const started = performance.now()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  return new Promise((resolve) => {
    const look = () => {
      if (/match/.test(document.querySelector('.find-count')?.textContent ?? '')) resolve(performance.now() - started)
      else setTimeout(look, 5)
    }
    look()
  })
}

/** Frames of the list of sessions, and how long what it asks for takes, one question after the other, until the import has ended. */
async function whileImporting(page, ask, imported) {
  const asked = []
  let isOn = true
  const ended = imported.finally(() => (isOn = false))
  const frames = await framesWhile(page, async () => {
    while (isOn) {
      const before = performance.now()
      await ask('sessions.list')
      asked.push(performance.now() - before)
      await pause(betweenMs)
    }
    await ended
  })
  return { ...frames, asked: asked.length, askedP50: percentile(asked, 0.5), askedP95: percentile(asked, 0.95) }
}

/** Zooms in with the wheel, pans by dragging, moves with keys, zooms out. */
async function moveTimeline(page, chart) {
  const box = await chart.boundingBox()
  const [x, y] = [box.x + box.width * 0.6, box.y + box.height * 0.5]
  await page.mouse.move(x, y)
  for (let step = 0; step < 60; step++) await page.mouse.wheel(0, -60)
  await page.mouse.down()
  for (let step = 0; step < 60; step++) await page.mouse.move(x - step * 5, y)
  await page.mouse.up()
  await page.mouse.move(x, y)
  for (let step = 0; step < 90; step++) await page.mouse.wheel(0, 60)
  for (let step = 0; step < 30; step++) await page.mouse.move(x + step * 4, y)
}

async function scrollLog(page) {
  const grid = page.locator('[role="grid"][aria-label="Commits"]')
  const box = await grid.boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (let step = 0; step < 120; step++) await page.mouse.wheel(0, 90)
  for (let step = 0; step < 60; step++) await page.mouse.wheel(0, 900)
  for (let step = 0; step < 60; step++) await page.mouse.wheel(0, -400)
}

/**
 * Milliseconds of the main thread from the beginning of each frame until it was painted, while `work` goes on: what has to fit into 16 ms
 * for 60 frames a second. `late` counts frames that came more than 25 ms after the one before.
 */
async function framesWhile(page, work) {
  await page.evaluate(recordFrames)
  await work()
  const { took, late } = await page.evaluate(() => globalThis.benchFrames())
  if (took.length < 100) throw new Error(`only ${took.length} frames were drawn`)
  return { frames: took.length, p50: percentile(took, 0.5), p95: percentile(took, 0.95), worst: Math.max(...took), late }
}

/** Runs in the page: a message that is sent in a frame arrives when that frame was painted. */
function recordFrames() {
  const took = []
  let late = 0
  let last
  let isOn = true
  const channel = new MessageChannel()
  let begun = 0
  channel.port1.onmessage = () => took.push(performance.now() - begun)
  const frame = (at) => {
    if (!isOn) return
    if (last !== undefined && at - last > 25) late += 1
    last = at
    begun = at
    channel.port2.postMessage(0)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  globalThis.benchFrames = () => {
    isOn = false
    return { took, late }
  }
}
