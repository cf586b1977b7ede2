/** The evidence for a file's version, and its proof. */
import type { ReactNode } from 'react'
import type { Proof } from '../../../app/model/objects/proof.ts'
import { Badge } from '../layout/badge.tsx'
import { givenByName, isChange } from './given-by.ts'
import { ProofMark } from './proof-mark.tsx'

export interface GivenByProps {
  readonly by: string
  readonly hint?: string | undefined
}

export const GivenBy = ({ by, hint }: GivenByProps): ReactNode => (
  <Badge look={isChange(by) ? 'accent' : 'plain'} hint={hint}>
    {givenByName(by)}
  </Badge>
)

export interface KnownAsProps {
  readonly version: { readonly isThere: boolean; readonly proof: Proof }
}

export const KnownAs = ({ version: { isThere, proof } }: KnownAsProps): ReactNode =>
  isThere ? <ProofMark proof={proof} /> : <Badge look="danger">deleted</Badge>
