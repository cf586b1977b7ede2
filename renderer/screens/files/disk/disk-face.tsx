/** How the file on disk differs from what was known of it at a version. */
import { useMemo, type ReactNode } from 'react'
import type { DriftedFile } from '../../../../app/contract/known-files.ts'
import { countOf } from '../../../../app/model/format/count.ts'
import { formatInstant } from '../../../../app/model/format/instant.ts'
import { languageOf } from '../../../panels/reader/diff/coloured-lines.ts'
import { DiffView } from '../../../panels/reader/diff/diff-view.tsx'
import { patchDiff } from '../../../panels/reader/diff/edit-diff.ts'
import { useJobQuery } from '../../../ui/jobs/use-job-query.ts'
import { Empty, FailureNotice, Pending } from '../../../ui/layout/async-states.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import type { LifeVersion } from '../versions/file-life.ts'

export const DiskFace = ({ version }: { readonly version: LifeVersion }): ReactNode => {
  const { commitId, sessionId, path } = version
  const call = useJobQuery('drift.start', { commitId, path, withPatches: true }, sessionId)
  if (call.kind === 'pending') return <Pending what="Comparing with the disk" working={call.working} />
  if (call.kind === 'failed') return <FailureNotice failure={call.failure} retry={call.retry} />
  const [file] = call.value.files
  if (file === undefined) return <Empty title="Not compared">The commit of this version knows no file of this path.</Empty>
  return <Compared file={file} onAgain={call.retry} />
}

interface ComparedProps {
  readonly file: DriftedFile
  readonly onAgain: () => void
}

const Compared = ({ file, onAgain }: ComparedProps): ReactNode => {
  const { patch, path } = file
  const diff = useMemo(() => (patch === null ? undefined : patchDiff(patch)), [patch])
  const again = <Button label="Compare again" isSmall onPress={onAgain} />
  if (diff === undefined)
    return (
      <Empty title={titles[file.state]} actions={again}>
        {noteOf(file)}
      </Empty>
    )
  return (
    <section className="disk-face" aria-label="Differences on disk">
      <p role="status">
        <strong>Disk differs now</strong> <span className="diff-added">+{file.added}</span>{' '}
        <span className="diff-deleted">−{file.removed}</span> <span className="faint">{noteOf(file)}</span>
        <span className="spring" />
        {again}
      </p>
      <DiffView name="disk" diff={diff} language={languageOf(path)} />
    </section>
  )
}

const titles: Readonly<Record<DriftedFile['state'], string>> = {
  unchanged: 'Disk has the same content',
  changed: 'Disk differs now',
  deleted: 'Not on disk',
  created: 'On disk now',
  unknown: 'No line known',
  unreadable: 'Not readable',
  elsewhere: 'Not on this machine',
}

/** When the file was seen, where it was looked for, and what limits the comparison. */
const noteOf = ({ state, observedAt, disk, isWhole, note, added, removed, patch }: DriftedFile): string =>
  [
    observedAt === null ? 'Known at a time that no record names.' : `Known on ${formatInstant(observedAt)}.`,
    ...(state === 'changed' && patch === null && added !== null && removed !== null
      ? [`${countOf(added, 'line')} added, ${countOf(removed, 'line')} removed.`]
      : []),
    ...(isWhole || state === 'unknown' || state === 'elsewhere' ? [] : ['Only its known lines were compared.']),
    ...(disk === null ? [] : [`Looked for at ${disk}.`]),
    ...(note === null ? [] : [`${note.charAt(0).toUpperCase()}${note.slice(1).replace(/\.?$/, '.')}`]),
    ...(state === 'created' ? ['An agent had seen that it did not exist.'] : []),
  ].join(' ')
