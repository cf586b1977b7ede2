/** Summaries that persons wrote, which stand before those that rules made. */
import type { Journal } from './files/journal.ts'
import { summarySubject } from './files/journal-entry.ts'
import type { TableRows } from './tables/tables.ts'

/** A summary that a person wrote outlives the rows it was shown in. */
export const withWrittenSummaries = (rows: TableRows, journal: Journal): TableRows => {
  if (rows.commits === undefined) return rows
  const commits = rows.commits.map((commit) => {
    const written = journal.entry(summarySubject(commit.commitId))
    return written?.kind === 'summary' && written.summary !== '' ? { ...commit, summary: written.summary } : commit
  })
  return { ...rows, commits }
}
