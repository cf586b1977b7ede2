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

const maxSessions = 20

/** The last commit of the only session whose title contains a text; of several, of the one that has exactly this title. */
const sessionTip = async (text: string): Promise<string | undefined> => {
  const { rows } = await ask('sessions.list', { text, limit: maxSessions })
  const titled = rows.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
  const exact = titled.filter(({ title }) => title === text)
  const [only, another] = exact.length > 0 ? exact : titled
  return another === undefined ? (only?.tipCommitId ?? undefined) : undefined
}

/** The commit that an id, a ref or the title of a session names. */
const commitNamed = async (text: string): Promise<string> => {
  try {
    return (await ask('commit.show', { commitId: text })).commit.commitId
  } catch (failure) {
    const tip = await sessionTip(text)
    if (tip === undefined) throw failure
    return tip
  }
}

export const CompareDialog = ({ commit, onClose }: CommitDialogProps): ReactNode => {
  const list = useId()
  const [other, setOther] = useState('')
  const [doing, start] = useAction<undefined>()
  const refs = useQuery('refs.list', {})
  const names = refs.kind === 'done' ? refs.value.filter(({ kind }) => kind !== 'agent' && kind !== 'rewind') : []
  const text = other.trim()
  const sessions = useQuery('sessions.list', { text, limit: maxSessions })
  const go = (): void => {
    if (text === '') return
    start(async () => {
      const right = await commitNamed(text)
      onClose()
      compare(commit.commitId, right)
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
            aria-label="Compare with: a session, a commit or a ref"
            placeholder="Title of a session, ctx-…, a fork or a tag"
            list={list}
            value={other}
            spellCheck={false}
            onChange={(event) => setOther(event.target.value)}
          />
        </span>
      </label>
      <datalist id={list}>
        {(sessions.kind === 'done' ? sessions.value.rows : []).map(({ sessionId, title }) => (
          <option key={sessionId} value={title} />
        ))}
        {names.map(({ name, summary }) => (
          <option key={name} value={name}>
            {summary}
          </option>
        ))}
      </datalist>
      {doing.kind === 'failed' ? <InlineFailure failure={doing.failure} /> : null}
      <div className="form-actions">
        <Button label="Choose in the log" onPress={choose} />
        <Button label="Compare" look="primary" isDisabled={text === '' || doing.kind === 'busy'} onPress={go} />
      </div>
    </CommitForm>
  )
}
