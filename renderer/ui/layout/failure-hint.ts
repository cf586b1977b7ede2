/** Hints about failures in words of the window; those of the command line name options and commands. */
import { helpfulOption, type Failure, type FailureCode, type HelpfulOption } from '../../../app/model/failure.ts'

const byOption: Readonly<Record<HelpfulOption, string>> = {
  cwd: 'Choose the folder in which the agent will continue.',
  replace: 'Choose another folder, or empty this one.',
  replaceFile: 'Choose another file, or replace this one.',
  replaceQuery: 'Choose another name, or replace the query.',
  removeRemote: 'Choose another name, or remove the remote first.',
  removeFilesystem: 'Choose another name or prefix, or remove the other first.',
  makeFork: 'Make a fork in the log first.',
  makeMemory: 'Make one with `strata reasoning init` in a terminal.',
  moveFork: 'Choose another name, or move the fork in the log.',
  program: 'Check the name of the program and PATH.',
}

/** The hint about damaged packs. */
export const damagedPacksHint =
  'Restore the pack file from a backup and rebuild the index, or repair the store: see Store, Verify and Repair.'

const byCode: Partial<Readonly<Record<Failure['code'], string>>> = {
  'not-found': 'Look it up in the lists of sessions and commits. A link may refer to another store.',
  'store-locked': 'Close the program that has the store open.',
  'owner-left': 'Check whether it finished; if not, retry.',
  'store-read-only': 'Make sure you have write permission, or use a copy of the store.',
  'artifact-corrupt': damagedPacksHint,
  'index-corrupt': 'Rebuild the index.',
  'commit-malformed': 'Verify the store.',
  'query-mismatch': 'Rebuild the index. If the error remains, the program does not match its tables.',
  'sql-failed': 'Correct the statement. The list under Tables shows all tables and columns.',
  'sql-too-long': 'Request fewer rows, or allow more time.',
  'invalid-input': 'Correct the value and try again.',
  'name-taken': 'Choose another name, or move this one.',
  'bundle-malformed': 'Nothing was imported. Copy or create the bundle again.',
  'transfer-incomplete': 'Nothing was imported. Send the missing ancestors first, or send everything.',
} satisfies Partial<Record<FailureCode, string>>

export const failureHint = ({ code, hint, data }: Failure): string => {
  const option = helpfulOption(data)
  return option === undefined ? (byCode[code] ?? hint) : byOption[option]
}
