/** Shows the progress of a job on standard error: one line that is rewritten, or a line every few seconds when nobody looks. */
import type { JobView } from '../contract/jobs.ts'
import { cutToWidth } from './text/text-width.ts'
import { progressText } from './text/progress-text.ts'
import type { Terminal } from './terminal.ts'

const lineEveryMs = 5_000
const rewrite = '\r\u001b[2K'

export interface ProgressDisplay {
  see(job: JobView): void
  /** Removes the line. */
  end(): void
}

const nothing: ProgressDisplay = { see: () => undefined, end: () => undefined }

const rewrittenLine = (terminal: Terminal, width: number): ProgressDisplay => ({
  see(job) {
    if (job.state === 'running') terminal.printError(`${rewrite}${cutToWidth(progressText(job), width - 1)}`)
  },
  end() {
    terminal.printError(rewrite)
  },
})

const severalLines = (terminal: Terminal): ProgressDisplay => {
  let lastMs = 0
  return {
    see(job) {
      if (job.state !== 'running' || job.elapsedMs - lastMs < lineEveryMs) return
      lastMs = job.elapsedMs
      terminal.printError(`${progressText(job)}\n`)
    },
    end: () => undefined,
  }
}

export const showProgress = (terminal: Terminal, quiet: boolean): ProgressDisplay => {
  if (quiet) return nothing
  return terminal.errorWidth === undefined ? severalLines(terminal) : rewrittenLine(terminal, terminal.errorWidth)
}
