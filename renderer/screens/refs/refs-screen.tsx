/** Forks, tags and pins: what persons named and kept, to go to and to take away. */
import { Trash2, Undo2 } from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import type { RefsAddress } from './address.ts'
import { chainPlace } from '../session/address.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { openCommitMenu } from '../../ui/commands/commit-menu.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { formatDateTime } from '../../../app/model/format/instant.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { showFailure } from '../../ui/layout/notice.ts'
import { go, refine } from '../../ui/address/location.ts'
import { Loaded, Empty } from '../../ui/layout/async-states.tsx'
import type { Column } from '../../ui/table/table-head.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { VirtualTable } from '../../ui/table/virtual-table.tsx'
import { nameList, restoreName, removeName } from './name-list.ts'
import type { NameRow } from './name-list.ts'

export const RefsScreen = ({ address }: { readonly address: RefsAddress }): ReactNode => {
  const refs = useQuery('refs.list', {})
  const pins = useQuery('pins.list', {})
  return (
    <section className="screen" aria-label="Forks, tags and pins">
      <Loaded call={refs} what="Reading the refs">
        {(named) => (
          <Loaded call={pins} what="Reading the pins">
            {(pinned) => <Names names={nameList(named, pinned)} at={address.at} />}
          </Loaded>
        )}
      </Loaded>
    </section>
  )
}

interface NamesProps {
  readonly names: readonly NameRow[]
  readonly at: string | undefined
}

const Names = ({ names, at }: NamesProps): ReactNode => {
  const [removedNames, setRemovedNames] = useState<readonly NameRow[]>([])
  const removed = removedNames.at(-1)
  const selected = names.findIndex(({ key }) => key === at)
  const chosen = names[selected]
  // The list still has a name that was just removed.
  const first = at === undefined ? names.find(({ key }) => !removedNames.some((gone) => gone.key === key))?.key : undefined
  useEffect(() => {
    if (first !== undefined) refine({ view: 'refs', at: first })
  }, [first])
  const remove = (): void => {
    if (chosen === undefined) return
    const next = names[selected + 1] ?? names[selected - 1]
    removeName(chosen).then(() => {
      setRemovedNames((before) => [...before, chosen])
      refine({ view: 'refs', at: next?.key })
    }, showFailure)
  }
  const restore = (): void => {
    if (removed === undefined) return
    restoreName(removed).then(() => {
      setRemovedNames((before) => before.filter((one) => one !== removed))
      refine({ view: 'refs', at: removed.key })
    }, showFailure)
  }
  useCommands([
    { id: 'refs.remove', title: 'Remove the name or pin', group: 'Names', keys: ['Delete', 'Shift+D'], run: remove },
    ...(removed === undefined
      ? []
      : [{ id: 'refs.restore', title: 'Restore the removed name or pin', group: 'Names', keys: ['u'], run: restore }]),
  ])
  return (
    <>
      <div className="bar">
        <h1>Forks, tags and pins</h1>
        <span className="faint">{countOf(names.length, 'name or pin', 'names and pins')}</span>
        <span className="spring" />
        {removed === undefined ? null : <RemovedName name={removed} onRestore={restore} />}
        <Button
          label="Remove"
          isSmall
          chord="Delete"
          isDisabled={chosen === undefined}
          icon={<Trash2 size={14} aria-hidden="true" />}
          onPress={remove}
        />
      </div>
      {names.length === 0 ? (
        <Empty title="No forks, tags or pins">
          In the log, press Shift+F to fork a commit, Shift+L to tag it or Shift+P to pin it. Garbage collection keeps such commits and
          their ancestors.
        </Empty>
      ) : (
        <NamesTable names={names} selected={selected < 0 ? undefined : selected} />
      )}
    </>
  )
}

const RemovedName = ({ name, onRestore }: { readonly name: NameRow; readonly onRestore: () => void }): ReactNode => (
  <span role="status">
    {name.kind === 'pin' ? `Unpinned ${name.commitId}.` : `Removed ${name.key}, which named ${name.commitId}.`}{' '}
    <Button label="Undo" isSmall chord="u" icon={<Undo2 size={14} aria-hidden="true" />} onPress={onRestore} />
  </span>
)

const looks = { fork: 'ok', tag: 'accent', pin: 'plain' } as const

const columns: readonly Column<NameRow>[] = [
  { id: 'kind', title: 'Kind', width: '56px', cell: ({ kind }) => <Badge look={looks[kind]}>{kind}</Badge> },
  { id: 'name', title: 'Name', width: 'minmax(90px, 1fr)', cell: ({ name }) => <span title={name}>{name}</span> },
  { id: 'commit', title: 'Commit', width: '92px', cell: ({ commitId }) => <span className="mono">{commitId}</span> },
  { id: 'summary', title: 'Summary', width: 'minmax(100px, 2fr)', cell: ({ summary }) => <span title={summary}>{summary}</span> },
  {
    id: 'at',
    title: 'Ended',
    width: '124px',
    align: 'end',
    hint: 'When the commit ended; for a pin, when it was set',
    cell: ({ at }) => <ValueOrNotAvailable value={at} reason="No record of this commit has a readable time" format={formatDateTime} />,
  },
]

const withCommit = (commitId: string, then: (commit: Parameters<typeof chainPlace>[0]) => void): void => {
  ask('commit.show', { commitId }).then(({ commit }) => then(commit), showFailure)
}

const NamesTable = ({ names, selected }: { readonly names: readonly NameRow[]; readonly selected: number | undefined }): ReactNode => {
  const row = useCallback((index: number) => names[index], [names])
  const move = (index: number): void => {
    const name = names[Math.max(0, Math.min(index, names.length - 1))]
    if (name !== undefined) refine({ view: 'refs', at: name.key })
  }
  return (
    <VirtualTable
      label="Names and pins"
      columns={columns}
      count={names.length}
      row={row}
      version={names.length}
      rowHeight={28}
      selected={selected}
      onMove={move}
      onOpen={(name) => withCommit(name.commitId, (commit) => go(chainPlace(commit)))}
      onMenu={(name, at) => withCommit(name.commitId, (commit) => openCommitMenu(commit, at))}
      memory="refs"
    />
  )
}
