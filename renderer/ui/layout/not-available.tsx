/** Where a number is not to be had: says so, and why, instead of a zero. */
import type { ReactNode } from 'react'
import './badge.css'

/** “n/a”, and why. */
export const NotAvailable = ({ reason }: { readonly reason: string }): ReactNode => (
  <span className="not-known" title={reason}>
    n/a<span className="visually-hidden">: {reason}</span>
  </span>
)

export interface KnownProps<T> {
  readonly value: T | null | undefined
  readonly reason: string
  readonly format: (value: T) => ReactNode
}

/** The formatted value, or “n/a” with the reason. */
export const ValueOrNotAvailable = <T,>({ value, reason, format }: KnownProps<T>): ReactNode =>
  value === null || value === undefined ? <NotAvailable reason={reason} /> : format(value)
