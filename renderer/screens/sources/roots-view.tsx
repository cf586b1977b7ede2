/** The folders that were found, each with what is in it and what can be done. */
import { FolderOpen, FolderPlus, Import, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RootView } from '../../../app/contract/sources.ts'
import type { WatchedFolder } from '../../../app/contract/watch.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { formatDate } from '../../../app/model/format/instant.ts'
import { showFailure } from '../../ui/layout/notice.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { Empty } from '../../ui/layout/async-states.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { useWatching } from '../../ui/jobs/watching.ts'
import { WatchLine } from '../../ui/jobs/watch-line.tsx'
import { retentionWords } from '../../ui/format/retention-words.ts'

export interface RootsViewProps {
  readonly roots: readonly RootView[]
  readonly isImporting: boolean
  readonly isFirstRun: boolean
  readonly onImport: (paths: readonly string[]) => void
  readonly onChoose: () => void
  readonly keepsWatching: boolean
  readonly onKeepWatching: (keeps: boolean) => void
}

export const RootsView = (props: RootsViewProps): ReactNode => {
  const watched = useWatching()
  const present = props.roots.filter((root) => root.exists)
  const shown = props.roots.filter((root) => root.exists || watchOf(watched, root) !== undefined)
  const pending = pendingTotal(present)
  return (
    <>
      <header className="sources-head">
        <div>
          <h1>{props.isFirstRun ? 'Transcript folders' : 'Sources'}</h1>
          <p className="sources-lead">
            {props.isFirstRun
              ? 'Strata copies transcripts into its store and never changes the files. Imported records stay when the client deletes its copy.'
              : 'Folders with transcripts on this machine. The next import reads only new lines.'}
          </p>
        </div>
        <span className="spring" />
        <Button
          label="Choose folders…"
          icon={<FolderPlus size={14} aria-hidden="true" />}
          chord="Mod+O"
          hint="Add folders to this list"
          onPress={props.onChoose}
        />
        {present.length === 0 ? null : (
          <ImportAll
            files={pending.files}
            isImporting={props.isImporting}
            onPress={() => props.onImport(present.map((root) => root.path))}
          />
        )}
        {pending.files === 0 ? null : <KeepWatching {...props} />}
      </header>
      {shown.length === 0 ? (
        <NoRoots roots={props.roots} onChoose={props.onChoose} />
      ) : (
        shown.map((root) => (
          <RootCard
            key={root.path}
            root={root}
            watched={watchOf(watched, root)}
            isImporting={props.isImporting}
            onImport={props.onImport}
          />
        ))
      )}
    </>
  )
}

const watchOf = (watched: readonly WatchedFolder[], root: RootView): WatchedFolder | undefined =>
  watched.find(({ path, root: watchedRoot }) => path === root.path || watchedRoot === root.path)

/** Whether the folders that are imported are watched from then on. */
const KeepWatching = ({ keepsWatching, onKeepWatching }: RootsViewProps): ReactNode => (
  <label className="keep-watching" title="Watch the imported folders while Strata is open">
    <input type="checkbox" checked={keepsWatching} onChange={({ target }) => onKeepWatching(target.checked)} />
    and keep watching
  </label>
)

const ImportAll = ({
  files,
  isImporting,
  onPress,
}: {
  readonly files: number
  readonly isImporting: boolean
  readonly onPress: () => void
}): ReactNode => (
  <Button
    label={files === 0 ? 'Everything is imported' : `Import all (${countOf(files, 'file')})`}
    look={files === 0 ? 'plain' : 'primary'}
    icon={<Import size={14} aria-hidden="true" />}
    chord="Mod+Shift+I"
    isDisabled={isImporting || files === 0}
    onPress={onPress}
  />
)

const NoRoots = ({ roots, onChoose }: { readonly roots: readonly RootView[]; readonly onChoose: () => void }): ReactNode => (
  <Empty title="No transcript folders" actions={<Button label="Choose folders…" look="primary" onPress={onChoose} />}>
    Searched {roots.map((root) => root.path).join(', ')}. To try Strata first, start it with its sample transcripts:{' '}
    <code>npm start -- --demo</code>
  </Empty>
)

interface RootCardProps {
  readonly root: RootView
  readonly watched: WatchedFolder | undefined
  readonly isImporting: boolean
  readonly onImport: (paths: readonly string[]) => void
}

const RootCard = ({ root, watched, isImporting, onImport }: RootCardProps): ReactNode => {
  const retention = retentionWords(root, Date.now())
  return (
    <section className="root" aria-label={root.path}>
      <div className="root-main">
        <div className="root-path">
          <FolderOpen size={16} aria-hidden="true" />
          <button
            type="button"
            className="link mono"
            title="Show in file manager"
            onClick={() => void ask('shell.revealPath', { path: root.path }).catch(showFailure)}
          >
            <PathText path={root.path} />
          </button>
          <Badge>{root.origin}</Badge>
        </div>
        <RootFigures root={root} />
        {retention.text === '' ? null : (
          <p className={`root-retention is-${retention.urgency}`}>
            {retention.urgency === 'none' ? null : <TriangleAlert size={14} aria-hidden="true" />}
            {retention.text}
          </p>
        )}
        {root.problem === null ? null : <p className="root-retention is-now">{root.problem}</p>}
        <WatchLine path={root.path} watched={watched} />
      </div>
      <Button
        label={root.pendingFiles === 0 ? 'Up to date' : 'Import'}
        hint={
          root.pendingFiles === 0
            ? 'Nothing new since the last import'
            : `${countOf(root.pendingFiles, 'new or changed file')}, ${formatBytes(root.pendingBytes)}`
        }
        isDisabled={isImporting || root.pendingFiles === 0}
        onPress={() => onImport([root.path])}
      />
    </section>
  )
}

const RootFigures = ({ root }: { readonly root: RootView }): ReactNode => (
  <p className="root-figures">
    <span>{countOf(root.sessions, 'session')}</span>
    <span>{countOf(root.files, 'file')}</span>
    <span>{formatBytes(root.bytes)}</span>
    <span>
      <ValueOrNotAvailable value={root.oldestAt} reason="The folder contains no transcripts" format={formatDate} />
      {' to '}
      <ValueOrNotAvailable value={root.newestAt} reason="The folder contains no transcripts" format={formatDate} />
    </span>
    {root.pendingFiles === 0 ? (
      <Badge look="ok">imported</Badge>
    ) : (
      <Badge look="accent">{`${countOf(root.pendingFiles, 'file')} to import, ${formatBytes(root.pendingBytes)}`}</Badge>
    )}
  </p>
)

/** Files and bytes of all folders that are not in the store yet. */
const pendingTotal = (roots: readonly RootView[]): { readonly files: number; readonly bytes: number } => ({
  files: roots.reduce((sum, root) => sum + root.pendingFiles, 0),
  bytes: roots.reduce((sum, root) => sum + root.pendingBytes, 0),
})
