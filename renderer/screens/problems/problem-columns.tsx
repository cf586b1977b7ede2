/** The columns of the list of problems. */
import type { ProblemView } from '../../../app/contract/problems.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { formatCount } from '../../../app/model/format/count.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { sentenceCase } from '../../../app/model/format/sentence-case.ts'
import { PathText } from '../../ui/layout/path-text.tsx'
import type { Column } from '../../ui/table/table-head.tsx'

const wholeFile = 'The problem affects the whole file'

export const problemColumns: readonly Column<ProblemView>[] = [
  {
    id: 'file',
    title: 'File',
    width: 'minmax(360px, 1fr)',
    cell: (problem) => (
      <span className="mono">
        <PathText path={problem.file} />
      </span>
    ),
  },
  {
    id: 'line',
    title: 'Line',
    width: '64px',
    align: 'end',
    cell: (problem) => <ValueOrNotAvailable value={problem.line} reason={wholeFile} format={formatCount} />,
  },
  {
    id: 'byte',
    title: 'Byte',
    width: '92px',
    align: 'end',
    hint: 'Offset of the line in the file',
    cell: (problem) => <ValueOrNotAvailable value={problem.byteOffset} reason={wholeFile} format={formatCount} />,
  },
  { id: 'code', title: 'Code', width: '148px', cell: (problem) => <Badge look="warn">{problem.code}</Badge> },
  {
    id: 'reason',
    title: 'Reason',
    width: 'minmax(180px, 1.2fr)',
    cell: (problem) => <span title={problem.reason}>{sentenceCase(problem.reason)}</span>,
  },
  {
    id: 'action',
    title: 'Handling',
    width: 'minmax(180px, 1.2fr)',
    cell: (problem) => <span title={problem.action}>{problem.action}</span>,
  },
]
