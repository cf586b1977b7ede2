/** The sessions that are picked in the list: with the mouse, by key, a range, or all that match the filters. */
import { useState } from 'react'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { SessionView } from '../../../app/contract/sessions.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { showFailure } from '../../ui/layout/notice.ts'
import type { RowPicking } from '../../ui/table/virtual-table.tsx'

export type Picks = ReadonlyMap<string, SessionView>

const noPicks: Picks = new Map()

/** Maximum number of sessions for one command. */
const maxPicked = 1000

/** A press on a picked session takes it out. */
export const toggled = (picks: Picks, session: SessionView): Picks => {
  const next = new Map(picks)
  if (!next.delete(session.sessionId)) next.set(session.sessionId, session)
  return next
}

export const withRows = (picks: Picks, rows: readonly SessionView[]): Picks =>
  new Map([...picks, ...rows.map((row) => [row.sessionId, row] as const)].slice(0, maxPicked))

export const withoutIds = (picks: Picks, ids: readonly string[]): Picks => new Map([...picks].filter(([id]) => !ids.includes(id)))

export interface PickedSessions {
  readonly picks: Picks
  readonly picking: RowPicking<SessionView>
  readonly clear: () => void
  readonly forget: (ids: readonly string[]) => void
}

/**
 * @param query what the list shows
 * @param rowAt a row that was fetched
 */
export const usePickedSessions = (query: CallInput<'sessions.list'>, rowAt: (index: number) => SessionView | undefined): PickedSessions => {
  const [picks, setPicks] = useState(noPicks)
  const [anchor, setAnchor] = useState<number>()
  const add = (offset: number, limit: number): void => {
    ask('sessions.list', { ...query, offset, limit, counts: false }).then(({ rows }) => setPicks((now) => withRows(now, rows)), showFailure)
  }
  return {
    picks,
    picking: {
      isPicked: ({ sessionId }) => picks.has(sessionId),
      onPick: (index, how, from) => {
        setAnchor(how === 'range' ? (anchor ?? from ?? index) : index)
        const session = rowAt(index)
        if (how === 'toggle') setPicks((now) => (session === undefined ? now : toggled(now, session)))
        else {
          const first = Math.min(anchor ?? from ?? index, index)
          add(first, Math.abs((anchor ?? from ?? index) - index) + 1)
        }
      },
      onPickAll: () => add(0, maxPicked),
    },
    clear: () => {
      setPicks(noPicks)
      setAnchor(undefined)
    },
    forget: (ids) => setPicks((now) => withoutIds(now, ids)),
  }
}
