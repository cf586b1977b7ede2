/** The columns of files, and of the calls that were given one. */
import type { FileVersion, TouchedFile } from '../../../app/contract/files.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { formatCount } from '../../../app/model/format/count.ts'
import { formatDateTime, formatInstant } from '../../../app/model/format/instant.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import type { Column } from '../../ui/table/table-head.tsx'

const noTime = 'No record has a readable time'

export const fileColumns: readonly Column<TouchedFile>[] = [
  {
    id: 'path',
    title: 'File',
    width: 'minmax(220px, 1fr)',
    cell: ({ path }) => <PathText path={path} />,
  },
  {
    id: 'reads',
    title: 'Read',
    width: '56px',
    align: 'end',
    hint: 'Calls that read the file',
    cell: ({ reads }) => formatCount(reads),
  },
  {
    id: 'changes',
    title: 'Changed',
    width: '68px',
    align: 'end',
    hint: 'Calls that changed the file',
    cell: ({ changes }) => formatCount(changes),
  },
  {
    id: 'calls',
    title: 'Calls',
    width: '52px',
    align: 'end',
    hint: 'All calls with this path, including other tools, failed calls and calls without a result',
    cell: ({ calls }) => formatCount(calls),
  },
  {
    id: 'last',
    title: 'Last',
    width: '124px',
    align: 'end',
    cell: ({ lastAt }) => <ValueOrNotAvailable value={lastAt} reason={noTime} format={formatDateTime} />,
  },
]

export const versionColumns: readonly Column<FileVersion>[] = [
  {
    id: 'time',
    title: 'Time',
    width: '142px',
    cell: ({ occurredAt }) => <ValueOrNotAvailable value={occurredAt} reason={noTime} format={formatInstant} />,
  },
  {
    id: 'what',
    title: 'What',
    width: '152px',
    cell: ({ toolName, outcome, kind }) => (
      <>
        <Badge look={kind === 'change' ? 'accent' : 'plain'}>{toolName}</Badge>{' '}
        {outcome === 'result' ? null : <Badge look="warn">{outcome}</Badge>}
      </>
    ),
  },
  {
    id: 'session',
    title: 'Session',
    width: 'minmax(120px, 1fr)',
    cell: ({ title, chain }) => <span title={title}>{chain === 'main' ? title : `${title} (a sub-agent)`}</span>,
  },
]
