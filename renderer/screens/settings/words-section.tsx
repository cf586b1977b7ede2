/** Settings of redaction in exports: text that looks like a secret, and private words. */
import { Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { privateWord } from '../../../app/model/private-word.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf } from '../../../app/model/format/count.ts'
import { Section } from '../../ui/layout/section.tsx'
import { changeSettings } from './change-settings.ts'

export interface WordsSectionProps {
  readonly words: readonly string[]
  readonly kinds: readonly string[]
}

export const WordsSection = ({ words, kinds }: WordsSectionProps): ReactNode => (
  <Section name="Secrets">
    <p className="faint">
      Strata redacts {countOf(kinds.length, 'kind')} of keys, tokens and passwords in exports and in text for a model. Add private words,
      for example names of customers, people or hosts. Case is ignored, and * matches all characters up to a space.
    </p>
    <details className="settings-kinds">
      <summary>Kinds of secrets</summary>
      <ul aria-label="Kinds of secrets">
        {kinds.map((kind) => (
          <li key={kind}>{kind}</li>
        ))}
      </ul>
    </details>
    <AddWord words={words} />
    {words.length === 0 ? (
      <p className="faint">No private words.</p>
    ) : (
      <ul className="settings-words" aria-label="Private words">
        {words.map((word) => (
          <li key={word}>
            <span className="mono">{word}</span>
            <Button
              label={`Remove ${word}`}
              isIconOnly
              isSmall
              look="quiet"
              icon={<X size={12} aria-hidden="true" />}
              onPress={() => void changeSettings({ removeWords: [word] }, `${word} is no longer redacted`)}
            />
          </li>
        ))}
      </ul>
    )}
  </Section>
)

const wrongWith = (typed: string, words: readonly string[]): string | undefined =>
  words.includes(typed.trim()) ? 'Already in the list' : privateWord.safeParse(typed).error?.issues[0]?.message

const AddWord = ({ words }: { readonly words: readonly string[] }): ReactNode => {
  const [typed, setTyped] = useState('')
  const wrong = wrongWith(typed, words)
  const add = (): void => {
    const word = typed.trim()
    if (wrong !== undefined) return
    void changeSettings({ addWords: [word] }, `${word} is now redacted in exports`).then((taken) => {
      if (taken) setTyped('')
    })
  }
  return (
    <form
      className="settings-line"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <span className="field settings-word">
        <input
          aria-label="New private word"
          placeholder="acme.example, Jane Roe, proj-*"
          maxLength={200}
          spellCheck={false}
          value={typed}
          aria-invalid={typed !== '' && wrong !== undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
      </span>
      <Button
        label="Add"
        icon={<Plus size={14} aria-hidden="true" />}
        isDisabled={wrong !== undefined}
        {...(typed === '' || wrong === undefined ? {} : { hint: wrong })}
        onPress={add}
      />
      {typed === '' || wrong === undefined ? null : (
        <span className="is-warn" role="status">
          {wrong}
        </span>
      )}
    </form>
  )
}
