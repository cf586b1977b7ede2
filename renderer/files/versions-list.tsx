/** Every call that was given a file, the newest first: what agents saw of it and made of it, one after the other. */
import { Lightbulb } from 'lucide-react'
import { useCallback, useEffect, type ReactNode } from 'react'
import type { CallInput } from '../../app/contract/calls.ts'
import type { FileVersion } from '../../app/contract/file-views.ts'
import { searchAddress, sessionAddress, type FilesAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { countOf } from '../ui/format-count.ts'
import { go, refine } from '../ui/place.ts'
import { FailureNotice, Pending } from '../ui/states.tsx'
import { useCursor } from '../ui/use-cursor.ts'
import { useRowSource } from '../ui/use-row-source.ts'
import { useVerbs } from '../ui/verbs.ts'
import { VirtualTable } from '../ui/virtual-table.tsx'
import { versionColumns } from './files-columns.tsx'
import { recordOf, versionKey, versionsSource } from './files-source.ts'

export interface VersionsListProps {
  readonly address: FilesAddress
  readonly path: string
}

const openVersion = (version: FileVersion): void =>
  go(sessionAddress(version.sessionId, 'chain', version.commitId ?? undefined, recordOf(versionKey(version))))

export const VersionsList = ({ address, path }: VersionsListProps): ReactNode => {
  const asked = JSON.stringify({ path, sessionId: address.session })
  const make = useCallback(() => versionsSource(JSON.parse(asked) as CallInput<'files.versions'>), [asked])
  const { source, version, isReplacing, refresh } = useRowSource(asked, make, address.session)
  const select = useCallback(
    (row: FileVersion) => refine({ ...address, at: versionKey(row), commit: row.commitId ?? undefined }),
    [address],
  )
  const cursor = useCursor({ source, version, idOf: versionKey, selectedId: address.at, onSelect: select })
  const need = useCallback((first: number, last: number) => source.need(first, last), [source])
  const newest = isReplacing ? undefined : source.row(0)
  useEffect(() => {
    if (address.at === undefined && newest !== undefined) select(newest)
  }, [address.at, newest, select])
  const step = (by: number) => (): void => cursor.moveTo((cursor.index ?? 0) + by)
  useVerbs([
    { id: 'files.older', title: 'The version before', group: 'Files', keys: ['Shift+J'], run: step(1) },
    { id: 'files.newer', title: 'The version after', group: 'Files', keys: ['Shift+K'], run: step(-1) },
  ])
  const failure = source.failure()
  const total = source.total()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={refresh} />
  if (total === undefined) return <Pending what="Reading the calls" />
  return (
    <section className="file-versions" aria-label="Versions">
      <div className="file-versions-head">
        <h2 title={path}>{path}</h2>
        <span className="faint">{countOf(total, 'call')}</span>
        <span className="spring" />
        <Button
          label="Reasoning"
          isSmall
          hint="What was decided in the commits that touched it, and what was dropped or weighed"
          icon={<Lightbulb size={14} aria-hidden="true" />}
          onPress={() => go({ ...searchAddress, reasoning: 'decision', file: path })}
        />
      </div>
      <VirtualTable
        label="Calls"
        columns={versionColumns}
        count={total}
        row={source.row}
        version={version}
        rowHeight={28}
        selected={cursor.index}
        onMove={cursor.moveTo}
        onOpen={openVersion}
        onRange={need}
        memory={`versions ${asked}`}
        isMain={false}
      />
    </section>
  )
}
