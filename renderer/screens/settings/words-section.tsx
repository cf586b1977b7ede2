/** What is taken out of exports: what looks like a secret, and words of one's own. */
import { Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { privateWord } from '../../../app/model/private-word.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf } from '../../ui/format/format-count.ts'
import { Section } from '../../ui/layout/section.tsx'
import { changeSettings } from './cutting-section.tsx'

export interface WordsSectionProps {
  readonly words: readonly string[]
  readonly kinds: readonly string[]
}

export const WordsSection = ({ words, kinds }: WordsSectionProps): ReactNode => (
  <Section name="Secrets">
    <p className="faint">
      Exports without secrets, and what a model is sent, leave out {countOf(kinds.length, 'kind')} of keys, tokens and passwords. Add words
      of your own: names of customers, people, hosts. Capitals do not matter, and * matches the characters up to a blank.
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
      <p className="faint">There are no words of your own.</p>
    ) : (
      <ul className="settings-words" aria-label="Words of your own">
        {words.map((word) => (
          <li key={word}>
            <span className="mono">{word}</span>
            <Button
              label={`Remove ${word}`}
              isIconOnly
              isSmall
              look="quiet"
              icon={<X size={12} aria-hidden="true" />}
              onPress={() => void changeSettings({ removeWords: [word] }, `${word} stays where it is said again`)}
            />
          </li>
        ))}
      </ul>
    )}
  </Section>
)

const wrongWith = (typed: string, words: readonly string[]): string | undefined =>
  words.includes(typed.trim()) ? 'It is there already' : privateWord.safeParse(typed).error?.issues[0]?.message

const AddWord = ({ words }: { readonly words: readonly string[] }): ReactNode => {
  const [typed, setTyped] = useState('')
  const wrong = wrongWith(typed, words)
  const add = (): void => {
    const word = typed.trim()
    if (wrong !== undefined) return
    void changeSettings({ addWords: [word] }, `${word} is taken out of exports from now on`).then((taken) => {
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
          aria-label="A word that no export may hold"
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
