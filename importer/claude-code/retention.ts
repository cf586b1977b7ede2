/** How long Claude Code keeps the transcripts of a folder. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface Retention {
  /** Days after which a transcript is deleted; null: nothing is. */
  readonly days: number | null
  /** Where the number comes from, or why there is none. */
  readonly source: string
}

/** Its own name for a project: the working directory with hyphens. */
const projectFolder = /^(?:-|[A-Za-z]--)/

/** The configuration folder for a folder of transcripts, of all projects or of one; undefined for a folder that the client does not use. */
const configOf = (root: string): string | undefined => {
  const projects = projectFolder.test(basename(root)) ? dirname(root) : root
  return basename(projects) === 'projects' ? dirname(projects) : undefined
}

/** `cleanupPeriodDays` of the client's settings, 30 when it is not set; the client cleans only its own configuration folder. */
export const retentionOf = (root: string): Retention => {
  const config = configOf(root)
  if (config === undefined) return { days: null, source: 'Claude Code does not write to this folder' }
  const settings = join(config, 'settings.json')
  try {
    const days = (JSON.parse(readFileSync(settings, 'utf8')) as { readonly cleanupPeriodDays?: unknown }).cleanupPeriodDays
    if (typeof days === 'number' && Number.isFinite(days) && days >= 0) return { days, source: settings }
  } catch {
    // No settings, or none that can be read: the client then uses its default too.
  }
  return { days: 30, source: "Claude Code's default" }
}
