/** How fine sessions are cut into commits. */
import { useId, useState, type ReactNode } from 'react'
import { maxTurns, readGranularity, defaultGranularity, type Granularity } from '../../../app/model/granularity.ts'
import { Button } from '../../ui/layout/button.tsx'
import { startCut } from '../../ui/jobs/jobs.ts'
import { Section } from '../../ui/layout/section.tsx'
import { changeSettings } from './change-settings.ts'

const defaultTurns = 5

type Kind = 'response' | 'turn' | 'turns'

const kindOf = (granularity: Granularity): Kind => {
  if (granularity === 'response') return 'response'
  return granularity === defaultGranularity ? 'turn' : 'turns'
}

/** Undefined: the text is no number of turns, or it is 1, which is a separate choice. */
const turnsIn = (text: string): Granularity | undefined => {
  const turns = readGranularity(text)
  return turns === undefined || kindOf(turns) !== 'turns' ? undefined : turns
}

const words = (granularity: Granularity): string => {
  if (granularity === 'response') return 'every reply'
  return granularity === 1 ? 'every turn' : `every ${granularity} turns`
}

export const CuttingSection = ({ chosen: taken }: { readonly chosen: Granularity }): ReactNode => {
  // The last requested choice is shown and applied until the engine reports it or refuses it, also when it reports earlier choices first.
  const [asked, setAsked] = useState<Granularity>()
  if (asked === taken) setAsked(undefined)
  const chosen = asked ?? taken
  const [turns, setTurns] = useState(String(typeof chosen === 'number' && chosen > 1 ? chosen : defaultTurns))
  const name = useId()
  const choose = (granularity: Granularity): void => {
    if (granularity === chosen) return
    setAsked(granularity)
    void changeSettings({ granularity }, `New sessions: one commit for ${words(granularity)}`).then((isTaken) => {
      if (!isTaken) setAsked((last) => (last === granularity ? undefined : last))
    })
  }
  const applyTurns = (): void => {
    const granularity = turnsIn(turns)
    if (granularity !== undefined && kindOf(chosen) === 'turns') choose(granularity)
  }
  const choice = (kind: Kind, label: ReactNode, granularity: Granularity | undefined): ReactNode => (
    <label className="form-choice">
      <input
        type="radio"
        name={name}
        checked={kindOf(chosen) === kind}
        onChange={() => {
          if (granularity !== undefined) choose(granularity)
        }}
      />
      {label}
    </label>
  )
  return (
    <Section name="Commits">
      <p className="faint">
        What one commit contains. Each session keeps its setting; existing sessions do not change, even when they grow.
      </p>
      <div className="settings-choices" role="radiogroup" aria-label="Size of a commit">
        {choice('turn', 'A turn: a prompt and everything up to the next prompt', 1)}
        {choice('response', 'A reply, including replies of sub-agents', 'response')}
        <div className="settings-line">
          {choice('turns', 'Several turns:', turnsIn(turns))}
          <span className="field days-field">
            <input
              aria-label="Turns in a commit"
              inputMode="numeric"
              value={turns}
              aria-invalid={turnsIn(turns) === undefined}
              onChange={({ target }) => setTurns(target.value)}
              onBlur={applyTurns}
              onKeyDown={({ key }) => {
                if (key === 'Enter') applyTurns()
              }}
            />
          </span>
          <span className={turnsIn(turns) === undefined ? 'is-warn' : 'faint'}>from 2 to {maxTurns}</span>
        </div>
      </div>
      <div className="section-commands">
        <Button
          label="Apply to existing sessions"
          hint="Sessions with existing transcripts get new commits with new ids. Commits with a fork, tag or pin stay."
          onPress={() => startCut(chosen)}
        />
      </div>
    </Section>
  )
}
