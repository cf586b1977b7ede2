/** Project, grouping and the folded kinds of the list of sessions. */
import { Eye, EyeOff, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SessionsAddress } from './address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { shortenPath } from '../../ui/format/format-path.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { useCommands } from '../../ui/commands/commands.ts'
import { foldedWords, type SessionsExtra } from './sessions-source.ts'
import { sessionStatuses, type SessionStatus } from '../../../app/model/session-status.ts'

export interface SessionFiltersProps {
  readonly address: SessionsAddress
  readonly extra: SessionsExtra | undefined
  readonly total: number | undefined
  readonly onAddress: (address: SessionsAddress) => void
}

export const SessionFilters = (props: SessionFiltersProps): ReactNode => {
  const { address, onAddress, total } = props
  return (
    <>
      <ProjectChoice {...props} />
      <StatusChoice {...props} />
      <Segments
        label="Group by"
        chosen={address.group}
        choices={[
          ['day', 'Day'],
          ['project', 'Project'],
          ['none', 'Flat'],
        ]}
        onChoose={(group) => onAddress({ ...address, group, ...(group === 'day' && address.sort !== 'firstAt' ? { sort: 'lastAt' } : {}) })}
      />
      <FoldedToggle {...props} />
      <span className="faint" role="status">
        {total === undefined ? '' : countOf(total, 'session')}
      </span>
    </>
  )
}

const ProjectChoice = ({ address, extra, onAddress }: SessionFiltersProps): ReactNode => {
  if (address.project !== undefined) {
    return (
      <button
        type="button"
        className="button is-small"
        aria-pressed="true"
        title={address.project}
        onClick={() => onAddress({ ...address, project: undefined })}
      >
        {shortenPath(address.project, 32)} <X size={12} aria-label="Show all projects" />
      </button>
    )
  }
  return (
    <select className="field" aria-label="Project" value="" onChange={(event) => onAddress({ ...address, project: event.target.value })}>
      <option value="">All projects</option>
      {(extra?.projects ?? []).map(({ project, sessions }) => (
        <option key={project} value={project}>
          {shortenPath(project, 60)} ({formatCount(sessions)})
        </option>
      ))}
    </select>
  )
}

const FoldedToggle = ({ address, extra, onAddress }: SessionFiltersProps): ReactNode => {
  const toggle = (): void => onAddress({ ...address, everything: !address.everything })
  useCommands([
    {
      id: 'sessions.everything',
      title: 'Show or fold one-shot, warm-up and empty sessions',
      group: 'Sessions',
      keys: ['Shift+H'],
      run: toggle,
    },
  ])
  const folded = foldedWords(extra?.folded)
  if (!address.everything && folded === undefined) return null
  return (
    <Button
      label={address.everything ? 'Fold short sessions' : `${folded ?? ''} folded`}
      hint={address.everything ? 'Hide one-shot, warm-up and empty sessions' : 'Show short sessions'}
      chord="Shift+H"
      isSmall
      look="quiet"
      icon={address.everything ? <EyeOff size={14} aria-hidden="true" /> : <Eye size={14} aria-hidden="true" />}
      onPress={toggle}
    />
  )
}

const words: Readonly<Record<SessionStatus, string>> = {
  running: 'Running',
  waiting: 'Waiting for you',
  stale: 'Stale',
  ended: 'Ended',
}

const isStatus = (text: string): text is SessionStatus => Object.hasOwn(words, text)

/** Chooses sessions by how they stand now. */
const StatusChoice = ({
  address,
  extra,
  onAddress,
}: {
  readonly address: SessionsAddress
  readonly extra: SessionsExtra | undefined
  readonly onAddress: (address: SessionsAddress) => void
}): ReactNode => (
  <select
    className="field"
    aria-label="Status"
    value={address.status ?? ''}
    onChange={({ target }) => onAddress({ ...address, status: isStatus(target.value) ? target.value : undefined })}
  >
    <option value="">All statuses</option>
    {sessionStatuses.map((status) => (
      <option key={status} value={status}>
        {words[status]} ({formatCount(extra?.statuses[status] ?? 0)})
      </option>
    ))}
  </select>
)
