/** How long Claude Code keeps the transcripts of a folder. */
import type { Retention } from '../../app/model/transcript-file.ts'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Its own name for a project: the working directory with hyphens. */
const projectFolder = /^(?:-|[A-Za-z]--)/

/** The configuration folder for a folder of transcripts, of all projects or of one; undefined for a folder that the client does not use. */
const configOf = (root: string): string | undefined => {
  const projects = projectFolder.test(basename(root)) ? dirname(root) : root
  return basename(projects) === 'projects' ? dirname(projects) : undefined
}

/**
 * `cleanupPeriodDays` of the client's settings, 30 when it is not set; the client cleans only its own configuration folder. Undefined: it does
 * not use the folder.
 */
export const retentionOf = (root: string): Retention | undefined => {
  const config = configOf(root)
  if (config === undefined) return undefined
  const settings = join(config, 'settings.json')
  try {
    const days = (JSON.parse(readFileSync(settings, 'utf8')) as { readonly cleanupPeriodDays?: unknown }).cleanupPeriodDays
    if (typeof days === 'number' && Number.isFinite(days) && days >= 0) return { days, source: settings }
  } catch {
    // No settings, or none that can be read: the client then uses its default too.
  }
  return { days: 30, source: "Claude Code's default" }
}
