/** A question to the history: what an agent would be given for it, why, and how many tokens that is. */
import { Search } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { HistoryPlace } from '../../../app/contract/recall.ts'
import { maxRecallTokens, type RecallAnswer, type RecallItem } from '../../../app/model/recall.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { formatInstant, formatAge } from '../../../app/model/format/instant.ts'
import { filePlace, filesAddress, type FilesAddress } from '../files/address.ts'
import { sessionAddress } from '../session/address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { go, refine } from '../../ui/address/location.ts'
import { useNow } from '../../ui/calls/use-now.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { NotAvailable } from '../../ui/layout/not-available.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { StatusBadge, TypeBadge } from '../../ui/reasoning/reason-badges.tsx'
import { reasoningAddress, type ReasoningAddress } from './address.ts'
import { ChangePane } from './change-pane.tsx'

/** In place of a folder: all sessions. */
const everywhere = '*'

export const AskView = ({ address }: { readonly address: ReasoningAddress }): ReactNode => {
  const call = useQuery('recall.places', {})
  return (
    <Loaded call={call} what="Looking for repositories">
      {(places) => <Asked address={address} places={places} />}
    </Loaded>
  )
}

interface AskedProps {
  readonly address: ReasoningAddress
  readonly places: readonly HistoryPlace[]
}

const Asked = ({ address, places }: AskedProps): ReactNode => {
  const { question, hints } = address
  // The newest folder on this machine; its uncommitted change is what a person is at.
  const folder = address.folder === everywhere ? undefined : (address.folder ?? places.find(({ isHere }) => isHere)?.folder)
  return (
    <div className="reason-ask">
      <QuestionForm key={`${question ?? ''} ${hints ?? ''}`} address={address} places={places} folder={folder} />
      {question === undefined ? null : <Answer address={address} question={question} folder={folder} />}
      {folder === undefined ? (
        question === undefined ? (
          <Empty title="Ask the history">
            A question or a task shows what earlier sessions decided about it, as an agent would be given it.
          </Empty>
        ) : null
      ) : (
        <ChangePane address={address} folder={folder} />
      )}
    </div>
  )
}

const linesOf = (text: string | undefined): readonly string[] => partsOf(text, '\n')

