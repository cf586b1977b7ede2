/** The form of a question to the history: what is asked, about which files, and in which repository. */
import { Search } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { HistoryPlace } from '../../../app/contract/recall.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { go, refine } from '../../ui/address/location.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { everywhere, type ReasoningAddress } from './address.ts'
import { hintedFiles, hintsOf } from './hints.ts'

export interface QuestionFormProps {
  readonly address: ReasoningAddress
  readonly places: readonly HistoryPlace[]
  /** Undefined: all sessions. */
  readonly folder: string | undefined
}

export const QuestionForm = ({ address, places, folder }: QuestionFormProps): ReactNode => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [question, setQuestion] = useState(address.question ?? '')
  const [hints, setHints] = useState(hintedFiles(address.hints).join(', '))
  const submit = (): void => {
    const wanted = question.trim()
    // The folder too: the address means the same when another one is the newest.
    go({ ...address, question: wanted === '' ? undefined : wanted, hints: hintsOf(hints), folder: folder ?? everywhere })
  }
  useCommands([
    {
      id: 'find',
      title: 'Question to the history',
      group: 'View',
      keys: ['/', 'Mod+F'],
      run: () => {
        field.current?.focus()
        field.current?.select()
      },
    },
  ])
  return (
    <form
      className="reason-question"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label className="field reason-question-text">
        <textarea
          ref={field}
          aria-label="Question or task"
          placeholder="Question or task, for example: why are uploads retried?"
          rows={2}
          // The field is why the screen was opened.
          // eslint-disable-next-line jsx-a11y/no-autofocus -- nothing else is on the screen
          autoFocus={address.question === undefined}
          value={question}
          spellCheck={false}
          onChange={(event) => setQuestion(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            submit()
          }}
        />
      </label>
      <TextField
        label="Files that it is about"
        placeholder="Files that it is about (optional)"
        value={hints}
        onValue={setHints}
        className="reason-question-files"
      />
      <ChoiceField
        label="Repository"
        all="All sessions"
        chosen={folder}
        choices={places.map((place) => [place.folder, `${place.folder} (${countOf(place.sessions, 'session')})`])}
        onChoose={(next) => refine({ ...address, folder: next ?? everywhere })}
      />
      <Button label="Ask" look="primary" icon={<Search size={14} aria-hidden="true" />} onPress={submit} />
    </form>
  )
}
