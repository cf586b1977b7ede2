/** A part of a screen that is read like a page: a heading, and what belongs to it. */
import { useId, type ReactNode } from 'react'
import './sections.css'

export interface SectionProps {
  readonly name: string
  readonly children: ReactNode
}

export const Section = ({ name, children }: SectionProps): ReactNode => {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  )
}