const partsOf = (text: string | undefined, separator: string | RegExp): readonly string[] =>
  (text ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** One a line, as the address has them: between files that a person types is a comma with a space, since a name may have a comma. */
const hintsOf = (typed: string): string => partsOf(typed, /,\s/).join('\n')

interface QuestionFormProps extends AskedProps {
  /** Undefined: all sessions. */
  readonly folder: string | undefined
}

const QuestionForm = ({ address, places, folder }: QuestionFormProps): ReactNode => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [question, setQuestion] = useState(address.question ?? '')
  const [hints, setHints] = useState(linesOf(address.hints).join(', '))
  const submit = (): void => {
    const wanted = question.trim()
    // The folder too: the address means the same when another one is the newest.
    go({ ...address, question: wanted === '' ? undefined : wanted, hints: hintsOf(hints) || undefined, folder: folder ?? everywhere })
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
      <label className="field reason-question-files">
        <input
          aria-label="Files that it is about"
          placeholder="Files that it is about (optional)"
          value={hints}
          spellCheck={false}
          onChange={(event) => setHints(event.target.value)}
        />
      </label>
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

interface AnswerProps {
  readonly address: ReasoningAddress
  readonly question: string
  readonly folder: string | undefined
}

const Answer = ({ address, question, folder }: AnswerProps): ReactNode => {
  const call = useQuery('recall.ask', {
    prompt: question,
    files: [...linesOf(address.hints)],
    redact: true,
    ...(folder === undefined ? {} : { cwd: folder }),
  })
  return (
    <Loaded call={call} what="Asking the history">
      {(answer) => <Answered answer={answer} address={address} folder={folder} />}
    </Loaded>
  )
}

const ways = [
  ['items', 'Why'],
  ['text', 'As given'],
] as const

const Silence = ({ folder, onEverywhere }: { readonly folder: string | undefined; readonly onEverywhere: () => void }): ReactNode => (
  <>
    <p className="reason-silent">
      Nothing fits, so nothing would be given. An answer needs evidence: rare words of the question that earlier sessions used, or a file or
      an error that they had.
    </p>
    {folder === undefined ? null : (
      <p className="reason-answer-head">
        <span>Only sessions of {folder} were asked.</span>
        <Button label="Ask all sessions" isSmall onPress={onEverywhere} />
      </p>
    )}
  </>
)

interface AnsweredProps {
  readonly answer: RecallAnswer
  readonly address: ReasoningAddress
  readonly folder: string | undefined
}

const Answered = ({ answer, address, folder }: AnsweredProps): ReactNode => (
  <section className="reason-answer" aria-label="Answer">
    <div className="reason-answer-head">
      <h2>What an agent would be given {folder === undefined ? 'from all sessions' : `in ${folder}`}</h2>
      <span role="status">
        {answer.silent
          ? 'nothing'
          : `${countOf(answer.items.length, 'item')}, about ${formatCount(answer.tokens)} of at most ${formatCount(maxRecallTokens)} tokens`}
      </span>
      <span className="spring" />
      {answer.silent ? null : (
        <Segments
          label="Show"
          chosen={address.isGiven ? 'text' : 'items'}
          choices={ways}
          onChoose={(way) => refine({ ...address, isGiven: way === 'text' })}
        />
      )}
    </div>
    {answer.silent ? (
      <Silence folder={folder} onEverywhere={() => refine({ ...address, folder: everywhere })} />
    ) : address.isGiven ? (
      <pre className="reason-given">{answer.text}</pre>
    ) : (
      <ol className="reason-items">
        {answer.items.map((item) => (
          <li key={item.id}>
            <Item item={item} />
          </li>
        ))}
      </ol>
    )}
    <LikelyFiles files={answer.files} folder={folder} />
  </section>
)

const addressOf = ({ sessionId, commitId }: RecallItem): string =>
  `#${formatAddress(sessionAddress(sessionId, 'conversation', commitId ?? undefined))}`

const Item = ({ item }: { readonly item: RecallItem }): ReactNode => {
  const now = useNow()
  const { occurredAt } = item
  return (
    <article className="reason-item">
      <p>
        <TypeBadge type={item.type} />{' '}
        {item.isOlder ? (
          <Badge hint="Another item is about the same and newer">older than another item</Badge>
        ) : (
          <StatusBadge status={item.status} />
        )}{' '}
        {item.summary}
      </p>
      <p className="reason-because">
        <span className="faint">Why:</span> {item.because.length === 0 ? 'several weak signals together' : item.because.join(' · ')}
      </p>
      <p className="reason-item-facts faint">
        {occurredAt === null ? (
          <NotAvailable reason="The record has no readable time" />
        ) : (
          <span title={formatInstant(occurredAt)}>{formatAge(occurredAt, now)}</span>
        )}
        {item.files.length === 0 ? null : <span className="mono">{item.files.join(', ')}</span>}
        <a className="link" href={addressOf(item)}>
          Open {item.commitId ?? 'session'}
        </a>
        {item.type === 'passage' ? null : (
          <a
            className="link"
            href={`#${formatAddress({ ...reasoningAddress, event: item.id })}`}
            aria-label={`Details of: ${item.summary}`}
          >
            Details
          </a>
        )}
      </p>
    </article>
  )
}

/** Its place below the folder that was asked; without one, the files whose path has it. */
const fileAddress = (file: string, folder: string | undefined): FilesAddress => {
  if (/^([\\/]|[A-Za-z]:)/.test(file)) return filePlace(file)
  return folder === undefined ? { ...filesAddress, text: file } : filePlace(`${folder.replace(/[\\/]+$/, '')}/${file}`)
}

interface LikelyFilesProps {
  readonly files: readonly string[]
  readonly folder: string | undefined
}

const LikelyFiles = ({ files, folder }: LikelyFilesProps): ReactNode =>
  files.length === 0 ? null : (
    <section className="reason-likely" aria-label="Likely files">
      <h3>Files that the question is likely about</h3>
      <ul className="reason-files">
        {files.map((file) => (
          <li key={file}>
            <a className="link mono" href={`#${formatAddress(fileAddress(file, folder))}`}>
              <PathText path={file} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
