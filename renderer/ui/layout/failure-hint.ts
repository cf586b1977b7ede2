/** What can be done about a failure, in words of the window: the command line's name options and commands. */
import { helpfulOption, type Failure, type FailureCode, type HelpfulOption } from '../../../app/model/failure.ts'

const byOption: Readonly<Record<HelpfulOption, string>> = {
  cwd: 'Choose the folder in which the agent is to go on.',
  replace: 'Choose another folder, or remove what is in this one.',
}

/** What can be done about damaged packs. */
export const damagedPacksHint =
  'Restore the pack file from a backup and rebuild the index, or repair the store: see Store, Verify and Repair.'

const byCode: Partial<Readonly<Record<Failure['code'], string>>> = {
  'not-found': 'The lists of sessions and commits show what there is; a link may be of another store.',
  'store-locked': 'Close the program that holds the store.',
  'owner-left': 'Look whether it was done, and do it again when it was not.',
  'store-read-only': 'Take the right to write to it, or work with a copy of it.',
  'artifact-corrupt': damagedPacksHint,
  'index-corrupt': 'Rebuild the index.',
  'commit-malformed': 'Verify the store.',
  'query-mismatch': 'Rebuild the index; if it stays, the program and its tables disagree.',
  'sql-failed': 'Correct the statement; the tables and their columns are listed under Tables.',
  'sql-too-long': 'Ask for less, or allow more time.',
  'name-taken': 'Choose another name, or move this one.',
  'bundle-malformed': 'Nothing of it was taken in. Copy or make the bundle again.',
  'transfer-incomplete': 'Nothing was taken in. Send what it stands on first, or all of it.',
} satisfies Partial<Record<FailureCode, string>>

export const failureHint = ({ code, hint, data }: Failure): string => {
  const option = helpfulOption(data)
  return option === undefined ? (byCode[code] ?? hint) : byOption[option]
}
