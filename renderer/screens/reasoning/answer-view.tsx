/** What an agent would be given for a question, why, and how many tokens that is. */
import type { ReactNode } from 'react'
import { maxRecallTokens, type RecallAnswer, type RecallItem } from '../../../app/model/recall.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { formatInstant, formatAge } from '../../../app/model/format/instant.ts'
import { filePlace, filesAddress, type FilesAddress } from '../files/address.ts'
import { sessionAddress } from '../session/address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { refine } from '../../ui/address/location.ts'
import { useNow } from '../../ui/calls/use-now.ts'
import { useQueryOnce } from '../../ui/calls/use-query.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { NotAvailable } from '../../ui/layout/not-available.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { useUnreadable, VerifyStore } from '../../ui/layout/unreadable.tsx'
import { StatusBadge, TypeBadge } from '../../ui/reasoning/reason-badges.tsx'
import { everywhere, reasoningAddress, type ReasoningAddress } from './address.ts'
import { AskAgain } from './ask-again.tsx'
import { hintedFiles } from './hints.ts'

export interface AnswerProps {
  readonly address: ReasoningAddress
  readonly question: string
  readonly folder: string | undefined
}

export const Answer = ({ address, question, folder }: AnswerProps): ReactNode => {
  const { call, ...more } = useQueryOnce('recall.ask', {
    prompt: question,
    files: [...hintedFiles(address.hints)],
    redact: true,
    ...(folder === undefined ? {} : { cwd: folder }),
  })
  return (
    <Loaded call={call} what="Asking the history">
      {(answer) => <Answered answer={answer} address={address} folder={folder} onChange={<AskAgain {...more} />} />}
    </Loaded>
  )
}

const ways = [
  ['items', 'Why'],
  ['text', 'As given'],
] as const

const Silence = ({ folder, onEverywhere }: { readonly folder: string | undefined; readonly onEverywhere: () => void }): ReactNode => {
  const unreadable = useUnreadable()
  return (
    <>
      <p className="reason-silent">
        Nothing fits, so nothing would be given. An answer needs evidence: rare words of the question that earlier sessions used, or a file
        or an error that they had.
      </p>
      {unreadable === undefined ? null : (
        <p className="reason-answer-head">
          <span>{unreadable}</span>
          <VerifyStore />
        </p>
      )}
      {folder === undefined ? null : (
        <p className="reason-answer-head">
          <span>Only sessions of {folder} were asked.</span>
          <Button label="Ask all sessions" isSmall onPress={onEverywhere} />
        </p>
      )}
    </>
  )
}

interface AnsweredProps {
  readonly answer: RecallAnswer
  readonly address: ReasoningAddress
  readonly folder: string | undefined
  /** What is offered where sessions changed. */
  readonly onChange: ReactNode
}

const Answered = ({ answer, address, folder, onChange }: AnsweredProps): ReactNode => (
  <section className="reason-answer" aria-label="Answer">
    <div className="reason-answer-head">
      <h2>What an agent would be given {folder === undefined ? 'from all sessions' : `in ${folder}`}</h2>
      <span role="status">
        {answer.silent
          ? 'nothing'
          : `${countOf(answer.items.length, 'item')}, about ${formatCount(answer.tokens)} of at most ${formatCount(maxRecallTokens)} tokens`}
      </span>
      <span className="spring" />
      {onChange}
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
        <TypeBadge type={item.type} /> <StatusBadge status={item.status} />{' '}
        {item.isOlder ? <Badge hint="Another item is about the same and newer">older than another item</Badge> : null}
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
