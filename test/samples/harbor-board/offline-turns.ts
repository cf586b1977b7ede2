/** The many small exchanges of the long session: a question, perhaps a command, an answer. */

import type { SmallTurn } from '../story.ts'

const firstDay: readonly SmallTurn[] = [
  { prompt: 'How large is the list on a busy Saturday?', command: "curl -s \"$VITE_FEED_URL?day=2026-07-11\" | wc -c", output: '21844', reply: '21.8 kB in July. `localStorage` holds 5 MB, so there is room for about two hundred Saturdays.' },
  { prompt: 'And if someone clears the storage?', reply: 'Then the board has nothing to fall back to until the feed answers once. It says so: *No connection, and nothing to show yet.*' },
  { prompt: 'Drop the boats that left. Ten minutes of grace, people run.', thought: 'Filter in departuresOn with a grace constant; it must use the delay as well: a boat 20 minutes late has not left.', command: "npx vitest run src/departures.test.ts", output: ' Tests  9 passed (9)', reply: 'Done, with `departedGraceMs = 600_000`. A delay counts: a boat that is 20 minutes late stays for 30 minutes after its planned time.' },
  { prompt: 'Write the plug test now, as a script, not in the unit tests.', thought: 'Playwright with context.setOffline, measure time until the connection line shows.', command: 'node scripts/pull-the-plug.mjs --rounds 1', output: 'Exit code 1\nTimeout 30000ms exceeded: the page still received data while offline', fails: true, reply: 'The script runs, but Chromium keeps open sockets alive when it is set offline. I will stop the proxy instead; that is also closer to what happens in the terminal.' },
  { prompt: 'ok', command: 'node scripts/pull-the-plug.mjs --rounds 3', output: 'round 1  black 0 ms  stale shown after 30 s\nround 2  black 0 ms  stale shown after 31 s\nround 3  black 0 ms  stale shown after 30 s', reply: 'Three rounds, no black screen. The notice takes half a minute because that is the polling interval.' },
  { prompt: 'Half a minute is fine. Commit and call it a day.', command: 'git add -A && git commit -qm "Boards go on without a network" && git log --oneline -1', output: '5be01c7 Boards go on without a network', reply: 'Committed as `5be01c7`. Open for tomorrow: the sentence after three hours, and the service worker.' },
]

const secondDay: readonly SmallTurn[] = [
  { prompt: 'Morning. Where were we?', reply: 'Done: last list, its age, departed boats, plug test.\nOpen: a sentence after **three hours**, then the service worker.' },
  { prompt: 'The sentence: "No current times. Please ask at the counter." And in the other language as well.', thought: 'There is a texts.ts with sv and en. Add one key.', command: "npx vitest run src/texts.test.ts", output: ' Tests  4 passed (4)', reply: 'Added to `texts.ts` in both languages, and a test that both exist. The threshold is `staleForMs = 3 * 60 * 60_000`.' },
  { prompt: 'Show me how it looks in the test browser with a fake clock.', command: 'node scripts/shot.mjs --clock +3h5m --offline out.png', output: 'wrote out.png (1920x1080)', reply: 'In `out.png`: the boats are gone, the sentence fills the middle, the line at the bottom says *as of 06:02*.' },
  { prompt: 'What about a board that starts at night without any network?', thought: 'This is what the service worker is for.', reply: 'Without the service worker: the browser shows its own error page. That is the next step.' },
  { prompt: 'Is a service worker allowed on http? The boards use the internal address.', command: 'grep -rn "http://" ops/kiosk | head -3', output: 'ops/kiosk/start.sh:4:exec chromium --kiosk http://boards.internal:8080', reply: 'Only on `https` or `localhost`. The kiosk uses `http://boards.internal:8080`, so one of these has to change. The least work: serve the page from `localhost` on each board, with the same little server.' },
  { prompt: 'They have certificates for boards.internal since autumn, only the start script is old.', command: "sed -i 's#http://boards.internal:8080#https://boards.internal#' ops/kiosk/start.sh && curl -sI https://boards.internal | head -1", output: 'HTTP/2 200', reply: 'Even better: `https://boards.internal` answers. I changed the start script; no server on the boards needed.' },
]

