/** The columns of the objects of a state. */
import { Pin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StatedObject } from '../../../../app/contract/session-state.ts'
import { formatCount } from '../../../../app/model/format/count.ts'
import { formatInstant, formatShortTime } from '../../../../app/model/format/instant.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { ValueOrNotAvailable } from '../../../ui/layout/not-available.tsx'
import { PathText } from '../../../ui/layout/path-text.tsx'
import type { Column } from '../../../ui/table/table-head.tsx'
import { levelNames, typeNames } from './object-rows.ts'

const levelLooks = { active: 'accent', metadata: 'plain', indexed: 'plain' } as const

const Name = ({ object: { type, name, tool, failed } }: { readonly object: StatedObject }): ReactNode => {
  if (type === 'file') return <PathText path={name} />
  return (
    <span className="object-name" title={name}>
      {tool === null ? null : <strong>{tool} </strong>}
      {failed === true ? <Badge look="danger">failed</Badge> : null} {name}
    </span>
  )
}

const Level = ({ object: { level, pinned } }: { readonly object: StatedObject }): ReactNode => (
  <span className="object-level">
    <Badge look={levelLooks[level]}>{levelNames[level]}</Badge>
    {pinned ? <Pin size={12} role="img" aria-label="pinned" /> : null}
  </span>
)

export const objectColumns: readonly Column<StatedObject>[] = [
  { id: 'type', title: 'Type', width: '88px', cell: ({ type }) => <span className="faint">{typeNames[type]}</span> },
  { id: 'name', title: 'Object', width: 'minmax(130px, 1fr)', cell: (object) => <Name object={object} /> },
  {
    id: 'level',
    title: 'In context',
    width: '84px',
    hint: 'In full, in one line, or no longer',
    cell: (object) => <Level object={object} />,
  },
  {
    id: 'tokens',
    title: 'Tokens',
    width: '56px',
    align: 'end',
    hint: 'Estimated from characters: clients do not record the tokens of an object',
    cell: ({ type, aboutTokens }) => (
      <ValueOrNotAvailable
        value={aboutTokens}
        reason={type === 'system_prompt' ? 'No record contains it' : 'Not all of its content is known'}
        format={formatCount}
      />
    ),
  },
  { id: 'versions', title: 'Versions', width: '60px', align: 'end', cell: ({ versions }) => formatCount(versions) },
  {
    id: 'used',
    title: 'Last used',
    width: '84px',
    cell: ({ lastUsedAt }) => (
      <ValueOrNotAvailable
        value={lastUsedAt}
        reason="No record with a readable time names it"
        format={(at) => <span title={formatInstant(at)}>{formatShortTime(at)}</span>}
      />
    ),
  },
]
