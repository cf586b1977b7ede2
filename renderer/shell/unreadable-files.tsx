/** The files that a restore could not read, below the line that says how it ended. */
import type { ReactNode } from 'react'
import type { JobView } from '../../app/contract/jobs.ts'
import { damagedPacksHint } from '../ui/layout/failure-hint.ts'
import { countOf } from '../ui/format/format-count.ts'
import { unreadableIn } from '../ui/jobs/job-text.ts'

export const UnreadableFiles = ({ job }: { readonly job: JobView }): ReactNode => {
  const files = unreadableIn(job)
  if (files.length === 0) return null
  return (
    <details className="job-unreadable" open>
      <summary>{countOf(files.length, 'file')} could not be read</summary>
      <p className="faint">{damagedPacksHint}</p>
      <ul aria-label="Files that could not be read">
        {files.map(({ file, sessionId, reason }) => (
          <li key={`${sessionId} ${file}`}>
            <span className="mono">{file}</span> <span className="faint">of session</span> <span className="mono">{sessionId}</span>
            <span className="faint">: {reason}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
