/** Files: those that agents read and changed, and of the one that is chosen every call, version by version. */
import { useCallback, type ReactNode } from 'react'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { TouchedFile } from '../../../app/contract/files.ts'
import { filesAddress } from './address.ts'
import type { FilesAddress } from './address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf } from '../../../app/model/format/count.ts'
import { shortenPath } from '../../ui/format/format-path.ts'
import { refine } from '../../ui/address/location.ts'
import { FilterChip } from '../../ui/forms/filter-chip.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Split } from '../../ui/layout/split.tsx'
import { Empty, FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { useRowSource, type ShownRows } from '../../ui/table/use-row-source.ts'
import { useSourceTable } from '../../ui/table/use-source-table.tsx'
import { fileColumns } from './files-columns.tsx'
import { filesSource } from './files-source.ts'
import { VersionsList } from './versions-list.tsx'
import './files.css'

interface FilesProps {
  readonly address: FilesAddress
}

const queryOf = ({ text, project, session }: FilesAddress): CallInput<'files.list'> => ({
  ...(text === undefined ? {} : { text }),
  ...(project === undefined ? {} : { project }),
  ...(session === undefined ? {} : { sessionId: session }),
})

export const FilesScreen = ({ address }: FilesProps): ReactNode => {
  const asked = JSON.stringify(queryOf(address))
  const make = useCallback(() => filesSource(JSON.parse(asked) as CallInput<'files.list'>), [asked])
  const rows = useRowSource(asked, make, address.session)
  const total = rows.source.total()
  const list = <Files address={address} rows={rows} asked={asked} />
  return (
    <section className="screen" aria-label="Files">
      <div className="bar">
        <SearchField label="Filter by path" text={address.text} onText={(text) => refine({ ...filesAddress, ...kept(address), text })} />
        <FilterChip
          text={address.project === undefined ? undefined : shortenPath(address.project, 32)}
          what="files of all projects"
          onRemove={() => refine({ ...address, project: undefined })}
        />
        <FilterChip
          text={address.session === undefined ? undefined : `session ${address.session.slice(0, 8)}`}
          what="files of all sessions"
          onRemove={() => refine({ ...address, session: undefined })}
        />
        <span className="faint" role="status">
          {total === undefined || rows.isReplacing ? '' : countOf(total, 'file')}
        </span>
      </div>
      {address.path === undefined ? (
        list
      ) : (
        <Split
          name="files"
          label="Border between files and versions"
          direction="rows"
          share={0.55}
          first={list}
          second={<VersionsList address={address} path={address.path} />}
        />
      )}
    </section>
  )
}

/** What stays when the list is filtered otherwise. */
const kept = ({ project, session }: FilesAddress): Pick<FilesAddress, 'project' | 'session'> => ({ project, session })

interface FilesListProps extends FilesProps {
  readonly rows: ShownRows<TouchedFile, undefined>
  readonly asked: string
}

const Files = ({ address, rows, asked }: FilesListProps): ReactNode => {
  const { source, refresh } = rows
  const onSelect = useCallback(({ path }: TouchedFile) => refine({ ...address, path, at: undefined, commit: undefined }), [address])
  const { table } = useSourceTable({
    label: 'Files',
    columns: fileColumns,
    rows,
    idOf: pathOf,
    selectedId: address.path,
    onSelect,
    memory: `files ${asked}`,
  })
  const failure = source.failure()
  const total = source.total()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={refresh} />
  if (total === undefined) return <Pending what="Reading the files" />
  return total === 0 ? <NoFiles address={address} /> : table
}

const pathOf = ({ path }: TouchedFile): string => path

const NoFiles = ({ address }: FilesProps): ReactNode =>
  JSON.stringify(queryOf(address)) === '{}' ? (
    <Empty title="No files yet">Import a session in which an agent read or changed a file.</Empty>
  ) : (
    <Empty title="No matching files" actions={<Button label="Show all files" onPress={() => refine(filesAddress)} />} />
  )
