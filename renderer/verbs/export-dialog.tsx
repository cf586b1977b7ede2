/** Exports a commit in a form that others read: to be resumed, sent, or read. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ExportTarget, ExportView } from '../../app/contract/export-views.ts'
import { ask } from '../ui/bridge.ts'
import { Button } from '../ui/button.tsx'
import { InlineFailure } from '../ui/inline-failure.tsx'
import { tellFailure } from '../ui/notice.ts'
import { takesFocus } from '../ui/panel.tsx'
import { Pending } from '../ui/states.tsx'
import { useDoing } from '../ui/use-doing.ts'
import { CommitForm, type CommitDialogProps } from './commit-form.tsx'
import { Exported } from './exported.tsx'
import { StopField } from './stop-field.tsx'

const targets: readonly (readonly [ExportTarget, string, string])[] = [
  [
    'claude-code',
    'Resume in Claude Code',
    'A transcript that the client goes on from, as a session of its own. The original session is not touched.',
  ],
  ['messages', 'Messages API request', 'JSON with system, messages and tools, which the API takes as it is.'],
  ['events-v1', 'events-v1', 'The events of the conversation, as agent services keep them.'],
  ['bureau-agent-v1', 'bureau-agent-v1', 'The conversation in the form of a bureau agent.'],
  ['markdown', 'Markdown', 'A page to read.'],
]

type Where = 'install' | 'file'

export const ExportDialog = ({ commit, onClose }: CommitDialogProps): ReactNode => {
  const [target, setTarget] = useState<ExportTarget>('claude-code')
  const [stop, setStop] = useState('compaction')
  const [where, setWhere] = useState<Where>('install')
  const [folder, setFolder] = useState('')
  const [doing, start] = useDoing<ExportView | null>()
  const isTranscript = target === 'claude-code'
  const isInstalled = isTranscript && where === 'install'
  const make = (): void => {
    const asked = { commitId: commit.commitId, target, stop, ...(isTranscript && folder.trim() !== '' ? { cwd: folder.trim() } : {}) }
    start(() => (isInstalled ? ask('export.make', { ...asked, install: true }) : ask('shell.saveExport', asked)))
  }
  const isBusy = doing.kind === 'busy'
  return (
    <CommitForm heading="Export" commit={commit} onClose={onClose} onSubmit={make}>
      <TargetField target={target} onTarget={setTarget} />
      <StopField commitId={commit.commitId} stop={stop} onStop={setStop} />
      {isTranscript ? <WhereField where={where} folder={folder} onWhere={setWhere} onFolder={setFolder} /> : null}
      <div className="form-result" aria-live="polite">
        <Outcome doing={doing} isInstalled={isInstalled} />
      </div>
      <div className="form-actions">
        <Button label="Close" onPress={onClose} />
        <Button label={isInstalled ? 'Install' : 'Save to a file…'} look="primary" isDisabled={isBusy} onPress={make} />
      </div>
    </CommitForm>
  )
}

const TargetField = ({
  target,
  onTarget,
}: {
  readonly target: ExportTarget
  readonly onTarget: (target: ExportTarget) => void
}): ReactNode => (
  <label className="form-row">
    <span>As</span>
    <select
      {...takesFocus}
      className="field"
      aria-label="Export as"
      value={target}
      onChange={(event) => onTarget(targets.find(([each]) => each === event.target.value)?.[0] ?? 'claude-code')}
    >
      {targets.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
    <span className="form-hint">{targets.find(([each]) => each === target)?.[2]}</span>
  </label>
)

interface WhereFieldProps {
  readonly where: Where
  readonly folder: string
  readonly onWhere: (where: Where) => void
  readonly onFolder: (folder: string) => void
}

const chooseFolder = (onFolder: (folder: string) => void): void => {
  ask('shell.chooseFolders', {}).then(([folder]) => {
    if (folder !== undefined) onFolder(folder)
  }, tellFailure)
}

const places: readonly (readonly [Where, string])[] = [
  ['install', 'Claude Code’s own folder, ready to resume'],
  ['file', 'A file'],
]

const WhereField = ({ where, folder, onWhere, onFolder }: WhereFieldProps): ReactNode => (
  <>
    <div className="form-row" role="radiogroup" aria-label="Goes to">
      <span>Goes to</span>
      <div className="form-choices">
        {places.map(([value, label]) => (
          <label key={value} className="form-choice">
            <input type="radio" name="export-where" checked={where === value} onChange={() => onWhere(value)} /> {label}
          </label>
        ))}
      </div>
    </div>
    <div className="form-row">
      <span>Folder</span>
      <div className="form-line">
        <label className="field">
          <input
            aria-label="Working directory of the session"
            placeholder="That of the session"
            value={folder}
            spellCheck={false}
            onChange={(event) => onFolder(event.target.value)}
          />
        </label>
        <Button label="Choose…" onPress={() => chooseFolder(onFolder)} />
      </div>
      <span className="form-hint">Where the agent is to work; a session of another machine needs one that is on this one.</span>
    </div>
  </>
)

const Outcome = ({
  doing,
  isInstalled,
}: {
  readonly doing: ReturnType<typeof useDoing<ExportView | null>>[0]
  readonly isInstalled: boolean
}): ReactNode => {
  const result = useRef<HTMLDivElement>(null)
  const isDone = doing.kind === 'done'
  useEffect(() => {
    if (isDone) result.current?.scrollIntoView({ block: 'nearest' })
  }, [isDone])
  switch (doing.kind) {
    case 'idle':
      return (
        <p className="faint">
          {isInstalled
            ? 'A new session is written beside the others, under an id of its own, and a fork records where it comes from.'
            : 'A dialog asks where the file goes.'}
        </p>
      )
    case 'busy':
      return <Pending what="Exporting" />
    case 'failed':
      return <InlineFailure failure={doing.failure} />
    case 'done':
      return (
        <div ref={result}>{doing.value === null ? <p className="faint">Nothing was written.</p> : <Exported view={doing.value} />}</div>
      )
  }
}
