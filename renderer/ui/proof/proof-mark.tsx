/** How something is known: a separate sign for each class, and its name. */
import type { ReactNode } from 'react'
import type { Proof } from '../../../app/model/objects/proof.ts'
import { proofWords } from './proof-words.ts'
import './proof.css'

/** The sign alone: a full, a ruled, a dotted or a hatched box, so that no class is known by its colour alone. */
export const ProofSign = ({ proof }: { readonly proof: Proof }): ReactNode => (
  <span className={`proof-sign is-${proof}`} aria-hidden="true" />
)

export const ProofMark = ({ proof }: { readonly proof: Proof }): ReactNode => (
  <span className="proof-mark" title={proofWords[proof]}>
    <ProofSign proof={proof} />
    {proof}
  </span>
)
