/** Search: where something was said, in prompts, replies, thinking and calls of tools of every session. */
import { useCallback, type ReactNode } from 'react'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { TextHit } from '../../../app/contract/search.ts'
import { reasonings, searchedKinds, searchedText } from '../../../app/model/searched-text.ts'
import type { Reasoning, SearchedKind } from '../../../app/model/searched-text.ts'
import { searchAddress } from './address.ts'
import type { SearchAddress } from './address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { shortenPath } from '../../ui/format/format-path.ts'
import { refine } from '../../ui/address/location.ts'
import { eventKey } from '../../ui/address/record-key.ts'
import { FilterChip } from '../../ui/forms/filter-chip.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Split } from '../../ui/layout/split.tsx'
import { Empty, FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { useRowSource, type ShownRows } from '../../ui/table/use-row-source.ts'
import { useSourceTable } from '../../ui/table/use-source-table.tsx'
import { HitPane, openHit } from './hit-pane.tsx'
import { searchColumns } from './search-columns.tsx'
import { kindsIn, searchQuery, withKind, searchSource } from './search-query.ts'
import type { SearchExtra } from './search-query.ts'
import './search.css'

interface SearchProps {
  readonly address: SearchAddress
}

export const SearchScreen = ({ address }: SearchProps): ReactNode => {
  const query = searchQuery(address)
  return (
    <div className="screen" role="region" aria-label="Search">
      <div className="bar search-bar">
        <SearchField
          label="Search all conversations"
          text={address.text}
          takesFocus={query === undefined}
          onText={(text) => refine({ ...address, text, at: undefined })}
        />
        <ReasoningButtons address={address} />
        <Filters address={address} />
      </div>
      {query === undefined ? (
        <Empty title={whyNotYet(address.text)}>
          Searches prompts, responses, thinking and tool inputs of all sessions. Tool outputs are not searched.
        </Empty>
      ) : (
        <Found address={address} asked={JSON.stringify(query)} />
      )}
    </div>
  )
}

/** Why there is no search yet. The messages of the rule begin with “It”, for any name of the value. */
const whyNotYet = (text: string | undefined): string => {
  const message = text === undefined ? undefined : searchedText.safeParse(text).error?.issues[0]?.message
  return message?.replace(/^It /, 'The search text ') ?? 'No search yet'
}

const reasoningNames: Readonly<Record<Reasoning, string>> = { decision: 'Decisions', rejection: 'Rejections', tradeoff: 'Trade-offs' }

/** Thoughts that seem to be such, also without a text. */
const ReasoningButtons = ({ address }: SearchProps): ReactNode => (
  <div className="search-kinds" role="group" aria-label="Reasoning">
    {reasonings.map((reasoning) => {
      const isChosen = address.reasoning === reasoning
      return (
        <Button
          key={reasoning}
          label={reasoningNames[reasoning]}
          isSmall
          isPressed={isChosen}
          hint="Thinking that contains typical English words"
          onPress={() => refine({ ...address, reasoning: isChosen ? undefined : reasoning, kinds: undefined, at: undefined })}
        />
      )
    })}
  </div>
)

const Filters = ({ address }: SearchProps): ReactNode => (
  <div className="search-filters filters" role="group" aria-label="Where and when">
    <DayField label="From" value={address.since} onDay={(since) => refine({ ...address, since })} />
    <DayField label="To" value={address.until} onDay={(until) => refine({ ...address, until })} />
    <FilterChip
      text={address.project === undefined ? undefined : shortenPath(address.project, 40)}
      what="all projects"
      onRemove={() => refine({ ...address, project: undefined })}
    />
    <FilterChip
      text={address.file === undefined ? undefined : `about ${shortenPath(address.file, 40)}`}
      what="all files"
      onRemove={() => refine({ ...address, file: undefined })}
    />
    <FilterChip
      text={address.session === undefined ? undefined : `session ${address.session.slice(0, 8)}`}
      what="all sessions"
      onRemove={() => refine({ ...address, session: undefined })}
    />
  </div>
)

const kindNames: Readonly<Record<SearchedKind, string>> = {
  prompt: 'Prompts',
  response: 'Responses',
  thinking: 'Thinking',
  tool_call: 'Calls',
}

const KindButtons = ({ address, extra }: SearchProps & { readonly extra: SearchExtra | undefined }): ReactNode => {
  const chosen = kindsIn(address.kinds)
  return (
    <div className="search-kinds" role="group" aria-label="Kinds of texts">
      {searchedKinds.map((kind) => {
        const name = kindNames[kind]
        const isCounted = extra !== undefined && (chosen.length === 0 || chosen.includes(kind))
        return (
          <Button
            key={kind}
            label={isCounted ? `${name} ${formatCount(extra.byKind[kind])}` : name}
            isSmall
            isPressed={chosen.includes(kind)}
            onPress={() => refine({ ...address, kinds: withKind(address.kinds, kind), at: undefined })}
          />
        )
      })}
    </div>
  )
}

const Found = ({ address, asked }: SearchProps & { readonly asked: string }): ReactNode => {
  const make = useCallback(() => searchSource(JSON.parse(asked) as CallInput<'text.search'>), [asked])
  const rows = useRowSource(asked, make, address.session)
  const { source, isReplacing } = rows
  const total = isReplacing ? undefined : source.total()
  const extra = source.extra()
  return (
    <>
      <div className="bar search-found">
        {address.reasoning === undefined ? <KindButtons address={address} extra={extra} /> : null}
        <span className="faint" role="status">
          {total === undefined || extra === undefined ? '' : `${countOf(total, 'text')} of ${countOf(extra.sessions, 'session')}`}
        </span>
      </div>
      <Rows address={address} asked={asked} rows={rows} />
    </>
  )
}

interface RowsProps extends SearchProps {
  readonly asked: string
  readonly rows: ShownRows<TextHit, SearchExtra>
}

const Rows = (props: RowsProps): ReactNode => {
  const { source, refresh } = props.rows
  const failure = source.failure()
  const total = source.total()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={refresh} />
  if (total === undefined) return <Pending what="Searching" />
  return total > 0 ? <Table {...props} /> : <Nothing address={props.address} />
}

const Nothing = ({ address }: SearchProps): ReactNode => {
  const plain = { ...searchAddress, text: address.text, reasoning: address.reasoning }
  const isRestricted = JSON.stringify({ ...address, at: undefined }) !== JSON.stringify(plain)
  return (
    <Empty title="No matches" actions={isRestricted ? <Button label="Remove all filters" onPress={() => refine(plain)} /> : undefined}>
      {address.reasoning === undefined
        ? 'The search is literal and ignores case. Tool outputs are not searched.'
        : 'Thinking is matched by typical English words, not by meaning.'}
    </Empty>
  )
}

const Table = ({ address, asked, rows }: RowsProps): ReactNode => {
  const onSelect = useCallback((hit: TextHit) => refine({ ...address, at: eventKey(hit) }), [address])
  const { table, selected } = useSourceTable({
    label: 'Texts',
    columns: searchColumns,
    rows,
    idOf: eventKey,
    selectedId: address.at,
    onSelect,
    onOpen: openHit,
    memory: `search ${asked}`,
  })
  return (
    <Split
      name="search"
      label="Border between texts and place"
      direction="rows"
      share={0.72}
      first={table}
      second={<HitPane address={address} hit={selected} />}
    />
  )
}
