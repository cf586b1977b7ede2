/** The made-up project Harbor Board: a screen in a ferry terminal that shows the next departures. */
import { conversation, type Conversation } from '../../support/conversation.ts'
import type { ConversationOptions } from '../../support/transcript/session.ts'
import { uuidOf, type Scene } from '../story.ts'

const opus = ['claude-opus-4-5-20251101', 'Opus 4.5'] as const
export const sonnet = ['claude-sonnet-4-5-20250929', 'Sonnet 4.5'] as const
export const haiku = 'claude-haiku-4-5-20251001'

const cwd = '/home/mira/code/harbor-board'

export function harborScene(branch: string, model: Scene['model'] = opus): Scene {
  return { cwd, branch, model, commits: '8c1e2f0 Show the platform in large type\n41d90ab Read the timetable from the harbour feed\n0f7733e First board' }
}

export function harborTalk(name: string, branch: string, options: ConversationOptions): Conversation {
  return conversation({ version: '2.1.330', cwd, gitBranch: branch, pace: 'lively', sessionId: uuidOf(`harbor-board ${name}`), ...options })
}

export const departuresSource = `import type { Sailing } from './feed.ts'

export interface Departure {
  readonly id: string
  readonly destination: string
  readonly leavesAt: Date
  readonly platform: number
  readonly delayMinutes: number
}

/** The sailings of one calendar day, earliest first. */
export function departuresOn(day: Date, sailings: readonly Sailing[]): readonly Departure[] {
  return sailings
    .map((sailing) => toDeparture(day, sailing))
    .filter((departure) => departure.leavesAt >= day)
    .sort((a, b) => a.leavesAt.getTime() - b.leavesAt.getTime())
}

function toDeparture(day: Date, sailing: Sailing): Departure {
  const [hours = 0, minutes = 0] = sailing.time.split(':').map(Number)
  const leavesAt = new Date(day)
  leavesAt.setUTCHours(hours, minutes, 0, 0)
  return {
    id: sailing.id,
    destination: sailing.destination,
    leavesAt,
    platform: sailing.platform,
    delayMinutes: sailing.delay ?? 0,
  }
}

/** "14:05", or "14:05 +10" when the boat is late. */
export function clockText(departure: Departure, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  const late = departure.delayMinutes > 0 ? \` +\${departure.delayMinutes}\` : ''
  return clock.format(departure.leavesAt) + late
}
`

export const boardSource = `import { useEffect, useState } from 'react'
import { clockText, departuresOn, type Departure } from './departures.ts'
import { fetchSailings } from './feed.ts'

const refreshMs = 30_000

export function Board({ timeZone }: { readonly timeZone: string }) {
  const [departures, setDepartures] = useState<readonly Departure[]>([])
  useEffect(() => {
    const load = () => fetchSailings().then((sailings) => setDepartures(departuresOn(new Date(), sailings)))
    load()
    const timer = setInterval(load, refreshMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="board">
      {departures.map((departure) => (
        <div key={departure.id} className={departure.delayMinutes > 0 ? 'row late' : 'row'}>
          <span className="time">{clockText(departure, timeZone)}</span>
          <span className="to">{departure.destination}</span>
          <span className="platform">{departure.platform}</span>
        </div>
      ))}
    </div>
  )
}
`

export const feedSource = `export interface Sailing {
  readonly id: string
  readonly destination: string
  readonly time: string
  readonly platform: number
  readonly delay?: number
}

const feedUrl = import.meta.env['VITE_FEED_URL'] as string

/** All sailings that the harbour office has announced for today. */
export async function fetchSailings(): Promise<readonly Sailing[]> {
  const response = await fetch(feedUrl)
  if (!response.ok) throw new Error(\`the feed answered \${response.status}\`)
  return (await response.json()) as readonly Sailing[]
}
`
