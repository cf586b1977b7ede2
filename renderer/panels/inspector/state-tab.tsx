/** The state of the work at the commit in view, and its folder, branch, client, models and names. */
import type { ReactNode } from 'react'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { WorkState } from './work-state.tsx'
import type { InspectedProps, InspectorTab } from './tab.ts'

const unrecorded = 'No record up to this commit says it'

const StateTab = (props: InspectedProps): ReactNode => {
  const { commit } = props.detail
  const duration = commit.startedAt === null || commit.endedAt === null ? null : commit.endedAt - commit.startedAt
  const recorded = [
    ['Folder', commit.cwd],
    ['Git branch', commit.gitBranch],
    ['Client version', commit.clientVersion],
  ] as const
  return (
    <div className="inspector-scroll">
      <WorkState {...props} />
      <h3>Records</h3>
      <dl className="facts">
        {recorded.map(([name, value]) => (
          <Fact key={name} name={name}>
            <ValueOrNotAvailable value={value} reason={unrecorded} format={(text) => text} />
          </Fact>
        ))}
        <Fact name="Models">{commit.models.length === 0 ? 'none' : commit.models.join(', ')}</Fact>
        <Fact name="Kind of agent">{commit.agentType ?? commit.template}</Fact>
        <Fact name="Ended">
          <ValueOrNotAvailable value={commit.endedAt} reason="No record of this commit has a readable time" format={formatInstant} />
        </Fact>
        <Fact name="Duration">
          <ValueOrNotAvailable value={duration} reason="No record of this commit has a readable time" format={formatDuration} />
        </Fact>
        <Fact name="In this commit">
          {countOf(commit.humanPrompts, 'prompt')}, {countOf(commit.responses, 'response')}, {countOf(commit.toolCalls, 'tool call')},{' '}
          {countOf(commit.errors, 'error')}
        </Fact>
        <Fact name="Place in the session">commit {formatCount(commit.position + 1)}</Fact>
        <Fact name="Names">{commit.refs.length === 0 ? 'none' : commit.refs.map(({ name }) => name).join(', ')}</Fact>
        <Fact name="Pinned">{commit.pinned ? 'yes' : 'no'}</Fact>
      </dl>
    </div>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

export const stateTab: InspectorTab = { id: 'state', title: 'State', component: StateTab }
