/** A plain fix: after midnight the board shows yesterday's boats. Reading, a failing test, two edits, tests green. */
import type { Conversation } from '../../support/conversation.ts'
import { opens, smallTurns, titled, turn } from '../story.ts'
import { boardSource, departuresSource, harborScene, harborTalk } from './scene.ts'

const failing = `Exit code 1
 FAIL  src/departures.test.ts > departuresOn > keeps the 00:20 boat on the evening before
AssertionError: expected [ 'Kirkholm 23:40' ] to deeply equal [ 'Kirkholm 23:40', 'Saltö 00:20' ]

 Test Files  1 failed | 3 passed (4)
      Tests  1 failed | 21 passed (22)`

const newTest = `import { expect, test } from 'vitest'
import { departuresOn } from './departures.ts'

const sailing = (destination: string, time: string) => ({ id: destination, destination, time, platform: 2 })

test('keeps the 00:20 boat on the evening before', () => {
  const evening = new Date('2026-01-12T22:30:00+01:00')
  const shown = departuresOn(evening, [sailing('Kirkholm', '23:40'), sailing('Saltö', '00:20')], 'Europe/Stockholm')
  expect(shown.map((departure) => departure.destination)).toEqual(['Kirkholm', 'Saltö'])
})
`

const explanation = `Fixed. There were **two** mistakes, and they hid each other:

| where | what it did | what it does now |
|---|---|---|
| \`toDeparture\` | wrote the feed's *local* time as UTC (\`setUTCHours\`) | converts it in the harbour's time zone |
| \`departuresOn\` | compared with the same calendar day only | a sailing whose time has passed belongs to tomorrow |

In winter the first mistake moved every boat by one hour, so the board looked right only because the feed was an hour early as well.

Tests: 23 passed, the new one included. I did not touch \`clockText\`; it formatted correctly all along.

\`\`\`ts
const leavesAt = atLocalTime(day, hours, minutes, timeZone)
if (leavesAt < day) leavesAt.setDate(leavesAt.getDate() + 1)
\`\`\``

function findsTheCause(talk: Conversation): void {
  talk
    .thinks('The symptom appears only after midnight, so either the day boundary or the time zone is wrong. I should look at where a sailing becomes a departure, and at who passes the day.')
    .agent("I'll look at how a sailing gets its time, and where the day comes from.")
    .parallel([
      { tool: 'Grep', input: { pattern: 'departuresOn', path: 'src', output_mode: 'content' }, result: 'src/departures.ts:12:export function departuresOn(day: Date\nsrc/board.tsx:3:import { clockText, departuresOn\nsrc/board.tsx:11:      departuresOn(new Date(), sailings)' },
      { tool: 'Grep', input: { pattern: 'setUTCHours|setHours', path: 'src', output_mode: 'content' }, result: 'src/departures.ts:22:  leavesAt.setUTCHours(hours, minutes, 0, 0)' },
    ])
    .reads('src/departures.ts', departuresSource)
    .reads('src/board.tsx', boardSource)
    .thinks('setUTCHours with the feed\'s local "00:20" gives 00:20 UTC of the same date, that is before `day`, and the filter drops it. So the boat after midnight vanishes, and after midnight the old ones are shown with an hour\'s shift. A test first.')
    .agent('The feed gives local times, but they are written as UTC, and boats after midnight fall before `day`. A test that shows it first:')
    .writes('src/departures.test.ts', newTest)
    .runs('npx vitest run src/departures.test.ts', failing, { error: true, after: 6_400, description: 'Run the new test' })
}

function fixesIt(talk: Conversation): void {
  talk
    .agent('It fails for the reason I expected. Now the fix.')
    .edits('src/departures.ts', 'departuresOn(day: Date, sailings: readonly Sailing[])', 'departuresOn(day: Date, sailings: readonly Sailing[], timeZone: string)')
    .edits('src/departures.ts', '.map((sailing) => toDeparture(day, sailing))\n    .filter((departure) => departure.leavesAt >= day)', '.map((sailing) => toDeparture(day, sailing, timeZone))')
    .edits(
      'src/departures.ts',
      `function toDeparture(day: Date, sailing: Sailing): Departure {
  const [hours = 0, minutes = 0] = sailing.time.split(':').map(Number)
  const leavesAt = new Date(day)
  leavesAt.setUTCHours(hours, minutes, 0, 0)`,
      `function toDeparture(day: Date, sailing: Sailing, timeZone: string): Departure {
  const [hours = 0, minutes = 0] = sailing.time.split(':').map(Number)
  const leavesAt = atLocalTime(day, hours, minutes, timeZone)
  // The feed lists one day without dates: what has passed already is tomorrow's.
  if (leavesAt < day) leavesAt.setDate(leavesAt.getDate() + 1)`,
    )
    .writes('src/local-time.ts', `/** The instant at which a clock in a time zone shows the given time, on the day of a date. */
export function atLocalTime(day: Date, hours: number, minutes: number, timeZone: string): Date {
  const shown = new Date(day.toLocaleString('en-US', { timeZone }))
  const offsetMs = shown.getTime() - day.getTime()
  const local = new Date(day.getTime() + offsetMs)
  local.setHours(hours, minutes, 0, 0)
  return new Date(local.getTime() - offsetMs)
}
`)
    .edits('src/departures.ts', "import type { Sailing } from './feed.ts'", "import type { Sailing } from './feed.ts'\nimport { atLocalTime } from './local-time.ts'")
    .edits('src/board.tsx', 'departuresOn(new Date(), sailings)', 'departuresOn(new Date(), sailings, timeZone)')
    .edits('src/board.tsx', '  }, [])', '  }, [timeZone])')
    .parallel([
      { tool: 'Bash', input: { command: 'npx vitest run', description: 'All tests' }, result: ' Test Files  4 passed (4)\n      Tests  23 passed (23)', after: 8_200 },
      { tool: 'Bash', input: { command: 'npx tsc --noEmit', description: 'Types' }, result: '', after: 3_900 },
    ])
    .thinks('All green. Summarise both mistakes, the first one matters for winter and summer.')
    .agent(explanation)
}

