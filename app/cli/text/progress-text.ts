/** The progress of a job in words: phase, how much of how much, how fast, how long still. */
import type { JobView } from '../../contract/jobs.ts'
import { bytesText, countText, durationText } from './format.ts'
import { cutToWidth } from './text-width.ts'
import type { Terminal } from '../terminal.ts'

const amount = (job: JobView, value: number): string => (job.unit === 'bytes' ? bytesText(value) : countText(Math.round(value)))

const unitText = (job: JobView): string => (job.unit === 'bytes' ? '' : ` ${job.unit}`)

const doneText = (job: JobView): string => {
  if (job.total === undefined) return job.done === 0 ? '' : `${amount(job, job.done)}${unitText(job)}`
  const percent = job.total === 0 ? 100 : Math.min(100, Math.floor((100 * job.done) / job.total))
  return `${String(percent).padStart(3)} %  ${amount(job, job.done)} of ${amount(job, job.total)}${unitText(job)}`
}

/** One line without a line end. */
export const progressText = (job: JobView): string =>
  [
    job.phase,
    doneText(job),
    job.rate === undefined || job.rate <= 0 ? '' : `${amount(job, job.rate)}${unitText(job)}/s`,
    job.remainingMs === undefined ? '' : `${durationText(job.remainingMs)} left`,
  ]
    .filter((part) => part !== '')
    .join('  ')

const lineEveryMs = 5_000
const rewrite = '\r\u001b[2K'

/** Shows the progress of a job on standard error: one rewritten line on a terminal, else a line every few seconds. */
interface ProgressDisplay {
  see(job: JobView): void
  /** Removes the line. */
  end(): void
}

const nothing: ProgressDisplay = { see: () => undefined, end: () => undefined }

const rewrittenLine = (terminal: Terminal, width: number): ProgressDisplay => {
  let isShown = false
  return {
    see(job) {
      if (job.state !== 'running') return
      isShown = true
      terminal.printError(`${rewrite}${cutToWidth(progressText(job), width - 1)}`)
    },
    end() {
      if (isShown) terminal.printError(rewrite)
      isShown = false
    },
  }
}

const severalLines = (terminal: Terminal): ProgressDisplay => {
  let lastMs = 0
  return {
    see(job) {
      if (job.state !== 'running' || job.elapsedMs - lastMs < lineEveryMs) return
      lastMs = job.elapsedMs
      terminal.printError(`${progressText(job)}\n`)
    },
    end() {
      lastMs = 0
    },
  }
}

export const showProgress = (terminal: Terminal, quiet: boolean): ProgressDisplay => {
  if (quiet) return nothing
  return terminal.errorWidth === undefined ? severalLines(terminal) : rewrittenLine(terminal, terminal.errorWidth)
}
