/** A folder that the person chooses in a dialog of the system. */
import type { ReactNode } from 'react'
import { ask } from '../calls/bridge.ts'
import { Button } from '../layout/button.tsx'
import { showFailure } from '../layout/notice.ts'

export interface FolderFieldProps {
  /** The name of the folder for screen readers. */
  readonly name: string
  readonly hint: string
  /** '' while none is chosen. */
  readonly path: string
  readonly onPath: (path: string) => void
  /** A chosen folder can be cleared. */
  readonly isOptional?: boolean
}

export const FolderField = ({ name, hint, path, onPath, isOptional = false }: FolderFieldProps): ReactNode => {
  const choose = (): void => {
    ask('shell.chooseFolders', {}).then(([folder]) => {
      if (folder !== undefined) onPath(folder)
    }, showFailure)
  }
  return (
    <div className="form-row">
      <span>Folder</span>
      <div className="form-line">
        <output className="field mono" aria-label={name}>
          {path === '' ? <span className="faint">None chosen</span> : path}
        </output>
        {isOptional && path !== '' ? <Button label="Clear" onPress={() => onPath('')} /> : null}
        <Button label="Choose…" onPress={choose} />
      </div>
      <span className="form-hint">{hint}</span>
    </div>
  )
}
