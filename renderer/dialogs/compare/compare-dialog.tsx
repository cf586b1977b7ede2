/** Asks which commit another one is compared with: by its name, or the next one that is selected. */
import { useId, useState, type ReactNode } from 'react'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { compare, compareMark } from '../../ui/commands/compare-mark.ts'
import { InlineFailure } from '../../ui/layout/inline-failure.tsx'
import { takesFocus } from '../../ui/layout/panel.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useAction } from '../../ui/calls/use-action.ts'
import { CommitForm, type CommitDialogProps } from '../../ui/forms/commit-form.tsx'

export const CompareDialog = ({ commit, onClose }: CommitDialogProps): ReactNode => {
  const list = useId()
  const [other, setOther] = useState('')
  const [doing, start] = useAction<undefined>()
  const refs = useQuery('refs.list', {})
  const names = refs.kind === 'done' ? refs.value.filter(({ kind }) => kind !== 'agent' && kind !== 'rewind') : []
  const go = (): void => {
    if (other.trim() === '') return
    start(async () => {
      const { commit: right } = await ask('commit.show', { commitId: other.trim() })
      onClose()
      compare(commit.commitId, right.commitId)
      return undefined
    })
  }
  const choose = (): void => {
    compareMark.set(commit)
    onClose()
  }
  return (
    <CommitForm heading="Compare with" commit={commit} onClose={onClose} onSubmit={go}>
      <label className="form-row">
        <span>With</span>
        <span className="field">
          <input
            {...takesFocus}
            aria-label="Compare with: a commit, a ref or a session"
            placeholder="ctx-…, a fork, a tag or a session"
            list={list}
            value={other}
            spellCheck={false}
            onChange={(event) => setOther(event.target.value)}
          />
        </span>
      </label>
      <datalist id={list}>
        {names.map(({ name, summary }) => (
          <option key={name} value={name}>
            {summary}
          </option>
        ))}
      </datalist>
      {doing.kind === 'failed' ? <InlineFailure failure={doing.failure} /> : null}
      <div className="form-actions">
        <Button label="Choose in the log" onPress={choose} />
        <Button label="Compare" look="primary" isDisabled={other.trim() === '' || doing.kind === 'busy'} onPress={go} />
      </div>
    </CommitForm>
  )
}
