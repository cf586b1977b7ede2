/** Where the chain continues: the next commit, sub-agents that started here, rewinds and resumes. */
import { ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import type { CommitView, CommitDetail } from '../../../app/contract/commits.ts'
import { countOf } from '../../../app/model/format/count.ts'
import '../../ui/commands/menu.css'

export interface ChildChoiceProps {
  readonly items: readonly CommitView[]
  readonly onCommit: (commit: CommitView) => void
}

const relations: Readonly<Record<string, string>> = { spawn: 'sub-agent', rewind: 'after a rewind', resume: 'resumed' }

export const ChildChoice = ({ items, onCommit }: ChildChoiceProps): ReactNode => (
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger asChild>
      <button type="button" className="button is-quiet is-small">
        {countOf(items.length, 'child', 'children')} <ChevronDown size={12} aria-hidden="true" />
      </button>
    </DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content className="menu child-menu" align="end" sideOffset={4} collisionPadding={8}>
        {items.map((child) => (
          <DropdownMenu.Item key={child.commitId} className="menu-entry" onSelect={() => onCommit(child)}>
            <span className="child-summary">{child.summary}</span>
            <span>{child.branchOf === null ? 'next' : (relations[child.branchOf] ?? child.branchOf)}</span>
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

/** The straight continuation when there is one, else the first child. */
export const firstChild = ({ commit, children }: CommitDetail): CommitView | undefined =>
  children.find((child) => child.branchOf === null && child.chain === commit.chain && child.sessionId === commit.sessionId) ?? children[0]
