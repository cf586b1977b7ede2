/** What the classes of proof say, and what records do to files, in words. */
import type { Proof } from '../../../app/model/objects/proof.ts'

export const proofWords: Readonly<Record<Proof, string>> = {
  observed: 'A record contains these lines',
  computed: 'The result of edits of lines that were observed; nothing in between could write',
  likely: 'The same, but something in between may have changed the file',
  partial: 'Some lines are known, others are not',
  unknown: 'Not known',
}

const deeds: Readonly<Record<string, string>> = {
  read: 'Read',
  write: 'Write',
  edit: 'Edit',
  notebook: 'Notebook',
  mention: 'Mention',
  backup: 'Backup',
  output: 'Output',
  deletion: 'Deletion',
  move: 'Move',
}

/** What gave a file a version: a tool, or what else showed it. */
export const deedName = (by: string): string => deeds[by] ?? by

const changing = new Set(['write', 'edit', 'deletion', 'move'])

/** Whether the agent changed the file, and did not only see it. */
export const isChange = (by: string): boolean => changing.has(by)
