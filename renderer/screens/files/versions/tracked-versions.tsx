/** Versions of a file that trackers saw on disk. */
import { useState, type ReactNode } from 'react'
import type { TrackedVersion } from '../../../../app/contract/objects.ts'
import { countOf } from '../../../../app/model/format/count.ts'
import { formatInstant } from '../../../../app/model/format/instant.ts'
import { shortSessionName } from '../../../../app/model/session-name.ts'
import type { Column } from '../../../ui/table/table-head.tsx'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'

const columns: readonly Column<TrackedVersion>[] = [
  { id: 'time', title: 'Time', width: '142px', cell: ({ observedAt }) => formatInstant(observedAt) },
  {
    id: 'hash',
    title: 'SHA-256',
    width: 'minmax(120px, 1fr)',
    cell: ({ isThere, sourceHash }) => (isThere ? <span className="mono">{sourceHash ?? ''}</span> : 'deleted'),
  },
  { id: 'session', title: 'Session', width: '92px', cell: ({ sessionId }) => shortSessionName(sessionId) },
]

export const TrackedVersions = ({ tracked }: { readonly tracked: readonly TrackedVersion[] }): ReactNode => {
  const [selected, setSelected] = useState<number>()
  return (
    <section className="tracked-versions" aria-label="Seen by trackers">
      <p className="faint">{countOf(tracked.length, 'version')} on disk, seen by trackers</p>
      <VirtualTable
        label="Seen by trackers"
        columns={columns}
        count={tracked.length}
        row={(row) => tracked[row]}
        version={tracked.length}
        rowHeight={28}
        selected={selected}
        onMove={setSelected}
        onOpen={undefined}
        memory="tracked versions"
        isMain={false}
      />
    </section>
  )
}
