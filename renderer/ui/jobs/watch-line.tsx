/** Whether a folder is watched: the switch, its state, and the files that could not be imported. */
import type { ReactNode } from 'react'
import type { WatchedFolder } from '../../../app/contract/watch.ts'
import { SwitchField } from '../forms/switch-field.tsx'
import { startWatching, stopWatching } from './watching.ts'
import { watchWords } from './watch-words.ts'
import './watch-line.css'

const maxProblems = 5

export const WatchLine = ({ path, watched }: { readonly path: string; readonly watched: WatchedFolder | undefined }): ReactNode => (
  <div className="watch">
    <SwitchField
      label="Watch this folder"
      isOn={watched !== undefined}
      onChoose={(isOn) => (isOn ? startWatching([path]) : stopWatching([watched?.path ?? path]))}
    />
    {watched === undefined ? <span className="faint">Run an import to read new lines</span> : <WatchState folder={watched} />}
    {watched === undefined || watched.problems.length === 0 ? null : <WatchProblems folder={watched} />}
  </div>
)

const WatchState = ({ folder }: { readonly folder: WatchedFolder }): ReactNode => {
  const words = watchWords(folder)
  return (
    <span className={`watch-state is-${words.tone}`} role="status" title={folder.lastChangedFile ?? undefined}>
      <span aria-hidden="true">{words.sign}</span> {words.text}
    </span>
  )
}

const WatchProblems = ({ folder: { problems } }: { readonly folder: WatchedFolder }): ReactNode => (
  <ul className="watch-problems" aria-label="Files that failed to import">
    {problems.slice(0, maxProblems).map(({ file, reason }) => (
      <li key={file}>
        <span className="mono">{file}</span>: {reason}
      </li>
    ))}
    {problems.length > maxProblems ? <li>and {problems.length - maxProblems} more; Strata retries all of them</li> : null}
  </ul>
)
