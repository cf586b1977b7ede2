/** A list of texts of reasoning, and the selected one below it. */
import { useCallback, type ReactNode } from 'react'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { ReasoningHit } from '../../../app/contract/reasoning.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { minLetters } from '../../../app/model/searched-text.ts'
import { go, refine } from '../../ui/address/location.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Empty, FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { Split } from '../../ui/layout/split.tsx'
import { openHit } from '../../ui/reasoning/reason-excerpt.tsx'
import type { Column } from '../../ui/table/table-head.tsx'
import { useRowSource } from '../../ui/table/use-row-source.ts'
import { useSourceTable } from '../../ui/table/use-source-table.tsx'
import { reasoningAddress, type ReasoningAddress } from './address.ts'
import { NoReasoning } from './no-reasoning.tsx'
import { textsSource } from './reasoning-source.ts'
import { TextPane } from './text-pane.tsx'

export interface TextsListProps {
  readonly address: ReasoningAddress
  readonly query: CallInput<'reasoning.find'>
  readonly columns: readonly Column<ReasoningHit>[]
  /** j, k and Enter belong to it. */
  readonly isMain: boolean
  /** What is shown of the selected text; undefined: the text itself, below. */
  readonly beside?: ReactNode
}

const eventIdOf = ({ eventId }: ReasoningHit): string => eventId

export const TextsList = ({ address, query, columns, isMain, beside }: TextsListProps): ReactNode => {
  const asked = JSON.stringify(query)
  const make = useCallback(() => textsSource(JSON.parse(asked) as CallInput<'reasoning.find'>), [asked])
  const rows = useRowSource(asked, make)
  const onSelect = useCallback((hit: ReasoningHit) => refine({ ...address, event: hit.eventId }), [address])
  const { table } = useSourceTable({
    label: 'Texts',
    columns,
    rows,
    idOf: eventIdOf,
    selectedId: address.event,
    onSelect,
    onOpen: openHit,
    memory: `reasoning ${address.tab} ${asked}`,
    isMain,
  })
  const { source, isReplacing, refresh } = rows
  const failure = source.failure()
  const total = source.total()
  const sessions = source.extra()?.sessions
  if (failure !== undefined) return <FailureNotice failure={failure} retry={refresh} />
  if (total === undefined) return <Pending what="Reading what was decided" />
  if (total === 0) return <NoTexts address={address} />
  return (
    <div className="reason-list">
      <div className="list-notes">
        <span role="status" aria-label="Total">
          {isReplacing || sessions === undefined ? '' : `${countOf(total, 'text')} of ${countOf(sessions, 'session')}`}
        </span>
        {isMain && address.text !== undefined && query.text === undefined ? (
          <span>The filter needs at least {minLetters} characters: all texts are shown.</span>
        ) : null}
        <span className="faint">Types and statuses are guesses by words, unless a person corrected the type.</span>
      </div>
      <Split
        name={beside === undefined ? `reasoning.${isMain ? 'list' : 'group'}` : 'reasoning.graph'}
        label="Border between texts and text"
        direction={beside === undefined ? 'rows' : 'columns'}
        share={beside === undefined ? 0.6 : 0.5}
        first={table}
        second={beside ?? <TextPane address={address} />}
      />
    </div>
  )
}

const NoTexts = ({ address: { type, status, text, session, file } }: { readonly address: ReasoningAddress }): ReactNode => (
  <NoReasoning unreadable="No texts in what can be read">
    {[type, status, text, session, file].every((each) => each === undefined) ? (
      <Empty title="Nothing was decided">No thinking, response or prompt in the store has typical words of a decision.</Empty>
    ) : (
      <Empty title="No matches" actions={<Button label="Show all texts" onPress={() => go(reasoningAddress)} />}>
        Reasoning is matched by typical words of English and German, not by meaning.
      </Empty>
    )}
  </NoReasoning>
)
