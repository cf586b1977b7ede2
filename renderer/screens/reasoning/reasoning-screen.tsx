/** Reasoning: what was decided, dropped and weighed, by session, file and dependency, and what the history says about a question. */
import type { ReactNode } from 'react'
import { eventStatuses, reasonings, thinkingTypes } from '../../../app/model/reasoning.ts'
import { go, refine } from '../../ui/address/location.ts'
import { oneOf } from '../../ui/address/read-fields.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { baseName } from '../../ui/format/format-path.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { FilterChip } from '../../ui/forms/filter-chip.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { statusText, typeText } from '../../ui/reasoning/reason-badges.tsx'
import type { ReasoningAddress, ReasoningTab } from './address.ts'
import { AskView } from './ask-view.tsx'
import { GraphView } from './graph-view.tsx'
import { GroupsList } from './groups-list.tsx'
import { textColumns } from './reasoning-columns.tsx'
import { textsQuery } from './reasoning-source.ts'
import { TextsList } from './texts-list.tsx'
import './reasoning.css'

const tabs: readonly (readonly [ReasoningTab, string])[] = [
  ['all', 'All'],
  ['sessions', 'By session'],
  ['files', 'By file'],
  ['graph', 'Dependencies'],
  ['ask', 'Ask the history'],
]

const fields: Readonly<Record<ReasoningTab, string>> = {
  all: 'Filter texts',
  sessions: 'Filter sessions',
  files: 'Filter files',
  graph: 'Filter texts',
  ask: '',
}

export const ReasoningScreen = ({ address }: { readonly address: ReasoningAddress }): ReactNode => (
  <div className="screen" aria-label="Reasoning">
    <div className="bar filters">
      <Segments label="Show" chosen={address.tab} choices={tabs} onChoose={(tab) => go(shownIn(address, tab))} />
      {address.tab === 'ask' ? null : <Filters address={address} />}
    </div>
    <Body address={address} />
  </div>
)

/** Filters hold in every list; the text means something else in each. */
const shownIn = (address: ReasoningAddress, tab: ReasoningTab): ReasoningAddress => ({
  ...address,
  tab,
  type: tab === 'graph' ? reasonings.find((each) => each === address.type) : address.type,
  text: undefined,
  session: undefined,
  file: undefined,
  event: tab === 'graph' || tab === 'all' ? address.event : undefined,
})

const Filters = ({ address }: { readonly address: ReasoningAddress }): ReactNode => {
  const { tab, type, status, text, session, file } = address
  const types = tab === 'graph' ? reasonings : thinkingTypes
  const set = (change: Partial<ReasoningAddress>): void => refine({ ...address, ...change, event: undefined })
  return (
    <>
      <SearchField label={fields[tab]} text={text} onText={(next) => set({ text: next })} />
      <ChoiceField
        label="Type"
        all="Decisions, rejections, trade-offs"
        chosen={type}
        choices={types.map((each) => [each, typeText(each)])}
        onChoose={(next) => set({ type: oneOf(thinkingTypes, next) })}
      />
      <ChoiceField
        label="Status"
        all="Any status"
        chosen={status}
        choices={eventStatuses.map((each) => [each, statusText(each)])}
        onChoose={(next) => set({ status: oneOf(eventStatuses, next) })}
      />
      {tab === 'all' && session !== undefined ? <SessionChip session={session} onRemove={() => set({ session: undefined })} /> : null}
      {tab === 'all' ? (
        <FilterChip
          text={file === undefined ? undefined : `about ${baseName(file)}`}
          what="texts about all files"
          onRemove={() => set({ file: undefined })}
        />
      ) : null}
    </>
  )
}

const SessionChip = ({ session, onRemove }: { readonly session: string; readonly onRemove: () => void }): ReactNode => {
  const call = useQuery('session.show', { sessionId: session }, session)
  return (
    <FilterChip
      text={`in ${call.kind === 'done' ? call.value.title : session.slice(0, 8)}`}
      what="texts of all sessions"
      onRemove={onRemove}
    />
  )
}

const Body = ({ address }: { readonly address: ReasoningAddress }): ReactNode => {
  switch (address.tab) {
    case 'all':
      return <TextsList address={address} query={textsQuery(address, true)} columns={textColumns} isMain />
    case 'sessions':
      return <GroupsList key="session" address={address} by="session" />
    case 'files':
      return <GroupsList key="file" address={address} by="file" />
    case 'graph':
      return <GraphView address={address} />
    case 'ask':
      return <AskView address={address} />
  }
}
