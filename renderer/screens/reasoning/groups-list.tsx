/** Sessions or files with what was decided in them, and the texts of the selected one. */
import { useCallback, type ReactNode } from 'react'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { ReasonGroup } from '../../../app/contract/reasoning.ts'
import { go, refine } from '../../ui/address/location.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Empty, FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { Split } from '../../ui/layout/split.tsx'
import { useRowSource } from '../../ui/table/use-row-source.ts'
import { useSourceTable } from '../../ui/table/use-source-table.tsx'
import { reasoningAddress, type ReasoningAddress } from './address.ts'
import { NoReasoning } from './no-reasoning.tsx'
import { groupColumns, narrowTextColumns } from './reasoning-columns.tsx'
import { groupsQuery, groupsSource, textsQuery } from './reasoning-source.ts'
import { TextsList } from './texts-list.tsx'

export interface GroupsListProps {
  readonly address: ReasoningAddress
  readonly by: 'session' | 'file'
}

const keyOf = ({ key }: ReasonGroup): string => key

export const GroupsList = ({ address, by }: GroupsListProps): ReactNode => {
  const asked = JSON.stringify(groupsQuery(address, by))
  const make = useCallback(() => groupsSource(JSON.parse(asked) as CallInput<'reasoning.groups'>), [asked])
  const rows = useRowSource(asked, make)
  const onSelect = useCallback(({ key }: ReasonGroup) => refine({ ...address, [by]: key, event: undefined }), [address, by])
  const { table } = useSourceTable({
    label: by === 'session' ? 'Sessions' : 'Files',
    columns: groupColumns(by),
    rows,
    idOf: keyOf,
    selectedId: address[by],
    onSelect,
    onOpen: ({ key }) => go({ ...address, tab: 'all', text: undefined, [by]: key, event: undefined }),
    memory: `reasoning groups ${asked}`,
  })
  const isFiltered = [address.type, address.status, address.text].some((each) => each !== undefined)
  const failure = rows.source.failure()
  const total = rows.source.total()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={rows.refresh} />
  if (total === undefined) return <Pending what="Reading what was decided" />
  if (total === 0)
    return (
      <NoReasoning unreadable={`No ${by}s in what can be read`}>
        <Empty
          title={`No ${by}s`}
          actions={isFiltered ? <Button label="Show all" onPress={() => go({ ...reasoningAddress, tab: address.tab })} /> : undefined}
        >
          {by === 'file' && !isFiltered ? 'After no text does a tool call name a file.' : undefined}
        </Empty>
      </NoReasoning>
    )
  return (
    <Split
      name="reasoning.groups"
      label={`Border between ${by}s and texts`}
      direction="columns"
      share={0.4}
      first={table}
      second={
        address[by] === undefined ? (
          <Empty title={`No ${by} selected`}>{`Move with j and k to see what was decided. Enter shows the ${by} alone.`}</Empty>
        ) : (
          <TextsList key={address[by]} address={address} query={textsQuery(address, false)} columns={narrowTextColumns} isMain={false} />
        )
      }
    />
  )
}
