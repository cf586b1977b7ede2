/** A long session over four days: idle nights, three compactions, prompts typed while the model works, a background command. */
import type { Conversation } from '../../support/conversation.ts'
import { boardPicture } from '../picture.ts'
import { opens, smallTurns, titled, turn, until } from '../story.ts'
import { buildsTheStore } from './offline-work.ts'
import { firstSummary, secondSummary, thirdSummary } from './offline-summaries.ts'
import { feedSource, harborScene, harborTalk } from './scene.ts'
import { offlineTurns } from './offline-turns.ts'

function firstDay(talk: Conversation): void {
  turn(talk, 'The network in the terminal fails about twice a week. Then the boards go black. They should go on with what they know and say so. How would you go about it?', () => {
    opens(talk, harborScene('feature/offline'))
    talk
      .thinks('Options: service worker cache, IndexedDB, localStorage. The boards are kiosk browsers which restart at night, so memory alone is not enough. Data is 9 kB. localStorage would do; a service worker also covers the page itself, which matters if the browser restarts while the network is down.')
      .agent(`Two different failures, and they need different answers:

1. **The feed is gone, the page still runs.** Keep the last list, show its age.
2. **The browser restarts without a network.** Then the page itself has to come from somewhere: a service worker.

I propose this order, each step useful alone:

- [ ] keep the last good list in \`localStorage\`, with the time it was fetched
- [ ] a line at the bottom: *as of 14:02, no connection*
- [ ] drop boats that left more than 10 minutes ago
- [ ] a service worker that serves the page
- [ ] a test that pulls the plug

The risk is the third one: a list that is hours old looks complete. After **three hours** I would show a sentence instead of boats.`)
  })
  titled(talk, 'Boards that survive a network failure')
  turn(talk, 'Good order. Start with the first two. @src/feed.ts', () => {
    talk.attachment(
      { type: 'file', filename: '/home/mira/code/harbor-board/src/feed.ts', displayPath: 'src/feed.ts', content: { type: 'text', file: { filePath: '/home/mira/code/harbor-board/src/feed.ts', content: feedSource, numLines: 18, startLine: 1, totalLines: 18 } } },
      `The user pointed at src/feed.ts:\n${feedSource}`,
      'user',
    )
    buildsTheStore(talk)
  })
  smallTurns(talk, offlineTurns.firstDay, 7_600)
}

function secondDay(talk: Conversation): void {
  until(talk, '2026-02-10T07:58:00.000Z')
  smallTurns(talk, offlineTurns.secondDay, 7_600)
  talk.human('Now the service worker. Only the page and its scripts; the feed must not go through it.')
  talk.compacts({ trigger: 'auto', summary: firstSummary, preserved: 1, durationMs: 34_800 })
  talk
    .thinks('The prompt about the service worker was kept. Build it: precache list from the Vite manifest.')
    .agent('The service worker gets a fixed list of files from the build, and passes everything else through.')
    .writes('src/service-worker.ts', `/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope
declare const precache: readonly string[]

const shelf = 'board-v1'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(shelf).then((cache) => cache.addAll([...precache])))
})

self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (!precache.includes(pathname)) return
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(pathname)) ?? Response.error()))
})
`)
    .runs('npx vite build', 'vite v7 building for production...\n✓ 41 modules transformed.\ndist/index.html          0.61 kB\ndist/service-worker.js   0.48 kB\ndist/assets/board.js    24.11 kB\n✓ built in 1.92s', { after: 4_400 })
    .queued('and please keep the old files for one more deploy, the boards update at night')
    .thinks('The user adds: keep old files for one deploy. So the old cache must not be deleted on activate.')
    .edits('src/service-worker.ts', "const shelf = 'board-v1'", "// The board before this one may still run until the nightly restart: its files stay for one more version.\nconst shelf = 'board-v2'\nconst kept = [shelf, 'board-v1']")
    .agent('Built, and as you asked in between: the shelf of the version before stays until the next deploy.')
  smallTurns(talk, offlineTurns.afterFirstCompaction, 6_200)
}

/** The log of fifty rounds is too long for a record: the client keeps it in a file beside the session. */
function plugLog(): string {
  const rounds = Array.from({ length: 50 }, (_, at) => at + 1)
  const line = (round: number, second: number, what: string): string => `round ${String(round).padStart(2)}  +${String(second).padStart(3)} s  ${what}`
  return rounds
    .flatMap((round) => [line(round, 0, 'proxy stopped'), line(round, 30 + (round % 4), 'notice shown'), line(round, 48, 'proxy started'), line(round, 49, 'notice gone')])
    .join('\n')
}

function thirdDay(talk: Conversation): void {
  until(talk, '2026-02-11T12:31:00.000Z')
  turn(talk, 'Run the plug test over the whole lunch break in the background, fifty rounds, and tell me when it is through.', () => {
    talk
      .calls('Bash', { command: 'node scripts/pull-the-plug.mjs --rounds 50', description: 'Fifty network failures', run_in_background: true })
      .result('last', 'Command running in background with ID: b7c20e1', { toolUseResult: { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: 'b7c20e1' } })
      .agent('Running in the background. I will report when it ends; it should take about forty minutes.')
  })
  talk.wait(2_460_000)
  talk.notification('Background command "Fifty network failures" completed (exit code 0)', 'b7c20e1')
  const log = plugLog()
  const kept = `/home/mira/.claude/projects/${talk.outputFile('b7c20e1', log)}`
  talk.calls('Bash', { command: 'cat /tmp/plug/b7c20e1.output', description: 'The whole log' })
  const shown = `<persisted-output>\nOutput too large. Full output saved to: ${kept}\n\nPreview:\n${log.slice(0, 400)}\n</persisted-output>`
  const toolUseResult = { stdout: log.slice(0, 400), stderr: '', interrupted: false, isImage: false, persistedOutputPath: kept, persistedOutputSize: log.length }
  talk.result('last', shown, { toolUseResult })
  talk
    .runs('tail -1 /tmp/plug/b7c20e1.summary', '50 rounds, 0 black screens, slowest notice 33 s')
    .agent('The plug test is through: **50 rounds, no black screen**. The notice *no connection* appeared after 30 s on average, 33 s at most.')
  smallTurns(talk, offlineTurns.thirdDay, 11_000)
  talk.compacts({ trigger: 'manual', summary: secondSummary, instructions: 'keep the numbers of the plug test', durationMs: 27_300 })
  smallTurns(talk, offlineTurns.afterSecondCompaction, 10_000)
}

function lastDay(talk: Conversation): void {
  until(talk, '2026-02-12T09:04:00.000Z')
  turn(talk, 'It runs on three boards since last night. This is what the one at gate 2 shows. Is that what you meant?', () => talk.agent('Yes. The orange row is a late boat, and the strip at the bottom says *as of 08:57*: that board has had no connection for seven minutes and goes on. Before, it would have been black.'), { images: [boardPicture(1)] })
  smallTurns(talk, offlineTurns.lastDay, 11_000)
  talk.compacts({ trigger: 'auto', summary: thirdSummary, preserved: 2, durationMs: 31_100 })
  smallTurns(talk, offlineTurns.end, 4_000)
}

export function offlineMode(): readonly Conversation[] {
  const talk = harborTalk('offline-mode', 'feature/offline', { start: '2026-02-09T09:12:00.000Z' })
  firstDay(talk)
  secondDay(talk)
  thirdDay(talk)
  lastDay(talk)
  return [talk]
}
