/** Two commits beside each other: what one knows that the other does not. */
import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ComparedSide, ComparisonView, CommitView } from '../../../app/contract/commits.ts'
import { go, refine } from '../../ui/address/location.ts'
import type { CompareAddress } from './address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf } from '../../../app/model/format/count.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { PathText } from '../../ui/layout/path-text.tsx'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useJobQuery } from '../../ui/jobs/use-job-query.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import './compare.css'

export const CompareScreen = ({ address }: { readonly address: CompareAddress }): ReactNode => {
  const { left, right } = address
  const call = useJobQuery('compare.start', { left, right })
  const swap = (): void => go({ ...address, left: right, right: left })
  const read = (commitId: string): void => refine({ ...address, commit: commitId })
  useCommands([{ id: 'compare.swap', title: 'Swap sides', group: 'View', keys: ['x'], run: swap }])
  return (
    <section className="screen" aria-label="Comparison">
      <div className="bar">
        <h1 className="compare-names">
          <span className="mono">{left}</span> and <span className="mono">{right}</span>
        </h1>
        <Button label="Swap" isSmall chord="x" icon={<ArrowLeftRight size={14} aria-hidden="true" />} onPress={swap} />
      </div>
      <Loaded call={call} what="Comparing">
        {(comparison) => <Comparison comparison={comparison} onRead={read} />}
      </Loaded>
    </section>
  )
}

interface ComparisonProps {
  readonly comparison: ComparisonView
  readonly onRead: (commitId: string) => void
}

const Comparison = ({ comparison, onRead }: ComparisonProps): ReactNode => (
  <div className="comparison">
    <p className="comparison-base">
      {comparison.mergeBase === null ? (
        'No commits in common.'
      ) : (
        <>
          {countOf(comparison.common, 'commit')} in common, up to <CommitLink commit={comparison.mergeBase} onRead={onRead} />
        </>
      )}
    </p>
    <div className="comparison-sides">
      <Side title={`Only in ${comparison.left}`} side={comparison.onlyLeft} onRead={onRead} />
      <Side title={`Only in ${comparison.right}`} side={comparison.onlyRight} onRead={onRead} />
    </div>
    <NextCommand label="Run in a terminal" command={shellCommand('strata', 'diff', comparison.left, comparison.right)} />
  </div>
)

interface SideProps {
  readonly title: string
  readonly side: ComparedSide
  readonly onRead: (commitId: string) => void
}

const Side = ({ title, side, onRead }: SideProps): ReactNode => (
  <section className="comparison-side" aria-label={title}>
    <h2>{title}</h2>
    {side.commits.length === 0 ? (
      <p className="faint">Nothing. The other side contains all of it.</p>
    ) : (
      <p className="faint">
        {[
          countOf(side.commits.length, 'commit'),
          countOf(side.humanPrompts, 'prompt'),
          countOf(side.commands, 'command'),
          countOf(side.responses, 'reply', 'replies'),
          countOf(side.toolCalls, 'tool call'),
          countOf(side.errors, 'error'),
        ].join(', ')}
      </p>
    )}
    <Listing title="Prompts" count={side.prompts.length}>
      {side.prompts.map(({ commitId, prompt }, place) => (
        <li key={`${commitId} ${place}`}>
          <button type="button" className="link comparison-prompt" title={prompt} onClick={() => onRead(commitId)}>
            {prompt}
          </button>
        </li>
      ))}
    </Listing>
    <Listing title="Files" count={side.files.length}>
      {side.files.map((file) => (
        <li key={file} title={file}>
          <span className="mono comparison-file">
            <PathText path={file} />
          </span>
        </li>
      ))}
    </Listing>
    <Listing title="Commits" count={side.commits.length}>
      {side.commits.map((commit) => (
        <li key={commit.commitId}>
          <CommitLink commit={commit} onRead={onRead} />
        </li>
      ))}
    </Listing>
  </section>
)

const Listing = ({
  title,
  count,
  children,
}: {
  readonly title: string
  readonly count: number
  readonly children: ReactNode
}): ReactNode =>
  count === 0 ? null : (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  )

const CommitLink = ({ commit, onRead }: { readonly commit: CommitView; readonly onRead: (commitId: string) => void }): ReactNode => (
  <button
    type="button"
    className="link"
    title={commit.endedAt === null ? commit.summary : `${formatInstant(commit.endedAt)} ${commit.summary}`}
    onClick={() => onRead(commit.commitId)}
  >
    <span className="mono">{commit.commitId}</span> {commit.summary}
  </button>
)
