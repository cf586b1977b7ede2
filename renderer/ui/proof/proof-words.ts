/** Texts for the classes of proof. */
import type { Proof } from '../../../app/model/objects/proof.ts'

export const proofWords: Readonly<Record<Proof, string>> = {
  observed: 'A record contains these lines',
  computed: 'The result of edits of lines that were observed; nothing in between could write',
  likely: 'The same, but something in between may have changed the file',
  partial: 'Some lines are known, others are not',
  unknown: 'Not known',
}
