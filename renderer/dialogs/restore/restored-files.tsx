/** The files of a restore: those that are written, and those that are not, with the reason. */
import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RestoreResult } from '../../../app/contract/restore.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { formatCount } from '../../../app/model/format/count.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { damagedPacksHint } from '../../ui/layout/failure-hint.ts'
import { Button } from '../../ui/layout/button.tsx'
import { showFailure } from '../../ui/layout/notice.ts'
import './restore.css'

interface Listed {
  readonly path: string
  readonly note: string
}

export const RestoredFiles = ({ result }: { readonly result: RestoreResult }): ReactNode => {
  const { dryRun, files, alreadyThere, occupied, refused, unreadable } = result
  const sized = (all: RestoreResult['files']): readonly Listed[] => all.map(({ file, bytes }) => ({ path: file, note: formatBytes(bytes) }))
  return (
    <>
      <FileList name={dryRun ? 'Files to write' : 'Written'} files={sized(files)} canReveal={!dryRun} />
      <FileList name="Already on disk" files={sized(alreadyThere)} />
      <FileList name="Not written: another file has this path" files={sized(occupied)} isWarning />
      <FileList name="Not written" files={refused.map(({ path, reason }) => ({ path, note: reason }))} isWarning />
      <FileList
        name="Not readable: the packs are damaged"
        files={unreadable.map(({ file, reason }) => ({ path: file, note: reason }))}
        isWarning
        hint={damagedPacksHint}
      />
    </>
  )
}

interface FileListProps {
  readonly name: string
  readonly files: readonly Listed[]
  readonly canReveal?: boolean
  readonly isWarning?: boolean
  readonly hint?: string
}

const maxFiles = 100

const FileList = ({ name, files, canReveal = false, isWarning = false, hint }: FileListProps): ReactNode =>
  files.length === 0 ? null : (
    <section aria-label={name} className="restored">
      <h3 className={isWarning ? 'is-warn' : ''}>
        {name}
        {canReveal ? <Reveal path={files[0]?.path ?? ''} /> : null}
      </h3>
      {hint === undefined ? null : <p className="faint">{hint}</p>}
      <ul className="form-list restored-list">
        {files.slice(0, maxFiles).map(({ path, note }) => (
          <li key={path}>
            <span className="mono">{path}</span> <span className="faint">{note}</span>
          </li>
        ))}
        {files.length > maxFiles ? <li className="faint">{formatCount(files.length - maxFiles)} more</li> : null}
      </ul>
    </section>
  )

const Reveal = ({ path }: { readonly path: string }): ReactNode => (
  <Button
    label="Show in file manager"
    isIconOnly
    isSmall
    look="quiet"
    icon={<FolderOpen size={14} aria-hidden="true" />}
    onPress={() => void ask('shell.revealPath', { path }).catch(showFailure)}
  />
)
