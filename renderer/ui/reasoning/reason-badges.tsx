/** What kind of reasoning a text is, and what became of it. */
import type { ReactNode } from 'react'
import type { ReasoningHit } from '../../../app/contract/reasoning.ts'
import type { EventStatus } from '../../../app/model/reasoning.ts'
import type { RecallType } from '../../../app/model/recall.ts'
import { Badge, type BadgeProps } from '../layout/badge.tsx'

const statusLooks: Readonly<Record<EventStatus, NonNullable<BadgeProps['look']>>> = {
  in_force: 'ok',
  reverted: 'warn',
  superseded: 'warn',
  contradicted: 'danger',
  stale: 'warn',
  unknown: 'plain',
}

const statusHints: Readonly<Record<EventStatus, string>> = {
  in_force: 'At least half of the lines of its edits are left',
  reverted: 'Its edits were taken back',
  superseded: 'A later decision about the same says otherwise',
  contradicted: 'The person rejected it next, or refused an edit of it',
  stale: 'No line of its edits is left',
  unknown: 'No record shows what became of it',
}

/** `in force` */
export const statusText = (status: EventStatus): string => status.replaceAll('_', ' ')

export const typeText = (type: RecallType): string => (type === 'tradeoff' ? 'trade-off' : type)

export const StatusBadge = ({ status }: { readonly status: EventStatus }): ReactNode => (
  <Badge look={statusLooks[status]} hint={statusHints[status]}>
    {statusText(status)}
  </Badge>
)

export const TypeBadge = ({ type }: { readonly type: RecallType }): ReactNode => (
  <Badge look={type === 'decision' || type === 'rejection' || type === 'tradeoff' ? 'accent' : 'plain'}>{typeText(type)}</Badge>
)

/** Says that a person corrected the type. */
export const CorrectedBadge = ({ hit: { typeByRule } }: { readonly hit: Pick<ReasoningHit, 'typeByRule'> }): ReactNode =>
  typeByRule === null ? null : <Badge hint={`A person corrected it: by its words it is ${typeText(typeByRule)}`}>corrected</Badge>

/** The meaning of a status, as a sentence without a full stop. */
export const statusHint = (status: EventStatus): string => statusHints[status]
