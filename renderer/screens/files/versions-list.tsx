/** Every call that was given a file, the newest first: what agents saw of it and made of it, one after the other. */
import { Lightbulb } from 'lucide-react'
import { useCallback, useEffect, type ReactNode } from 'react'
import { filterText } from '../../../app/model/search/edit-search.ts'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { FileVersion } from '../../../app/contract/files.ts'
import type { FilesAddress } from './address.ts'
import { searchAddress } from '../search/address.ts'
import { sessionAddress } from '../session/address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf } from '../../../app/model/format/count.ts'
import { go, refine } from '../../ui/address/location.ts'
import { eventKey, recordPlaceKey } from '../../ui/address/record-key.ts'
import { FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { useRowSource } from '../../ui/table/use-row-source.ts'
import { useSourceTable } from '../../ui/table/use-source-table.tsx'
import { useCommands } from '../../ui/commands/commands.ts'
import { versionColumns } from './files-columns.tsx'
import { versionsSource } from './files-source.ts'

export interface VersionsListProps {
  readonly address: FilesAddress
  readonly path: string
}

const openVersion = (version: FileVersion): void =>
  go(sessionAddress(version.sessionId, 'conversation', version.commitId ?? undefined, recordPlaceKey(version)))

export const VersionsList = ({ address, path }: VersionsListProps): ReactNode => {
  const asked = JSON.stringify({ path, sessionId: address.session })
  const make = useCallback(() => versionsSource(JSON.parse(asked) as CallInput<'files.versions'>), [asked])
  const rows = useRowSource(asked, make, address.session)
  const { source, isReplacing, refresh } = rows
  const select = useCallback((row: FileVersion) => refine({ ...address, at: eventKey(row), commit: row.commitId ?? undefined }), [address])
  const { table, step } = useSourceTable({
    label: 'Calls',
    columns: versionColumns,
    rows,
    idOf: eventKey,
    selectedId: address.at,
    onSelect: select,
    onOpen: openVersion,
    memory: `versions ${asked}`,
    isMain: false,
  })
  const newest = isReplacing ? undefined : source.row(0)
  useEffect(() => {
    if (address.at === undefined && newest !== undefined) select(newest)
  }, [address.at, newest, select])
  useCommands([
    { id: 'files.older', title: 'Previous version', group: 'Files', keys: ['Shift+J'], run: () => step(1) },
    { id: 'files.newer', title: 'Next version', group: 'Files', keys: ['Shift+K'], run: () => step(-1) },
  ])
  const failure = source.failure()
  const total = source.total()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={refresh} />
  if (total === undefined) return <Pending what="Reading the calls" />
  return (
    <section className="file-versions" aria-label="Versions">
      <div className="file-versions-head">
        <h2 aria-label={path}>
          <PathText path={path} />
        </h2>
        <span className="faint">{countOf(total, 'call')}</span>
        <span className="spring" />
        <Button
          label="Reasoning"
          isSmall
          hint="Decisions, rejections and trade-offs in the commits that touched the file"
          icon={<Lightbulb size={14} aria-hidden="true" />}
          onPress={() => go({ ...searchAddress, reasoning: 'decision', text: filterText('file', path) })}
        />
      </div>
      {table}
    </section>
  )
}
