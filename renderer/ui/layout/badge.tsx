/** A small label: a ref, a kind, a count that needs attention. */
import type { ReactNode } from 'react'
import './badge.css'

export interface BadgeProps {
  readonly children: ReactNode
  readonly look?: 'plain' | 'accent' | 'danger' | 'warn' | 'ok'
  readonly hint?: string | undefined
}

export const Badge = ({ children, look = 'plain', hint }: BadgeProps): ReactNode => (
  <span className={`badge is-${look}`} title={hint}>
    {children}
  </span>
)
