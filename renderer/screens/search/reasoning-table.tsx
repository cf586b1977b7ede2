/** Thoughts that seem to be decisions, rejections or trade-offs, and the selected one below them. */
import { useCallback, useState, type ReactNode } from 'react'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { ReasoningHit } from '../../../app/contract/reasoning.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { reasonings } from '../../../app/model/reasoning.ts'
import { refine } from '../../ui/address/location.ts'
import { eventKey } from '../../ui/address/record-key.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'
import { Empty, FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { Split } from '../../ui/layout/split.tsx'
import { useRowSource } from '../../ui/table/use-row-source.ts'
import { useSourceTable } from '../../ui/table/use-source-table.tsx'
import type { SearchAddress } from './address.ts'
import { openHit } from '../../ui/reasoning/reason-excerpt.tsx'
import { HitPane } from './hit-pane.tsx'
import { reasoningQuery, reasoningSource } from './reasoning-query.ts'
import { reasoningColumns } from './reasoning-columns.tsx'

interface ReasoningProps {
  readonly address: SearchAddress
}

export const ReasoningTable = ({ address }: ReasoningProps): ReactNode => {
  const call = useQuery('sessions.list', { limit: 1, everything: true })
  const [now] = useState(Date.now)
  const reasoning = reasonings.find((each) => each === address.reasoning)
  if (call.kind === 'pending' || reasoning === undefined) return <Pending what="Searching" />
  const projects = call.kind === 'done' ? call.value.projects.map(({ project }) => project) : []
  return <Found address={address} asked={JSON.stringify(reasoningQuery(reasoning, address.text ?? '', projects, machineZone(), now))} />
}

const Found = ({ address, asked }: ReasoningProps & { readonly asked: string }): ReactNode => {
  const make = useCallback(() => reasoningSource(JSON.parse(asked) as CallInput<'reasoning.find'>), [asked])
  const rows = useRowSource(asked, make)
  const onSelect = useCallback((hit: ReasoningHit) => refine({ ...address, at: eventKey(hit) }), [address])
  const { source, isReplacing, refresh } = rows
  const { table, selected } = useSourceTable({
    label: 'Texts',
    columns: reasoningColumns,
    rows,
    idOf: eventKey,
    selectedId: address.at,
    onSelect,
    onOpen: openHit,
    memory: `search ${asked}`,
  })
  const failure = source.failure()
  const total = source.total()
  const extra = source.extra()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={refresh} />
  if (total === undefined) return <Pending what="Searching" />
  return (
    <>
      <div className="list-notes">
        <span className="search-total" role="status" aria-label="Total">
          {isReplacing || extra === undefined ? '' : `${countOf(total, 'text')} of ${countOf(extra.sessions, 'session')}`}
        </span>
      </div>
      {total === 0 ? (
        <Empty title="No matches">Thinking is matched by typical English words, not by meaning.</Empty>
      ) : (
        <Split
          name="search"
          label="Border between texts and place"
          direction="rows"
          share={0.72}
          first={table}
          second={<HitPane hit={selected} />}
        />
      )}
    </>
  )
}