const afterwards = [
  { prompt: 'What does the night shift have to do now?', reply: 'Nothing. The boards load the new page at the restart at 03:30. If somebody wants it earlier: restart the browser on the board.' },
  { prompt: 'Push it and tell me when CI is green.', command: 'git push -q -u origin fix/after-midnight && gh run watch --exit-status', output: '✓ test in 1m12s\n✓ build in 41s\nRun fix/after-midnight completed with success', reply: 'Pushed, and CI is green: tests 1m12s, build 41s.' },
  { prompt: 'One more: write the test for October down in words, so that Ines can check it with the timetable.', thought: 'Ines is not a developer. Plain words and two times.', reply: 'In the night to **25 October** the clocks go back at 03:00.\n\n1. The boat at 00:20 is shown in the evening of the 24th, as the last one.\n2. The boat at 05:10 is shown after the change, at 05:10 on the clock in the hall.\n\nIf either is an hour off, the board is wrong.' },
] as const

export function fixMidnightTimes(): readonly Conversation[] {
  const talk = harborTalk('fix-midnight-times', 'fix/after-midnight', { start: '2026-01-13T07:42:10.000Z' })
  talk.bookkeeping({ type: 'permission-mode', permissionMode: 'default', sessionId: talk.sessionId })
  turn(talk, "After midnight the board shows yesterday's boats until about one o'clock. The night shift sent me a photo. Can you find out why and fix it?", () => {
    opens(talk, harborScene('fix/after-midnight'))
    findsTheCause(talk)
    fixesIt(talk)
  })
  titled(talk, 'Boats after midnight missing from the board')
  turn(talk, 'Does this also hold on the two nights when the clocks change?', () => {
    talk
      .thinks('On the night of the change the offset at `day` differs from the offset at the departure. atLocalTime uses the offset of `day`. In spring, 02:30 does not exist. Boats leave at 00:20 and 05:10, so 05:10 on the change night would be off by one hour. Verify instead of guessing.')
      .agent('Good question. Let me try it rather than guess.')
      .runs(`node --input-type=module -e "import { atLocalTime } from './src/local-time.ts'; console.log(atLocalTime(new Date('2026-03-28T22:00:00Z'), 5, 10, 'Europe/Stockholm').toISOString())"`, '2026-03-28T04:10:00.000Z', { description: 'Departure after the change in March' })
      .agent('It does **not**: 05:10 after the change in March should be 03:10 UTC on the 29th. The offset has to be taken at the departure, not at `day`.')
      .edits('src/local-time.ts', '  const local = new Date(day.getTime() + offsetMs)\n  local.setHours(hours, minutes, 0, 0)\n  return new Date(local.getTime() - offsetMs)', '  const local = new Date(day.getTime() + offsetMs)\n  local.setHours(hours, minutes, 0, 0)\n  const guess = new Date(local.getTime() - offsetMs)\n  const shownAtGuess = new Date(guess.toLocaleString(\'en-US\', { timeZone }))\n  return new Date(guess.getTime() + local.getTime() - shownAtGuess.getTime())')
      .runs('npx vitest run', ' Test Files  4 passed (4)\n      Tests  25 passed (25)', { after: 7_700 })
      .agent('Now it does. I added both nights to the tests:\n\n- **29 March**, 05:10 → 03:10 UTC\n- **25 October**, 00:20 → 22:20 UTC the evening before\n\nThe second correction is one more subtraction, so there is no loop and no library.')
  })
  turn(talk, 'Great. Commit it with a message that says why.', () => {
    talk
      .runs('git add -A && git commit -q -m "Boats after midnight belong to tomorrow" -m "The feed gives local times without a date; they were read as UTC." && git log --oneline -1', 'c27f0d4 Boats after midnight belong to tomorrow', { description: 'Commit' })
      .agent('Committed as `c27f0d4` on `fix/after-midnight`.')
  })
  return [smallTurns(talk, afterwards)]
}
