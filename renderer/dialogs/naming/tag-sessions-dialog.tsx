/** Gives the last commits of several sessions a tag each. */
import { useState, type ReactNode } from 'react'
import type { RefView } from '../../../app/contract/commits.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { refNameFault } from '../../../app/model/ref-name.ts'
import { ask } from '../../ui/calls/bridge.ts'
import type { ChosenSession, OpenSessionDialog } from '../../ui/commands/session-dialog.ts'
import { Form } from '../../ui/forms/form.tsx'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { EachOutcome } from '../../ui/jobs/each-outcome.tsx'
import { useEach } from '../../ui/jobs/use-each.ts'
import { Button } from '../../ui/layout/button.tsx'
import { NameField } from './name-field.tsx'
import { tagName } from './tag-name.ts'

export const TagSessionsDialog = ({ sessions, onClose }: OpenSessionDialog & { readonly onClose: () => void }): ReactNode => {
  const [name, setName] = useState('')
  const { run, start, stop } = useEach<ChosenSession, RefView>()
  const [first] = sessions
  const isReady = name !== '' && refNameFault('tag', name) === undefined && run.state === 'idle'
  const tagOf = (session: ChosenSession): string => tagName(name, session, sessions.length)
  const give = (): void => {
    if (isReady) start(sessions, (session) => ask('ref.set', { kind: 'tag', name: tagOf(session), commitId: session.sessionId }))
  }
  return (
    <Form heading={`Tag ${countOf(sessions.length, 'session')}`} onClose={onClose} onSubmit={run.state === 'done' ? onClose : give}>
      <NameField kind="tag" name={name} onName={setName} />
      <EachOutcome
        run={run}
        what="Tagging"
        onStop={stop}
        before={
          <>
            <p className="faint">
              Each tag names the last commit of a session. It does not move, and garbage collection keeps the commit.
              {sessions.length === 1 ? '' : ' Each name ends with the first characters of the session id.'}
            </p>
            {first === undefined || name === '' ? null : (
              <NextCommand
                label={sessions.length === 1 ? 'Run in a terminal' : 'Run in a terminal, for the first'}
                command={shellCommand('strata', 'tag', first.sessionId, '--name', tagOf(first))}
              />
            )}
          </>
        }
      >
        <p role="status">{countOf(run.values.length, 'tag')} set.</p>
        <ul className="mono">
          {run.values.slice(0, 20).map((ref) => (
            <li key={ref.name}>{ref.name}</li>
          ))}
        </ul>
      </EachOutcome>
      <div className="form-actions">
        <Button label={run.state === 'done' ? 'Done' : 'Cancel'} onPress={onClose} />
        {run.state === 'done' ? null : <Button label="Tag" look="primary" isDisabled={!isReady} onPress={give} />}
      </div>
    </Form>
  )
}
