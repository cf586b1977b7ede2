/** Rewinds: two layouts are tried from the same point and dropped again, the third one stays. With pictures. */
import type { Conversation } from '../../support/conversation.ts'
import { boardPicture } from '../picture.ts'
import { opens, titled, turn } from '../story.ts'
import { boardSource, harborScene, harborTalk, sonnet } from './scene.ts'

const forgotten = '00000000-0000-0000-0000-000000000000'

const styles = `.board { --bg: #182a44; background: var(--bg); }
.row { display: grid; grid-template-columns: 6em 1fr 2em; }
.time { font-variant-numeric: tabular-nums; }
`

function back(talk: Conversation, prompts: number): void {
  talk.rewind(prompts)
  talk.bookkeeping({ type: 'last-prompt', leafUuid: forgotten, sessionId: talk.sessionId })
}

function threeColumns(talk: Conversation): void {
  turn(talk, 'First idea: three columns of five boats each, so that fifteen fit on one screen.', () => {
    talk
      .thinks('CSS columns on the board, five rows each.')
      .reads('src/board.css', styles)
      .edits('src/board.css', '.board { --bg: #182a44; background: var(--bg); }', '.board { --bg: #182a44; background: var(--bg); columns: 3; }\n.row { break-inside: avoid; }')
      .runs('npx playwright screenshot http://localhost:5173 columns.png', 'Capturing screenshot into columns.png', { after: 5_000 })
      .agent('Fifteen boats fit, at 30 px. From the far end of the hall that is about the size of a bus timetable.')
  })
  turn(talk, 'Too small, you are right. Can the next boat be larger than the rest?', () => {
    talk
      .edits('src/board.css', '.row { break-inside: avoid; }', '.row { break-inside: avoid; }\n.row:first-child { font-size: 2em; column-span: all; }')
      .runs('npx playwright screenshot http://localhost:5173 columns.png', 'Capturing screenshot into columns.png', { after: 5_000 })
      .agent('Done, but the columns below start at different heights now, because `column-span` ends the multi-column flow. It looks like three boards.')
  })
}

function oneList(talk: Conversation): void {
  turn(talk, 'Forget the columns. One list, the next boat twice as large, and the others shrink with their distance in time.', () => {
    talk
      .thinks('Font size by position: 2, 1.4, 1.1, then 1. With a custom property on the row.')
      .reads('src/board.tsx', boardSource)
      .edits('src/board.tsx', '{departures.map((departure) => (', '{departures.map((departure, place) => (')
      .edits('src/board.tsx', "className={departure.delayMinutes > 0 ? 'row late' : 'row'}>", "className={departure.delayMinutes > 0 ? 'row late' : 'row'} data-place={Math.min(place, 3)}>")
      .edits('src/board.css', '.time {', ".row[data-place='0'] { font-size: 2em; }\n.row[data-place='1'] { font-size: 1.4em; }\n.row[data-place='2'] { font-size: 1.1em; }\n.time {")
      .agent('There it is. Seven boats fit, and the first can be read from forty metres.')
  })
}

export function twoLayouts(): readonly Conversation[] {
  const talk = harborTalk('two-layouts', 'layout/next-boat', { start: '2026-02-03T15:20:00.000Z', model: sonnet[0] })
  turn(
    talk,
    'This is the board today; the orange boat is late. People in the hall ask for the next boat all the time although it is on the screen. What would you change?',
    () => {
      opens(talk, harborScene('layout/next-boat', sonnet))
      talk
        .thinks('All rows have the same weight. The eye has to search.')
        .agent('Every row has the same weight, so the eye has to search for the first one. Three things could help:\n\n- make the **next** boat larger\n- show **how long** it is until it leaves (*in 12 min*) beside the time\n- fewer boats: nobody in the hall needs the boat in five hours\n\nI would start with the first; the others are words and numbers.')
    },
    { images: [boardPicture(2)] },
  )
  titled(talk, 'Make the next boat stand out')
  threeColumns(talk)
  back(talk, 2)
  oneList(talk)
  back(talk, 1)
  turn(talk, 'Keep the list as it is, but add a strip on top with only the next boat: time, destination, platform, minutes left.', () => {
    talk
      .thinks('A NextBoat component above the table. Minutes left must tick; a one-second timer is too much, every ten seconds will do.')
      .writes('src/next-boat.tsx', `import { useEffect, useState } from 'react'
import { clockText, type Departure } from './departures.ts'

const tickMs = 10_000

export function NextBoat({ departure, timeZone }: { readonly departure: Departure; readonly timeZone: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.max(0, Math.round((departure.leavesAt.getTime() - now) / 60_000))
  return (
    <header className="next">
      <strong>{clockText(departure, timeZone)}</strong> {departure.destination}
      <span>Platform {departure.platform}</span>
      <span>{minutes === 0 ? 'now' : \`in \${minutes} min\`}</span>
    </header>
  )
}
`)
      .reads('src/board.tsx')
      .edits('src/board.tsx', '    <div className="board">', '    <div className="board">\n      {departures[0] && <NextBoat departure={departures[0]} timeZone={timeZone} />}')
      .runs('npx vitest run && npx tsc --noEmit', ' Tests  26 passed (26)', { after: 9_000 })
      .agent('That is the one. The strip takes a fifth of the height, the list is untouched, and the minutes tick every ten seconds.')
  })
  turn(talk, 'Yes! Ines from the ticket office likes it too. Here is the photo of her screen.', () => talk.agent('I can see it: the strip is on top and the late boat is marked below. It is readable even on this small picture.'), { images: [boardPicture(0)] })
  return [talk]
}
