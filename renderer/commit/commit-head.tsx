/** The commit's summary and what can be done with it. */
import { ArrowDown, ArrowUp, ChartGantt, Copy, Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CommitDetail, CommitView } from '../../app/contract/views.ts'
import { sessionAddress } from '../ui/address.ts'
import { ask } from '../ui/bridge.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { countOf } from '../ui/format-count.ts'
import { formatInstant } from '../ui/format-time.ts'
import { Known } from '../ui/not-known.tsx'
import { copyText, tellFailure } from '../ui/notice.ts'
import { linkTo } from '../ui/place.ts'
import { useVerbs } from '../ui/verbs.ts'
import { ChildChoice } from './child-choice.tsx'
import { firstChild } from './first-child.ts'

export interface CommitHeadProps {
  readonly detail: CommitDetail
  readonly onCommit: (commit: CommitView) => void
  readonly onTimeline: ((commit: CommitView) => void) | undefined
  readonly faces: ReactNode
}

export const CommitHead = (props: CommitHeadProps): ReactNode => {
  const { commit } = props.detail
  return (
    <header className="commit-head">
      <h2 className="commit-summary">{commit.summary === '' ? 'No summary' : commit.summary}</h2>
      <div className="commit-facts">
        <button type="button" className="link mono" title="Copy the id" onClick={() => copyText(commit.commitId, commit.commitId)}>
          {commit.commitId}
        </button>
        <Badge look={commit.commitType === 'compaction' ? 'warn' : 'plain'}>{commit.commitType}</Badge>
        {commit.chain === 'main' ? null : <Badge hint={commit.chain}>{`sub-agent ${commit.chain.slice(0, 8)}`}</Badge>}
        <span className="faint">
          <Known value={commit.endedAt} reason="None of its records has a readable time" format={formatInstant} />
        </span>
        <span className="faint">{countOf(commit.toolCalls, 'tool call')}</span>
        {commit.errors === 0 ? null : <Badge look="danger">{countOf(commit.errors, 'error')}</Badge>}
      </div>
      <CommitVerbs {...props} />
    </header>
  )
}

const CommitVerbs = ({ detail, onCommit, onTimeline, faces }: CommitHeadProps): ReactNode => {
  const { commit, children } = detail
  const child = firstChild(detail)
  const openParent = (): void => {
    if (commit.parentId !== null) ask('commit.show', { commitId: commit.parentId }).then((parent) => onCommit(parent.commit), tellFailure)
  }
  const copyLink = (): void =>
    copyText(linkTo(sessionAddress(commit.sessionId, 'chain', commit.commitId)), `the link to ${commit.commitId}`)
  const copyId = (): void => copyText(commit.commitId, commit.commitId)
  useVerbs([
    { id: 'commit.copy', title: 'Copy the commit’s id', group: 'Commit', keys: ['y'], run: copyId },
    { id: 'commit.link', title: 'Copy the commit’s link', group: 'Commit', keys: ['Shift+Y'], run: copyLink },
    ...(commit.parentId === null
      ? []
      : [{ id: 'commit.parent', title: 'Go to the parent', group: 'Commit', keys: [']'], run: openParent }]),
    ...(child === undefined
      ? []
      : [{ id: 'commit.child', title: 'Go to the child', group: 'Commit', keys: ['['], run: () => onCommit(child) }]),
    ...(onTimeline === undefined
      ? []
      : [{ id: 'commit.timeline', title: 'Show in the timeline', group: 'Commit', keys: ['t'], run: () => onTimeline(commit) }]),
  ])
  return (
    <div className="commit-verbs">
      {faces}
      <span className="spring" />
      <Button
        label="Parent"
        isSmall
        look="quiet"
        chord="]"
        isDisabled={commit.parentId === null}
        icon={<ArrowDown size={14} aria-hidden="true" />}
        onPress={openParent}
      />
      {children.length > 1 ? (
        <ChildChoice items={children} onCommit={onCommit} />
      ) : (
        <Button
          label="Child"
          isSmall
          look="quiet"
          chord="["
          isDisabled={child === undefined}
          icon={<ArrowUp size={14} aria-hidden="true" />}
          onPress={() => child !== undefined && onCommit(child)}
        />
      )}
      {onTimeline === undefined ? null : (
        <Button
          label="Show in timeline"
          isIconOnly
          isSmall
          look="quiet"
          chord="t"
          icon={<ChartGantt size={14} aria-hidden="true" />}
          onPress={() => onTimeline(commit)}
        />
      )}
      <Button label="Copy id" isIconOnly isSmall look="quiet" chord="y" icon={<Copy size={14} aria-hidden="true" />} onPress={copyId} />
      <Button
        label="Copy link"
        isIconOnly
        isSmall
        look="quiet"
        chord="Shift+Y"
        icon={<Link2 size={14} aria-hidden="true" />}
        onPress={copyLink}
      />
    </div>
  )
}
