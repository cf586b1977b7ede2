/** Edits the summary of a commit in place: Enter stores it, Escape leaves it unchanged. */
import { Check, Undo2, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { CommitView } from '../../../app/contract/commits.ts'
import type { SummaryHistory } from '../../../app/contract/summaries.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { InlineFailure } from '../../ui/layout/inline-failure.tsx'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { endSummary } from '../../ui/commands/summary-editing.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useAction } from '../../ui/calls/use-action.ts'

const longest = 10_000

export const SummaryEditor = ({ commit }: { readonly commit: CommitView }): ReactNode => {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(commit.summary)
  const [doing, start] = useAction<undefined>()
  const history = useQuery('commit.summaries', { commitId: commit.commitId }, commit.sessionId)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const keep = (summary: string): void =>
    start(async () => {
      await ask('commit.describe', { commitId: commit.commitId, summary })
      endSummary()
      return undefined
    })
  const take = (text: string): void => {
    setTyped(text)
    input.current?.focus()
  }
  return (
    <form
      className="summary-editor"
      onSubmit={(event) => {
        event.preventDefault()
        keep(typed)
      }}
    >
      <div className="summary-line">
        <label className="field">
          <input
            ref={input}
            aria-label="Summary"
            placeholder="Empty: use the summary by rule"
            value={typed}
            maxLength={longest}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') endSummary()
            }}
          />
        </label>
        <Button
          label="Save summary"
          hint="Save"
          isIconOnly
          look="primary"
          chord="Enter"
          isDisabled={doing.kind === 'busy'}
          icon={<Check size={14} aria-hidden="true" />}
          onPress={() => keep(typed)}
        />
        <Button
          label="Discard changes"
          isIconOnly
          look="quiet"
          chord="Esc"
          icon={<X size={14} aria-hidden="true" />}
          onPress={endSummary}
        />
      </div>
      {doing.kind === 'failed' ? <InlineFailure failure={doing.failure} /> : null}
      <Loaded call={history} what="Reading earlier summaries">
        {(value) => <Earlier history={value} onTake={take} onRule={() => keep('')} />}
      </Loaded>
    </form>
  )
}

interface EarlierProps {
  readonly history: SummaryHistory
  readonly onTake: (text: string) => void
  readonly onRule: () => void
}

const Earlier = ({ history, onTake, onRule }: EarlierProps): ReactNode => (
  <section className="summary-earlier" aria-label="Earlier summaries">
    <ul>
      {[...history.written].reverse().map((one, place) => (
        <li key={`${place} ${one.at ?? ''}`}>
          <span className="faint summary-when">{one.at === null ? 'time not recorded' : formatInstant(one.at)}</span>
          {one.text === '' ? (
            <span className="faint">reset to the summary by rule</span>
          ) : (
            <button type="button" className="link" title="Use this summary" onClick={() => onTake(one.text)}>
              {one.text}
            </button>
          )}
        </li>
      ))}
      <li>
        <span className="faint summary-when">by rule</span>
        <span>{history.byRule === '' ? 'No summary' : history.byRule}</span>
      </li>
    </ul>
    {history.summary === history.byRule ? null : (
      <Button label="Reset to the summary by rule" isSmall icon={<Undo2 size={14} aria-hidden="true" />} onPress={onRule} />
    )}
  </section>
)