const afterFirstCompaction: readonly SmallTurn[] = [
  { prompt: 'After the deploy a board kept showing the old page. Cause?', thought: 'index.html is in the precache list and network-first... fetch() may be answered by the HTTP cache.', command: 'curl -sI https://boards.internal/index.html | grep -i cache', output: 'cache-control: max-age=86400', reply: 'The proxy lets browsers keep `index.html` for a day, so *network first* asked the HTTP cache. I fetch it with `cache: "no-cache"` now.' },
  { prompt: 'Does the worker update itself at night?', reply: 'Yes. The kiosk restarts at 03:30, the browser compares the script byte by byte, installs the new one and takes it at the next load.' },
  { prompt: 'Board 5 shows UTC.', command: "ssh board5 'chromium --version'", output: 'Chromium 79.0.3945.130', reply: 'That browser is six years old and was built without time zone data. I could ship the data (900 kB), but I would rather update the browser.' },
  { prompt: 'Update it. Who knows what else is missing.', reply: 'Noted as a task for operations in `ops/README.md`. Until then I left board 5 out of the roll-out list.' },
  { prompt: 'Enough for today.', reply: 'Then the state is: worker done, plug test green for three rounds. Tomorrow: the long test, and the page for the night shift.' },
]

const thirdDay: readonly SmallTurn[] = [
  { prompt: 'Which rounds were the slowest?', command: "awk '/notice shown/ {print $3, $2}' /tmp/plug/b7c20e1.output | sort -rn | head -3", output: '+33 3\n+33 7\n+33 11', reply: 'Rounds 3, 7 and 11, each with 33 s. That is the polling interval plus one failed attempt of three seconds.' },
  { prompt: 'Zero in fifty. Nice. How much does the board write to its disk now?', thought: 'rememberList writes every 30 s, 9-22 kB. SD cards wear.', reply: 'Every 30 s up to 22 kB: about **60 MB a day**. The boards run from SD cards, so I would write only when the list changed. 98 % of the answers are equal, so that leaves a bit over 1 MB.' },
  { prompt: 'Do that.', command: 'npx vitest run src/last-list.test.ts', output: ' Tests  5 passed (5)', reply: 'An unchanged list is not written again; only `fetchedAt` is kept in memory and written every ten minutes.' },
]

const afterSecondCompaction: readonly SmallTurn[] = [
  { prompt: 'Write the page for the night shift. Half a page, no technical words.', command: "wc -w docs/night-shift.md", output: '164 docs/night-shift.md', reply: '`docs/night-shift.md`, 164 words:\n\n- what the line at the bottom means\n- when to call (the sentence *ask at the counter* for more than 15 minutes)\n- what **not** to do: pull the power plug of the board' },
  { prompt: 'Add: the phone number is on the cabinet.', reply: 'Added as the last line.' },
  { prompt: 'Roll out to gates 1, 2 and 7 tonight.', command: './scripts/roll-out.sh --at 03:30 1 2 7', output: 'gate 1: scheduled\ngate 2: scheduled\ngate 7: scheduled', reply: 'Scheduled for the restart at 03:30 on gates 1, 2 and 7.' },
]

const lastDay: readonly SmallTurn[] = [
  { prompt: 'How many restarts last night?', command: "ssh boards 'grep -c started ~/board.log'", output: 'gate1:1\ngate2:1\ngate7:1', reply: 'One each, at 03:30 as planned. No board restarted on its own.' },
  { prompt: 'Someone asks whether the offline list can be printed.', reply: 'The page has no print style. It would be twenty lines of CSS: black on white, no strip, one column. Shall I note it for later?' },
  { prompt: 'Note it.', command: "printf -- '- print style for the offline list\\n' >> docs/ideas.md && tail -2 docs/ideas.md", output: '- larger clock\n- print style for the offline list', reply: 'Noted in `docs/ideas.md`.' },
  { prompt: 'Gate 7 says "as of 07:57" while the others say 08:57.', thought: 'Time zone missing in the start command?', command: "ssh gate7 'tail -1 ~/start.sh'", output: 'exec chromium --kiosk https://boards.internal', reply: 'Its start command lacks `?tz=Europe/Stockholm`; the others have it. I added it and restarted the browser: 08:58.' },
  { prompt: 'How was the night otherwise?', command: "ssh boards 'grep -h offline ~/board.log'", output: 'gate1 02:11 offline 04:20\ngate2 02:11 offline 04:21\ngate7 02:11 offline 04:20', reply: 'One failure at 02:11 for four minutes, on all three. No board was black, nobody called.' },
]

const end: readonly SmallTurn[] = [
  { prompt: 'All others tonight then.', command: './scripts/roll-out.sh --at 03:30 3 4 6 8 9 10 11 12 13 14', output: '10 gates scheduled', reply: 'Ten gates are scheduled; gate 5 waits for its browser.' },
  { prompt: 'Thank you, that was a good week.', reply: 'It was. For the record: 5 steps planned, 5 done, 50 pulled plugs, and one browser from 2019.' },
]

export const offlineTurns = { firstDay, secondDay, afterFirstCompaction, thirdDay, afterSecondCompaction, lastDay, end } as const
