/** How later observations of a file confirm or refute what was known of it. */
import type { Proof } from '../model/objects/proof.ts'
import type { ObservedBy } from './file-step.ts'
import { agree, contentOf, type KnownFile } from './known-file.ts'

/** A later observation of what was known. */
export interface FileCheck {
  readonly path: string
  /** Place of the record that observes it. */
  readonly record: number
  readonly by: ObservedBy
  /** Proof of the lines that both know. */
  readonly proof: Proof
  readonly outcome: 'confirmed' | 'refuted' | 'refuted at its end'
  /** Place of the last record that changed what was known. */
  readonly since: number
  /** What else the change found is not recorded: only lines that the text of its call covers were compared. */
  readonly isOfCall?: true
}

/** Undefined: they have no known line in common. */
export const outcomeOf = (before: KnownFile, seen: KnownFile): FileCheck['outcome'] | undefined => {
  const same = agree(before, seen)
  if (same !== false) return same === undefined ? undefined : 'confirmed'
  const [known, now] = [contentOf(before), contentOf(seen)]
  return known !== undefined && now !== undefined && known.replace(/\n+$/, '') === now.replace(/\n+$/, '')
    ? 'refuted at its end'
    : 'refuted'
}
