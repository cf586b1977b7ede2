/** All versions of a file as a list, the newest first. */
import { useState, type ReactNode } from 'react'
import { formatInstant } from '../../../../app/model/format/instant.ts'
import { go } from '../../../ui/address/location.ts'
import { ValueOrNotAvailable } from '../../../ui/layout/not-available.tsx'
import { GivenBy, KnownAs } from '../../../ui/proof/version-marks.tsx'
import type { Column } from '../../../ui/table/table-head.tsx'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import type { FileLife, LifeVersion } from './file-life.ts'
import { TrackedVersions } from './tracked-versions.tsx'
import { VersionCheckout, versionPlace } from './version-facts.tsx'
import { VersionBadges } from './version-badges.tsx'
import { changeText, noTime } from './version-words.ts'

const columns: readonly Column<LifeVersion>[] = [
  {
    id: 'time',
    title: 'Time',
    width: '142px',
    cell: ({ occurredAt }) => <ValueOrNotAvailable value={occurredAt} reason={noTime} format={formatInstant} />,
  },
  {
    id: 'by',
    title: 'By',
    width: '74px',
    cell: ({ by }) => <GivenBy by={by} />,
  },
  {
    id: 'proof',
    title: 'Proof',
    width: '92px',
    hint: 'How the content is known',
    cell: (version) => <KnownAs version={version} />,
  },
  {
    id: 'lines',
    title: 'Lines',
    width: '76px',
    align: 'end',
    hint: 'Lines added and removed by the record',
    cell: (version) => (version.isThere ? changeText(version) : ''),
  },
  {
    id: 'session',
    title: 'Session',
    width: 'minmax(140px, 1fr)',
    cell: (version) => (
      <span title={version.title}>
        <VersionBadges version={version} />
        <VersionCheckout checkout={version.checkout} />
        {version.title}
      </span>
    ),
  },
]

export interface VersionsTableProps {
  readonly life: FileLife
  /** undefined: none is chosen. */
  readonly index: number | undefined
  readonly onIndex: (index: number) => void
}

export const VersionsTable = ({ life, index, onIndex }: VersionsTableProps): ReactNode => {
  const { versions, path } = life
  const last = versions.length - 1
  const [memory] = useState(() => `file versions ${path}`)
  const table = (
    <VirtualTable
      label="Versions"
      columns={columns}
      count={versions.length}
      row={(row) => versions[last - row]}
      version={versions.length}
      rowHeight={28}
      selected={index === undefined ? undefined : last - index}
      onMove={(row) => onIndex(last - row)}
      onOpen={(version) => go(versionPlace(version))}
      memory={memory}
      isMain={false}
    />
  )
  return life.tracked.length === 0 ? (
    table
  ) : (
    <div className="versions-and-tracked">
      {table}
      <TrackedVersions tracked={life.tracked} />
    </div>
  )
}
