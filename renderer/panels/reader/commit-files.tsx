/** The files as the agent of a commit knew them at its end: those that the commit changed or showed first, then all others. */
import { FileDiff, FolderDown } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { CommitFile, CommitFilesView } from '../../../app/contract/commit-files.ts'
import type { CommitView } from '../../../app/contract/commits.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { filesAddress, type FilesAddress } from '../../screens/files/address.ts'
import { go } from '../../ui/address/location.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { openCommitDialog } from '../../ui/commands/commit-dialog.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { GivenBy, KnownAs } from '../../ui/proof/version-marks.tsx'
import type { Column } from '../../ui/table/table-head.tsx'
import { VirtualTable } from '../../ui/table/virtual-table.tsx'

export interface CommitFilesProps {
  readonly commit: CommitView
}

export const CommitFiles = ({ commit }: CommitFilesProps): ReactNode => {
  const call = useQuery('commit.files', { commitId: commit.commitId }, commit.sessionId)
  useCommands([
    { id: 'commit.checkout', title: 'Check out files…', group: 'Commit', keys: [], run: () => openCommitDialog('checkout', commit) },
    { id: 'commit.drift', title: 'Compare with disk…', group: 'Commit', keys: [], run: () => openCommitDialog('drift', commit) },
  ])
  return (
    <Loaded call={call} what="Reading the files">
      {(view) =>
        view.files.length === 0 ? (
          <Empty title="No files known">No record up to this commit shows a file to its agent.</Empty>
        ) : (
          <FilesTable key={commit.commitId} view={view} commit={commit} />
        )
      }
    </Loaded>
  )
}

const columns: readonly Column<CommitFile>[] = [
  { id: 'path', title: 'File', width: 'minmax(160px, 1fr)', cell: ({ path }) => <PathText path={path} /> },
  {
    id: 'by',
    title: 'Last by',
    width: '74px',
    hint: 'What gave the file its last version',
    cell: ({ by, occurredAt }) => <GivenBy by={by} hint={occurredAt === null ? undefined : formatInstant(occurredAt)} />,
  },
  {
    id: 'proof',
    title: 'Proof',
    width: '92px',
    hint: 'How its content is known at the end of the commit',
    cell: (file) => <KnownAs version={file} />,
  },
  {
    id: 'lines',
    title: 'Lines',
    width: '56px',
    align: 'end',
    cell: ({ isThere, totalLines }) =>
      isThere ? <ValueOrNotAvailable value={totalLines} reason="Not all lines are known" format={formatCount} /> : '',
  },
  { id: 'versions', title: 'Versions', width: '60px', align: 'end', cell: ({ versions }) => formatCount(versions) },
]

const here = 'In this commit'
const before = 'Known from before'

const groupOf = ({ changedHere }: CommitFile): string => (changedHere ? here : before)

interface FilesTableProps extends CommitFilesProps {
  readonly view: CommitFilesView
}

const FilesTable = ({ view: { files, commitId }, commit }: FilesTableProps): ReactNode => {
  const [selected, setSelected] = useState<number | undefined>()
  const rows = useMemo(
    () => [...files.filter(({ changedHere }) => changedHere), ...files.filter(({ changedHere }) => !changedHere)],
    [files],
  )
  const changed = files.filter(({ changedHere }) => changedHere).length
  return (
    <>
      <div className="known-files-sum">
        <span className="faint" role="status" title="In this commit: those that it changed or showed first">
          {countOf(files.length, 'file')} known, {formatCount(changed)} in this commit
        </span>
        <span className="spring" />
        <Button
          label="Check out…"
          isSmall
          look="quiet"
          icon={<FolderDown size={14} aria-hidden="true" />}
          onPress={() => openCommitDialog('checkout', commit)}
        />
        <Button
          label="Compare with disk…"
          isSmall
          look="quiet"
          hint="Compare the files on disk with those known here"
          icon={<FileDiff size={14} aria-hidden="true" />}
          onPress={() => openCommitDialog('drift', commit)}
        />
      </div>
      <VirtualTable
        label="Files"
        columns={columns}
        count={rows.length}
        row={(index) => rows[index]}
        version={rows.length}
        rowHeight={28}
        selected={selected}
        onMove={setSelected}
        onOpen={(file) => go(placeAt(file, commitId))}
        groupOf={groupOf}
        memory={`commit files ${commitId}`}
        isMain={false}
      />
    </>
  )
}

/** A file with what was known of it at a commit. */
const placeAt = ({ path }: CommitFile, commitId: string): FilesAddress => ({ ...filesAddress, path, at: commitId })
