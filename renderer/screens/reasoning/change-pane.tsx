/** The sessions behind what is not committed in a folder: where a question about the current work begins. */
import type { ReactNode } from 'react'
import type { SessionBehind, UncommittedChange } from '../../../app/contract/recall.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { formatAge, formatInstant } from '../../../app/model/format/instant.ts'
import { sessionAddress } from '../session/address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { go } from '../../ui/address/location.ts'
import { useNow } from '../../ui/calls/use-now.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { reasoningAddress, type ReasoningAddress } from './address.ts'

export interface ChangePaneProps {
  readonly address: ReasoningAddress
  readonly folder: string
}

export const ChangePane = ({ address, folder }: ChangePaneProps): ReactNode => {
  const call = useQuery('recall.change', { folder })
  return (
    <section className="reason-answer" aria-label="Uncommitted change">
      <h2>Sessions behind the uncommitted change</h2>
      <Loaded call={call} what="Asking Git">
        {(change) => <Change change={change} address={address} />}
      </Loaded>
    </section>
  )
}

/** Files that a question names; more say less about it. */
const maxHints = 20

const Change = ({ change, address }: { readonly change: UncommittedChange; readonly address: ReasoningAddress }): ReactNode => {
  const { folder, why, branch, files, others, sessions } = change
  if (why !== null)
    return (
      <p className="faint">
        n/a: Git was not asked about {folder}: {why}.
      </p>
    )
  const place = `${folder}${branch === null ? ', on no branch' : `, branch ${branch}`}`
  if (files.length === 0) return <p className="faint">Everything is committed in {place}.</p>
  const known = new Set(sessions.flatMap((session) => session.files))
  return (
    <>
      <p className="reason-answer-head">
        <span className="faint">
          {countOf(files.length + others, 'file')} changed in {place}, of which sessions changed {countOf(known.size, 'file')} after the
          last commit.
        </span>
        <span className="spring" />
        {known.size === 0 ? null : (
          <Button
            label="Ask about these files"
            isSmall
            onPress={() =>
              go({
                ...address,
                folder,
                question: address.question ?? 'What was decided about these files?',
                hints: [...known].slice(0, maxHints).join('\n'),
              })
            }
          />
        )}
      </p>
      {sessions.length === 0 ? (
        <p>No session changed one of them after the last commit: a person or a command did, or a session that is not imported.</p>
      ) : (
        <ol className="reason-items">
          {sessions.map((session) => (
            <li key={session.sessionId}>
              <Behind session={session} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

const shownFiles = 6

const Behind = ({ session: { sessionId, title, files, lastAt } }: { readonly session: SessionBehind }): ReactNode => {
  const now = useNow()
  return (
    <article className="reason-item">
      <p>
        <a className="link" href={`#${formatAddress(sessionAddress(sessionId))}`}>
          {title}
        </a>
      </p>
      <p className="reason-item-facts faint">
        {lastAt === null ? null : <span title={formatInstant(lastAt)}>changed {formatAge(lastAt, now)} ago</span>}
        {files.slice(0, shownFiles).map((file) => (
          <span key={file} className="mono">
            <PathText path={file} />
          </span>
        ))}
        {files.length > shownFiles ? <span>and {countOf(files.length - shownFiles, 'file')} more</span> : null}
        <a
          className="link"
          href={`#${formatAddress({ ...reasoningAddress, session: sessionId })}`}
          aria-label={`What was decided in ${title}`}
        >
          What was decided
        </a>
      </p>
    </article>
  )
}
