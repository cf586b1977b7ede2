/** The columns of texts that seem to be decisions, rejections or trade-offs. */
import type { ReasoningHit } from '../../../app/contract/reasoning.ts'
import { originWords } from '../../../app/model/reasoning.ts'
import { projectName } from '../../ui/format/format-path.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { StatusBadge } from '../../ui/reasoning/reason-badges.tsx'
import { Excerpt } from '../../ui/reasoning/reason-excerpt.tsx'
import type { Column } from '../../ui/table/table-head.tsx'

const shownBefore = 24

/** The match must be visible in a narrow window too, so only a little text precedes it. */
const nearBegin = (hit: ReasoningHit): ReasoningHit => {
  const characters = Array.from(hit.before)
  return characters.length <= shownBefore ? hit : { ...hit, before: `…${characters.slice(-shownBefore).join('')}` }
}

export const reasoningColumns: readonly Column<ReasoningHit>[] = [
  {
    id: 'time',
    title: 'Time',
    width: '142px',
    cell: (hit) => <ValueOrNotAvailable value={hit.occurredAt} reason="The record has no readable time" format={formatInstant} />,
  },
  { id: 'text', title: 'Text', width: 'minmax(260px, 3fr)', cell: (hit) => <Excerpt hit={nearBegin(hit)} /> },
  {
    id: 'origin',
    title: 'From',
    width: '150px',
    cell: ({ origin, status }) => (
      <>
        {originWords[origin]} {status === 'unknown' ? null : <StatusBadge status={status} />}
      </>
    ),
  },
  { id: 'session', title: 'Session', width: 'minmax(120px, 1fr)', cell: (hit) => <span title={hit.title}>{hit.title}</span> },
  { id: 'project', title: 'Project', width: '120px', cell: (hit) => <span title={hit.project}>{projectName(hit.project)}</span> },
]
