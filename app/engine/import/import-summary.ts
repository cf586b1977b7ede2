/** What is told of an import when it has ended. */
import type { ImportResult } from '../../contract/import.ts'
import type { Discovery } from '../../../importer/claude-code/discover.ts'
import type { ImportPlan } from './plan-import.ts'

const plural = (count: number, one: string): string => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

/** One line about what an import did. */
export const summaryOf = (result: ImportResult): string => {
  const verb = result.dryRun ? 'to import' : 'imported'
  const failed = result.filesFailed === 0 ? '' : `, ${plural(result.filesFailed, 'file')} could not be read`
  return `${plural(result.filesImported, 'file')} ${verb}, ${plural(result.filesUnchanged, 'file')} unchanged${failed}`
}

/** What an import would do. */
export const dryResult = (discovery: Discovery, plan: ImportPlan, ms: number): ImportResult => ({
  filesFound: discovery.files.length,
  filesImported: plan.changedFiles,
  filesUnchanged: plan.unchangedFiles,
  filesFailed: discovery.problems.length,
  bytesRead: plan.bytes,
  records: 0,
  sessions: plan.sessions.length,
  newCommits: 0,
  problems: discovery.problems.length,
  ms,
  dryRun: true,
})
