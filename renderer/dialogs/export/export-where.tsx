/** Where an exported transcript goes: to the client, or to a file; and in which folder the agent is to work. */
import type { ReactNode } from 'react'
import { ask } from '../../ui/calls/bridge.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { showFailure } from '../../ui/layout/notice.ts'

export type Where = 'install' | 'file'

export interface ExportWhereProps {
  readonly where: Where
  /** The folder of the client is the only one. */
  readonly isInstallOnly?: boolean
  readonly folder: string
  readonly onWhere: (where: Where) => void
  readonly onFolder: (folder: string) => void
}

const chooseFolder = (onFolder: (folder: string) => void): void => {
  ask('shell.chooseFolders', {}).then(([folder]) => {
    if (folder !== undefined) onFolder(folder)
  }, showFailure)
}

const places: readonly (readonly [Where, string])[] = [
  ['install', 'Folder of Claude Code, ready to resume'],
  ['file', 'File'],
]

export const ExportWhere = ({ where, isInstallOnly = false, folder, onWhere, onFolder }: ExportWhereProps): ReactNode => (
  <>
    {isInstallOnly ? null : (
      <div className="form-row" role="radiogroup" aria-label="Destination">
        <span>Destination</span>
        <div className="form-choices">
          {places.map(([value, label]) => (
            <label key={value} className="form-choice">
              <input type="radio" name="export-where" checked={where === value} onChange={() => onWhere(value)} /> {label}
            </label>
          ))}
        </div>
      </div>
    )}
    <div className="form-row">
      <span>Folder</span>
      <div className="form-line">
        <TextField label="Working directory of the session" placeholder="Same as the session" value={folder} onValue={onFolder} />
        <Button label="Choose…" onPress={() => chooseFolder(onFolder)} />
      </div>
      <span className="form-hint">Where the agent works. For a session of another machine, choose a folder on this machine.</span>
    </div>
  </>
)
