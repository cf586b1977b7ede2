/** A session and its fork: from one analysis two ways are tried, the second in a copy made with --fork-session. */
import type { Conversation } from '../../support/conversation.ts'
import { opens, smallTurns, titled, turn, uuidOf } from '../story.ts'
import { boardSource, feedSource, harborScene, harborTalk, sonnet } from './scene.ts'

const analysis = `Where the requests come from, measured over one hour on the terminal's proxy:

| caller | requests | of these unchanged |
|---|--:|--:|
| 14 boards, every 30 s | 1,680 | 1,655 |
| web page visitors | 402 | 391 |
| **total** | **2,082** | **2,046 (98 %)** |

So 98 % of the answers tell us what we know already. Two ways out:

- **A. Cache** with \`ETag\` / \`If-None-Match\`: small change, boards keep asking, the answers get tiny.
- **B. Push** over server-sent events: boards stop asking, but the server has to hold connections and we need a fallback.`

function pollsWithCare(talk: Conversation): void {
  turn(talk, 'Take A, the cache. Keep it small.', () => {
    talk
      .thinks('Keep the last ETag and the last answer in the module, send If-None-Match, return the stored answer on 304.')
      .reads('src/feed.ts', feedSource)
      .edits('src/feed.ts', '  const response = await fetch(feedUrl)\n  if (!response.ok)', "  const headers = last === undefined ? {} : { 'If-None-Match': last.tag }\n  const response = await fetch(feedUrl, { headers })\n  if (response.status === 304 && last !== undefined) return last.sailings\n  if (!response.ok)")
      .edits('src/feed.ts', '  return (await response.json()) as readonly Sailing[]', "  const sailings = (await response.json()) as readonly Sailing[]\n  const tag = response.headers.get('ETag')\n  if (tag !== null) last = { tag, sailings }\n  return sailings")
      .edits('src/feed.ts', "const feedUrl =", 'let last: { readonly tag: string; readonly sailings: readonly Sailing[] } | undefined\n\nconst feedUrl =')
      .runs('npx vitest run src/feed.test.ts', ' Tests  7 passed (7)', { after: 4_000 })
      .agent('Eleven lines in `feed.ts`, nothing elsewhere. An unchanged answer is now **180 bytes** instead of 9.4 kB.')
  })
  turn(talk, 'What happens when the server forgets its tags, say after a restart?', () => talk.agent('Then it answers with 200 and the whole list, as before; the next request uses the new tag. There is nothing to get stuck on.'))
}

function pushes(talk: Conversation): void {
  turn(talk, 'Same starting point, but try B here: server-sent events, with polling as the fallback.', () => {
    talk
      .thinks('EventSource reconnects by itself. The fallback: if no event came for 90 s, poll once.')
      .reads('src/board.tsx', boardSource)
      .writes('src/sailing-stream.ts', `import { fetchSailings, type Sailing } from './feed.ts'

const silenceMs = 90_000

/** Calls back with every new list; asks by itself when the stream has been silent for too long. */
export function followSailings(url: string, onChange: (sailings: readonly Sailing[]) => void): () => void {
  const stream = new EventSource(url)
  let quiet: ReturnType<typeof setTimeout>
  const wait = () => {
    clearTimeout(quiet)
    quiet = setTimeout(() => void fetchSailings().then(onChange).finally(wait), silenceMs)
  }
  stream.onmessage = (event) => {
    onChange(JSON.parse(event.data as string) as readonly Sailing[])
    wait()
  }
  wait()
  return () => {
    clearTimeout(quiet)
    stream.close()
  }
}
`)
      .edits('src/board.tsx', "    const load = () => fetchSailings().then((sailings) => setDepartures(departuresOn(new Date(), sailings)))\n    load()\n    const timer = setInterval(load, refreshMs)\n    return () => clearInterval(timer)", "    return followSailings('/sailings/stream', (sailings) => setDepartures(departuresOn(new Date(), sailings)))")
      .runs('npx vitest run', 'Exit code 1\nReferenceError: EventSource is not defined\n ❯ src/sailing-stream.test.ts:5:18\n\n Tests  1 failed | 22 passed (23)', { error: true, after: 6_000 })
      .agent('jsdom has no `EventSource`. I pass the constructor in, so that the test can give its own.')
      .edits('src/sailing-stream.ts', '  const stream = new EventSource(url)', '  const stream = new (globalThis.EventSource ?? SilentStream)(url)')
      .runs('npx vitest run', ' Tests  23 passed (23)', { after: 6_000 })
      .agent('It works, but compare before you decide:\n\n1. **58 lines** instead of 11, and a server part that is still missing.\n2. Delays appear within a second instead of half a minute.\n3. Fourteen open connections; the proxy closes idle ones after 60 s, so we would need a heartbeat.\n\nI would take A now and come back to B if half a minute turns out to be too long.')
  })
}

const measured = [
  { prompt: 'Deploy it to one board and measure for ten minutes.', command: "zgrep 'board-03' ops/proxy-live.log | awk '{n++; s+=$10} END {print n, s}'", output: '20 12840', reply: '20 requests, 12.8 kB together: one full list and nineteen times *304*. Before it was 188 kB.' },
  { prompt: 'And the office, are they content?', reply: 'That I cannot see from here. Their graph should drop from 2,082 requests with 9.4 kB to the same number with 180 bytes each.' },
] as const

export function cacheOrPoll(): readonly Conversation[] {
  const talk = harborTalk('cache-or-poll', 'main', { start: '2026-01-27T08:15:30.000Z', model: sonnet[0] })
  turn(talk, 'The harbour office says our boards make 80 % of the requests to their feed. What can we do?', () => {
    opens(talk, harborScene('main', sonnet))
    talk
      .thinks('Count first. The proxy log is in ops/.')
      .runs("zgrep -c 'GET /sailings' ops/proxy-0900.log.gz && zgrep -c ' 200 9[0-9]\\{3\\} ' ops/proxy-0900.log.gz", '2082\n2046', { description: 'Requests in one hour' })
      .parallel([
        { tool: 'Read', input: { file_path: '/home/mira/code/harbor-board/src/feed.ts' }, result: feedSource },
        { tool: 'Bash', input: { command: 'curl -sI "$VITE_FEED_URL" | head -5' }, result: 'HTTP/2 200\ncontent-type: application/json\netag: "s-20260127-0911"\ncache-control: no-cache' },
      ])
      .agent(analysis)
  })
  titled(talk, 'Fewer requests to the harbour feed')
  const fork = talk.fork(uuidOf('harbor-board cache-or-poll fork'))
  pollsWithCare(talk)
  fork.wait(900_000)
  fork.bookkeeping({ type: 'mode', mode: 'normal', sessionId: fork.sessionId })
  pushes(fork)
  titled(fork, 'Fewer requests: events instead of polling')
  smallTurns(talk, measured)
  return [talk, fork]
}
