/** One side of a comparison: what it is, what it has alone, and its conversation. */
import { useMemo, type ReactNode, type Ref } from 'react'
import type { ComparedSide } from '../../../app/contract/commits.ts'
import { countOf } from '../../../app/model/format/count.ts'
import type { RowActions } from '../../panels/conversation/row-view.tsx'
import { useConversation } from '../../panels/conversation/use-conversation.ts'
import { FoldMemory } from '../../panels/reader/fold-memory.tsx'
import { go } from '../../ui/address/location.ts'
import { conversationPlace, sessionAddress } from '../session/address.ts'
import { CompareColumn, type ColumnHandle } from './compare-column.tsx'
import { ownPrompts, type Difference, type SideName } from './differences.ts'
import { openCommit } from './open-in-session.ts'
import type { SideReading } from './side-reading.ts'

export interface CompareSideProps {
  readonly name: SideName
  readonly side: SideReading
  readonly differences: readonly Difference[]
  readonly current: Difference | undefined
  readonly hasFold: boolean
  readonly isUnfolded: boolean
  readonly isFocused: boolean
  readonly onFold: () => void
  readonly onLead: () => void
  readonly onMoved: () => void
  readonly onOpen: () => void
  readonly handle: Ref<ColumnHandle>
}

const titles: Readonly<Record<SideName, string>> = { left: 'Left', right: 'Right' }

export const CompareSide = (props: CompareSideProps): ReactNode => {
  const { name, side, onOpen } = props
  const { outline, reading, tip, only } = side
  const state = useConversation(outline)
  const prompts = useMemo(() => ownPrompts(reading), [reading])
  const changed = [...new Set(props.differences.flatMap(({ files }) => files))].sort()
  const actions: RowActions = {
    toggle: state.toggle,
    readBranch: (branch) => go({ ...sessionAddress(outline.sessionId), branch }),
    openCommit,
    // The session's page can find.
    find: onOpen,
  }
  return (
    <section className={props.isFocused ? 'compare-side is-focused' : 'compare-side'} aria-label={`${titles[name]} side`}>
      <header className="compare-head">
        <div className="compare-title">
          <span className="compare-side-name">{titles[name]}</span>
          <h2>
            <button type="button" className="link" title={side.session.title} onClick={() => go(conversationPlace(tip))}>
              {side.session.title}
            </button>
          </h2>
          <span className="mono faint">{tip.commitId}</span>
        </div>
        <p className="compare-figures" title={changed.join('\n')}>
          Only here, in this chain without its sub-agents: {figuresOf(only, changed.length).join(', ')}
        </p>
      </header>
      <FoldMemory name={tip.commitId}>
        <CompareColumn
          label={`${titles[name]} conversation`}
          state={state}
          actions={actions}
          parting={reading.parting}
          prompts={prompts}
          differences={props.differences}
          current={props.current}
          hasFold={props.hasFold}
          common={side.continues ? undefined : reading.parting}
          isUnfolded={props.isUnfolded}
          onFold={props.onFold}
          onLead={props.onLead}
          onMoved={props.onMoved}
          handle={props.handle}
        />
      </FoldMemory>
    </section>
  )
}

const figuresOf = ({ commits, humanPrompts, toolCalls, errors }: ComparedSide, changedFiles: number): readonly string[] => [
  countOf(humanPrompts, 'prompt'),
  countOf(toolCalls, 'tool call'),
  countOf(errors, 'error'),
  `${countOf(changedFiles, 'file')} changed`,
  countOf(commits.length, 'commit'),
]
