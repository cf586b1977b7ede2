/** The columns of the calls that were given a file. */
import type { FileVersion } from '../../../../app/contract/files.ts'
import { formatInstant } from '../../../../app/model/format/instant.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { ValueOrNotAvailable } from '../../../ui/layout/not-available.tsx'
import type { Column } from '../../../ui/table/table-head.tsx'
import { noTime } from '../versions/version-words.ts'

export const callColumns: readonly Column<FileVersion>[] = [
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
