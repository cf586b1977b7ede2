/** Checks what a commit's record is to say, with the rules and in the order of the reference (events-v1 §2 and §5.2). */
import { checkpoints, commitTypes, type Checkpoint, type CommitType } from '../model/context-commit.ts'
import { StrataError } from '../model/failure.ts'
import { wholeSeconds } from './describe-commit.ts'
import { readTime } from './read-time.ts'

const refused = (message: string): StrataError => new StrataError('invalid-input', message)

const oneOf = <T extends string>(names: readonly T[], name: string, field: string): T => {
  if (name === '') throw refused(`${field} is required`)
  const found = names.find((one) => one === name)
  if (found === undefined) throw new StrataError('invalid-input', `unknown ${field} "${name}": it is one of ${names.join(', ')}`)
  return found
}

/** @throws StrataError invalid-input unless there is exactly one of the two */
export const checkContent = (bytes: Uint8Array | undefined, artifactRef: string | undefined): void => {
  if (bytes !== undefined && artifactRef !== undefined) throw refused('data and artifact_ref are mutually exclusive')
  if (bytes === undefined && artifactRef === undefined) throw refused('one of data or artifact_ref is required')
  if (bytes?.length === 0) throw new StrataError('empty-content', 'The artifact of a commit may not be empty')
}

/** @throws StrataError invalid-input for the first field that is wrong, in the reference's order */
export const validateCommit = (fields: {
  readonly commitType: string
  readonly format: string
  readonly checkpoint: string
}): { readonly commitType: CommitType; readonly checkpoint: Checkpoint } => {
  const commitType = oneOf(commitTypes, fields.commitType, 'commit_type')
  if (fields.format === '') throw refused('format is required')
  return { commitType, checkpoint: oneOf(checkpoints, fields.checkpoint, 'checkpoint') }
}

/** UTC, whole seconds, as records hold it. @throws StrataError invalid-input unless it says its time zone */
export const createdAtOf = (text: string): string => {
  const ms = readTime(text)
  if (ms === undefined) throw refused(`created_at "${text}" is no time like 2026-01-31T09:00:00Z or 2026-01-31T10:00:00+01:00`)
  return wholeSeconds(ms)
}
