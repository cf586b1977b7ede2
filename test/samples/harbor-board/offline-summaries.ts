/** What the client wrote in place of the conversation at the three compactions of the long session. */

export const firstSummary = `1. Primary request and intent:
   The boards in the ferry terminal go black when the network fails, about twice a week. They shall go on with what they know and say so. Agreed order: keep the last list, show its age, drop boats that have left, a service worker for the page, a test that pulls the plug.

2. Files and code:
   - src/last-list.ts: rememberList, recallList (localStorage, key last-list)
   - src/connection-line.tsx: the line "as of 14:02, no connection"
   - src/board.tsx: catches a failing feed and falls back to the last list
   - src/departures.ts: boats that left more than 10 minutes ago are dropped (departedGraceMs = 600_000)
   - scripts/pull-the-plug.mjs: cuts the network of a headless board and measures how long it is black

3. Errors and fixes:
   - tsc --noEmit takes the wrong settings; the check is npx tsc -b --noEmit
   - the plug test hung on Chromium 131 because offline mode does not cut open sockets; it now stops the proxy instead

4. Decisions:
   - after three hours without a connection the board shows a sentence instead of boats
   - no library for storage: 9 kB of JSON

5. Pending:
   - service worker (page and scripts only, never the feed)
   - documentation for the night shift`

export const secondSummary = `1. Primary request and intent:
   Boards that survive a network failure, on the branch feature/offline.

2. Done:
   - last list, its age, dropping of departed boats, sentence after three hours
   - src/service-worker.ts: precache list from the build, shelf board-v2, the shelf before it (board-v1) stays for one more deploy
   - plug test: 50 rounds, 0 black screens, notice after 30 s on average, 33 s at most

3. Errors and fixes:
   - the service worker served an old index.html after a deploy: index.html is fetched first now, the shelf is only the fallback
   - board 5 has a browser without Intl time zones; polyfill rejected, the browser gets updated instead

4. Pending:
   - roll out to three boards (gates 1, 2 and 7) on Wednesday night
   - one page for the night shift: what the line at the bottom means`

export const thirdSummary = `1. Primary request and intent:
   Offline mode for the boards; it runs on gates 1, 2 and 7 since the night of 11 February and shall go to all fourteen.

2. Done:
   - everything of the plan; the guide for the night shift is docs/night-shift.md
   - the roll-out script takes a list of gates: scripts/roll-out.sh 3 4 5 6

3. Errors and fixes:
   - gate 7 showed "as of" with the server's time zone: the time zone was missing in its start command

4. Numbers to keep:
   - plug test 50 rounds, 0 black screens; first night 3 failures, longest 11 minutes, nobody called

5. Pending:
   - remaining eleven boards
   - delete shelf board-v1 in the next version`
