/** Everything the commit record says. */
import type { ReactNode } from 'react'
import { tokensFrom } from '../../../app/model/context-commit.ts'
import type { CommitDetail, CommitView } from '../../../app/contract/commits.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { copyText } from '../../ui/layout/notice.ts'

export interface CommitDetailsProps {
  readonly detail: CommitDetail
  readonly onCommit: (commit: CommitView) => void
}

const noTimes = 'No record of this commit has a readable time'

export const CommitDetails = ({ detail, onCommit }: CommitDetailsProps): ReactNode => (
  <div className="details">
    <Record commit={detail.commit} />
    <Figures detail={detail} />
    {detail.children.length === 0 ? null : (
      <section>
        <h3>{countOf(detail.children.length, 'child', 'children')}</h3>
        <ul>
          {detail.children.map((child) => (
            <li key={child.commitId}>
              <button type="button" className="link" onClick={() => onCommit(child)}>
                <span className="mono">{child.commitId}</span> {child.summary}
              </button>
            </li>
          ))}
        </ul>
      </section>
    )}
  </div>
)

const Record = ({ commit }: { readonly commit: CommitView }): ReactNode => (
  <dl className="facts">
    <Fact name="Commit" value={commit.commitId} />
    <Fact name="Parent" value={commit.parentId ?? 'none (root)'} />
    <Fact name="Type" value={commit.commitType} />
    <Fact name="Checkpoint" value={commit.checkpoint} />
    <Fact name="Artifact" value={commit.artifactRef} hint={commit.artifactHash} />
    <Fact name="Format" value={commit.format} />
    <Fact name="Created" value={commit.createdAt} />
    <Fact name="Template" value={commit.template} />
    <Fact name="Principal" value={commit.principal} />
    {provenance(commit).map(([name, value]) => (
      <Fact key={name} name={name} value={value} />
    ))}
    {commit.tokenCount === null ? null : <Fact name="Tokens" value={formatCount(commit.tokenCount)} note={tokensFrom(commit)} />}
    <Fact name="Session" value={commit.sessionId} />
    <Fact name="Chain" value={commit.chain} />
    {commit.branchOf === null ? null : <Fact name="Branch of" value={commit.branchOf} />}
    {commit.refs.map((ref) => (
      <Fact key={ref.name} name="Ref" value={ref.name} />
    ))}
    {commit.preserved.length === 0 ? null : <Fact name="Kept" value={commit.preserved.join(' ')} />}
  </dl>
)

/** Where it was made and for what, as far as it is recorded. */
const provenance = (commit: CommitView): readonly (readonly [string, string])[] => {
  const recorded: readonly (readonly [string, string | null])[] = [
    ['Agent type', commit.agentType],
    ['Machine', commit.machine],
    ['Directory', commit.cwd],
    ['Branch', commit.gitBranch],
    ['Version', commit.clientVersion],
    ['Ticket', commit.ticketId],
    ['Thread', commit.threadId],
  ]
  return recorded.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

interface FactProps {
  readonly name: string
  readonly value: string
  /** The text that is copied instead of the value. */
  readonly hint?: string
  readonly note?: string | undefined
}

const Fact = ({ name, value, hint, note }: FactProps): ReactNode => (
  <>
    <dt>{name}</dt>
    <dd>
      <button
        type="button"
        className="link mono fact-copy"
        title={`${hint ?? value}\nPress to copy`}
        onClick={() => copyText(hint ?? value, name.toLowerCase())}
      >
        {value}
      </button>
      {note === undefined ? null : <span className="faint"> {note}</span>}
    </dd>
  </>
)

const Figures = ({ detail: { commit, storedBytes } }: { readonly detail: CommitDetail }): ReactNode => (
  <dl className="facts">
    <dt>Began</dt>
    <dd>
      <ValueOrNotAvailable value={commit.startedAt} reason={noTimes} format={formatInstant} />
    </dd>
    <dt>Ended</dt>
    <dd>
      <ValueOrNotAvailable value={commit.endedAt} reason={noTimes} format={formatInstant} />
    </dd>
    <dt>Length</dt>
    <dd>
      <ValueOrNotAvailable
        value={commit.startedAt === null || commit.endedAt === null ? null : commit.endedAt - commit.startedAt}
        reason={noTimes}
        format={formatDuration}
      />
    </dd>
    <dt>Models</dt>
    <dd>{commit.models.length === 0 ? 'no reply' : commit.models.join(', ')}</dd>
    <dt>Records</dt>
    <dd>
      {formatCount(commit.records)}, {formatBytes(commit.bytes)}
    </dd>
    <dt>Stored</dt>
    <dd>{formatBytes(storedBytes)}</dd>
    <dt>Prompts</dt>
    <dd>
      {formatCount(commit.humanPrompts)}, and {countOf(commit.commands, 'command')}
    </dd>
    <dt>Responses</dt>
    <dd>{formatCount(commit.responses)}</dd>
    <dt>Tool calls</dt>
    <dd>{formatCount(commit.toolCalls)}</dd>
    <dt>Errors</dt>
    <dd>{formatCount(commit.errors)}</dd>
  </dl>
)
