/** The commit's summary and what can be done with it. */
import { mainChain, replacedChain } from '../../../app/model/agent-chain.ts'
import { ArrowDown, ArrowUp, ChartGantt, Ellipsis, GitFork, PencilLine, Pin, Share } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CommitDetail, CommitView } from '../../../app/contract/commits.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { menuButtonMark, openCommitMenu } from '../../ui/commands/commit-menu.ts'
import { commitCommandSections, useCommitCommands } from '../../ui/commands/commit-commands.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { copyText, showFailure } from '../../ui/layout/notice.ts'
import { useObservable } from '../../ui/calls/observable.ts'
import { summaryEditing } from '../../ui/commands/summary-editing.ts'
import { useCommands, type Command } from '../../ui/commands/commands.ts'
import { ChildChoice, firstChild } from './child-choice.tsx'
import { SummaryEditor } from './summary-editor.tsx'

export interface CommitHeadProps {
  readonly detail: CommitDetail
  readonly onCommit: (commit: CommitView) => void
  readonly faces: ReactNode
}

const ChainBadge = ({ chain }: { readonly chain: string }): ReactNode => {
  if (chain === mainChain) return null
  return chain === replacedChain ? <Badge>replaced</Badge> : <Badge hint={chain}>{`sub-agent ${chain.slice(0, 8)}`}</Badge>
}

export const CommitHead = (props: CommitHeadProps): ReactNode => {
  const { commit } = props.detail
  return (
    <header className="commit-head">
      <Summary commit={commit} />
      <div className="commit-facts">
        <button type="button" className="link mono" title="Copy the id" onClick={() => copyText(commit.commitId, commit.commitId)}>
          {commit.commitId}
        </button>
        <Badge look={commit.commitType === 'compaction' ? 'warn' : 'plain'}>{commit.commitType}</Badge>
        <ChainBadge chain={commit.chain} />
        <span className="faint">
          <ValueOrNotAvailable value={commit.endedAt} reason="No record of this commit has a readable time" format={formatInstant} />
        </span>
        <span className="faint">{countOf(commit.toolCalls, 'tool call')}</span>
        {commit.pinned ? (
          <Badge look="accent" hint="Garbage collection keeps this commit and its ancestors">
            <Pin size={11} aria-hidden="true" /> pinned
          </Badge>
        ) : null}
        <CommitNames refs={commit.refs} />
        {commit.errors === 0 ? null : <Badge look="danger">{countOf(commit.errors, 'error')}</Badge>}
      </div>
      <CommitCommands {...props} />
    </header>
  )
}

/** Forks and tags; the other refs follow from the session. */
const CommitNames = ({ refs }: Pick<CommitView, 'refs'>): ReactNode =>
  refs
    .filter(({ kind }) => kind === 'fork' || kind === 'tag')
    .map(({ name }) => (
      <Badge key={name} look="ok">
        {name}
      </Badge>
    ))

const Summary = ({ commit }: { readonly commit: CommitView }): ReactNode => {
  const isEdited = useObservable(summaryEditing)?.commitId === commit.commitId
  if (isEdited) return <SummaryEditor key={commit.commitId} commit={commit} />
  return <h2 className="commit-summary">{commit.summary === '' ? 'No summary' : commit.summary}</h2>
}

const CommitCommands = ({ detail, onCommit, faces }: CommitHeadProps): ReactNode => {
  const { commit, children } = detail
  const child = firstChild(detail)
  const openParent = (): void => {
    if (commit.parentId !== null) ask('commit.show', { commitId: commit.parentId }).then((parent) => onCommit(parent.commit), showFailure)
  }
  useCommitCommands(commit)
  useCommands([
    ...(commit.parentId === null
      ? []
      : [{ id: 'commit.parent', title: 'Go to the parent', group: 'Commit', keys: ['['], run: openParent }]),
    ...(child === undefined
      ? []
      : [{ id: 'commit.child', title: 'Go to the child', group: 'Commit', keys: [']'], run: () => onCommit(child) }]),
  ])
  return (
    <div className="commit-commands">
      {faces}
      <span className="spring" />
      <Button
        label="Parent"
        isSmall
        look="quiet"
        chord="["
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
          chord="]"
          isDisabled={child === undefined}
          icon={<ArrowUp size={14} aria-hidden="true" />}
          onPress={() => child !== undefined && onCommit(child)}
        />
      )}
      <CommandButtons commands={commitCommandSections(commit).flat()} />
      <MenuButton commit={commit} />
    </div>
  )
}

/** Frequent commands have a separate button. */
const buttonIcons: Readonly<Record<string, ReactNode>> = {
  'commit.fork': <GitFork size={14} aria-hidden="true" />,
  'commit.export': <Share size={14} aria-hidden="true" />,
  'commit.summary': <PencilLine size={14} aria-hidden="true" />,
  'commit.timeline': <ChartGantt size={14} aria-hidden="true" />,
}

const CommandButtons = ({ commands }: { readonly commands: readonly Command[] }): ReactNode =>
  Object.entries(buttonIcons).map(([id, icon]) => {
    const command = commands.find((each) => each.id === id)
    return command === undefined ? null : (
      <Button
        key={id}
        label={command.title}
        isIconOnly
        isSmall
        look="quiet"
        chord={command.keys[0] ?? ''}
        icon={icon}
        onPress={command.run}
      />
    )
  })

const MenuButton = ({ commit }: { readonly commit: CommitView }): ReactNode => (
  <button
    {...menuButtonMark}
    type="button"
    className="button is-quiet is-small"
    aria-label="Commands for this commit"
    aria-haspopup="menu"
    aria-keyshortcuts="m"
    title="More (m)"
    onClick={(event) => {
      const { left, bottom } = event.currentTarget.getBoundingClientRect()
      openCommitMenu(commit, { x: left, y: bottom })
    }}
  >
    <Ellipsis size={14} aria-hidden="true" />
  </button>
)
