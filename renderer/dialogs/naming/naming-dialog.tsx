/** Names a commit: a fork, which a person continues, or a tag, which never moves. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ownRefName, refNameFault, type GivenRefKind } from '../../../app/model/ref-name.ts'
import type { CommitView, RefView } from '../../../app/contract/commits.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { openCommitDialog } from '../../ui/commands/commit-dialog.ts'
import { InlineFailure } from '../../ui/layout/inline-failure.tsx'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useAction } from '../../ui/calls/use-action.ts'
import { CommitForm, type CommitDialogProps } from '../../ui/forms/commit-form.tsx'
import { NameField } from './name-field.tsx'

export const ForkDialog = (props: CommitDialogProps): ReactNode => <NamingDialog {...props} kind="fork" />
export const TagDialog = (props: CommitDialogProps): ReactNode => <NamingDialog {...props} kind="tag" />

const headings: Readonly<Record<GivenRefKind, string>> = { fork: 'Fork', tag: 'Tag' }

/** The effect of the dialog, in one sentence. */
const effects: Readonly<Record<GivenRefKind, (name: string, commitId: string) => string>> = {
  fork: (name, commitId) =>
    `${name} will point to ${commitId}. The next checkpoint on it continues from there; the original chain does not change.`,
  tag: (name, commitId) => `${name} will name ${commitId}. It does not move, and garbage collection keeps the commit.`,
}

const NamingDialog = ({ kind, commit, onClose }: CommitDialogProps & { readonly kind: GivenRefKind }): ReactNode => {
  const [name, setName] = useState('')
  const [isMoving, setMoving] = useState(false)
  const [doing, start] = useAction<RefView>()
  const existing = useExisting(kind, name)
  const isElsewhere = existing !== undefined && existing.commitId !== commit.commitId
  const isReady = name !== '' && refNameFault(kind, name) === undefined && (!isElsewhere || isMoving)
  const give = (): void => {
    if (doing.kind === 'done') onClose()
    else if (isReady) start(() => ask('ref.set', { kind, name, commitId: commit.commitId, move: isElsewhere }))
  }
  return (
    <CommitForm heading={headings[kind]} commit={commit} onClose={onClose} onSubmit={give}>
      {doing.kind === 'done' ? (
        <Named commit={commit} given={doing.value} onClose={onClose} />
      ) : (
        <>
          <NameField kind={kind} name={name} onName={setName} />
          {isElsewhere ? (
            <label className="form-choice form-move">
              <input type="checkbox" checked={isMoving} onChange={(event) => setMoving(event.target.checked)} />
              <span>
                {existing.name} already names <span className="mono">{existing.commitId}</span>. Move it here.
              </span>
            </label>
          ) : null}
          <p className="faint">{effects[kind](`${kind}/${name === '' ? '…' : ownRefName(kind, name)}`, commit.commitId)}</p>
          {doing.kind === 'failed' ? <InlineFailure failure={doing.failure} /> : null}
          <div className="form-actions">
            <Button label="Cancel" onPress={onClose} />
            <Button label={headings[kind]} look="primary" isDisabled={!isReady || doing.kind === 'busy'} onPress={give} />
          </div>
        </>
      )}
    </CommitForm>
  )
}

/** The commit that has the name already. */
const useExisting = (kind: GivenRefKind, name: string): RefView | undefined => {
  const call = useQuery('refs.list', {})
  const full = `${kind}/${ownRefName(kind, name)}`
  return call.kind === 'done' ? call.value.find((ref) => ref.name === full) : undefined
}

interface NamedProps {
  readonly commit: CommitView
  readonly given: RefView
  readonly onClose: () => void
}

const Named = ({ commit, given, onClose }: NamedProps): ReactNode => {
  const result = useRef<HTMLDivElement>(null)
  // The element that had the focus was removed with the dialog.
  useEffect(() => result.current?.querySelector<HTMLElement>('.is-primary')?.focus(), [])
  return (
    <div ref={result} className="form-result is-whole">
      <p role="status">
        <strong className="mono">{given.name}</strong> {given.kind === 'fork' ? 'points to' : 'names'}{' '}
        <span className="mono">{given.commitId}</span>.
      </p>
      {given.kind === 'fork' ? (
        <>
          <NextCommand
            label="Add a checkpoint"
            command={shellCommand('strata', 'checkpoint', 'FILE', '--format', commit.format, '--onto', given.name)}
          />
          <NextCommand
            label="Continue in Claude Code"
            command={shellCommand('strata', 'export', given.name, '--for', 'claude-code', '--install')}
          />
        </>
      ) : (
        <NextCommand label="Show its log" command={shellCommand('strata', 'log', given.name)} />
      )}
      <div className="form-actions">
        {given.kind === 'fork' ? <Button label="Export…" onPress={() => openCommitDialog('export', commit)} /> : null}
        <Button label="Done" look="primary" onPress={onClose} />
      </div>
    </div>
  )
}
