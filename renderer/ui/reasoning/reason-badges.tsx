/** What kind of reasoning a text is, and what became of it. */
import type { ReactNode } from 'react'
import type { RecallStatus, RecallType } from '../../../app/model/recall.ts'
import { Badge, type BadgeProps } from '../layout/badge.tsx'

const statusLooks: Readonly<Record<RecallStatus, NonNullable<BadgeProps['look']>>> = {
  in_force: 'ok',
  reverted: 'warn',
  superseded: 'warn',
  contradicted: 'danger',
  stale: 'warn',
  unknown: 'plain',
}

const statusHints: Readonly<Record<RecallStatus, string>> = {
  in_force: 'A later record shows that it holds',
  reverted: 'Its change was undone later',
  superseded: 'A later decision is about the same, in nearly the same words',
  contradicted: 'The person rejected it next',
  stale: 'The lines that it shaped no longer exist',
  unknown: 'No record shows what became of it',
}

/** `in force` */
export const statusText = (status: RecallStatus): string => status.replaceAll('_', ' ')

export const typeText = (type: RecallType): string => (type === 'tradeoff' ? 'trade-off' : type)

export const StatusBadge = ({ status }: { readonly status: RecallStatus }): ReactNode => (
  <Badge look={statusLooks[status]} hint={statusHints[status]}>
    {statusText(status)}
  </Badge>
)

export const TypeBadge = ({ type }: { readonly type: RecallType }): ReactNode => (
  <Badge look={type === 'decision' || type === 'rejection' || type === 'tradeoff' ? 'accent' : 'plain'}>{typeText(type)}</Badge>
)

/** The meaning of a status, as a sentence without a full stop. */
export const statusHint = (status: RecallStatus): string => statusHints[status]
