/** Sessions: the list with its filters, and the selected session beside it. */
import { PanelRight } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { SessionView } from '../../../app/contract/sessions.ts'
import type { StoreView } from '../../../app/contract/store.ts'
import { sessionAddress } from '../session/address.ts'
import type { SessionsAddress } from './address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { go, refine } from '../../ui/address/location.ts'
import { keepPreference, preference } from '../../ui/layout/preferences.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Split } from '../../ui/layout/split.tsx'
import { savedSessionFilters } from '../../ui/forms/saved-filters.ts'
import { SavedFiltersMenu } from '../../ui/forms/saved-filters-menu.tsx'
import { useFilterRow } from '../../ui/forms/use-filter-row.tsx'
import { prefetch } from '../../ui/calls/use-query.ts'
import { useRowSource } from '../../ui/table/use-row-source.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { MoreFilters } from './more-filters.tsx'
import { SessionFilters } from './session-filters.tsx'
import { PickedBar } from './picked-bar.tsx'
import { usePickedSessions } from './picked-sessions.ts'
import { SessionPreview } from './session-preview.tsx'
import { SessionsList } from './sessions-list.tsx'
import { filterWords } from './filter-words.ts'
import { isFiltered, moreFilters, sessionsQuery } from './sessions-query.ts'
import { sessionsSource, type SessionsSource } from './sessions-source.ts'
import './sessions.css'

const wideEnough = 1500
const savedWords = {
  several: 'Saved filters',
  save: 'Save filters',
  saveThis: 'Save these filters',
  choose: 'Choose saved filters',
  edit: 'Rename or delete saved filters…',
} as const
const hint = 'Filter by model, tool, outcome, ending, day, compactions or sub-agents'

export const SessionsScreen = ({
  address,
  store,
}: {
  readonly address: SessionsAddress
  readonly store: StoreView | undefined
}): ReactNode => {
  const asked = JSON.stringify(sessionsQuery(address))
  const make = useCallback(() => sessionsSource(JSON.parse(asked) as CallInput<'sessions.list'>), [asked])
  const rows = useRowSource(asked, make)
  const [hasPreview, togglePreview] = usePreviewChoice()
  const [hasMore, moreButton] = useFilterRow('sessions', 'Sessions', hint, moreFilters(address))
  const filters = { address, extra: rows.source.extra(), total: rows.source.total(), onAddress: refine }
  const select = useCallback((session: SessionView) => refine({ ...address, session: session.sessionId }), [address])
  const picked = usePickedSessions(JSON.parse(asked) as CallInput<'sessions.list'>, rows.source.row)
  const list = (
    <SessionsList
      address={address}
      rows={rows}
      store={store}
      picking={picked.picking}
      onSelect={select}
      onOpen={openSession}
      onAddress={refine}
    />
  )
  const selected = useSelected(rows.source, rows.version, address.session)
  usePrepared(selected?.sessionId)
  return (
    <div className="screen" aria-label="Sessions">
      <div className="bar">
        <SearchField
          label="Filter by title, project, branch or prompt"
          placeholder="Filter sessions"
          text={address.text}
          onText={(text) => refine({ ...address, text })}
        />
        <SessionFilters {...filters} />
        {moreButton}
        <SavedFiltersMenu
          saved={savedSessionFilters}
          words={savedWords}
          address={{ ...address, session: undefined }}
          description={filterWords(address)}
          isSet={isFiltered(address)}
        />
        <span className="spring" />
        <Button
          label="Preview"
          isIconOnly
          look="quiet"
          chord="p"
          isPressed={hasPreview}
          icon={<PanelRight size={16} aria-hidden="true" />}
          onPress={togglePreview}
        />
      </div>
      {hasMore ? <MoreFilters {...filters} /> : null}
      {(filters.extra?.hints ?? []).map((each) => (
        <p key={each} className="filter-hint" role="note">
          {each}
        </p>
      ))}
      {hasPreview ? (
        <Split
          name="sessions"
          label="Border between list and preview"
          direction="columns"
          share={0.74}
          first={list}
          second={<SessionPreview session={selected} />}
        />
      ) : (
        list
      )}
      <PickedBar picked={picked} selected={selected} total={rows.source.total()} />
    </div>
  )
}

/** A selection that rests for so long is likely to be opened, milliseconds. */
const restMs = 200

/** Has the engine index the conversation of the selected session, which takes most of the time of opening a long one. */
const usePrepared = (sessionId: string | undefined): void => {
  useEffect(() => {
    if (sessionId === undefined) return undefined
    const timer = setTimeout(() => prefetch('session.outline', { sessionId }), restMs)
    return () => clearTimeout(timer)
  }, [sessionId])
}

const openSession = (session: SessionView): void => go(sessionAddress(session.sessionId))

const usePreviewChoice = (): readonly [boolean, () => void] => {
  const [hasPreview, setPreview] = useState(
    () => (preference('sessions.preview') ?? (window.innerWidth >= wideEnough ? 'yes' : 'no')) === 'yes',
  )
  const toggle = (): void => {
    keepPreference('sessions.preview', hasPreview ? 'no' : 'yes')
    setPreview(!hasPreview)
  }
  useCommands([{ id: 'sessions.preview', title: 'Show or hide the preview', group: 'Sessions', keys: ['p'], run: toggle }])
  return [hasPreview, toggle]
}

const useSelected = (source: SessionsSource, version: number, sessionId: string | undefined): SessionView | undefined =>
  useMemo(() => {
    const index = sessionId === undefined ? undefined : source.findIndex((row) => row.sessionId === sessionId)
    return index === undefined ? undefined : source.row(index)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the version represents the rows that the source has
  }, [source, version, sessionId])
