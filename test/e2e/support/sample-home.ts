/** Home folders with the project's sample transcripts where Claude Code keeps them. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ask } from './ask.ts'
import { launchStrata, type LaunchOptions, type RunningStrata } from './launch-strata.ts'

const samples = path.join(process.cwd(), 'samples', 'projects')

export interface SampleHome {
  readonly home: string
  readonly remove: () => void
}

/** A home with every sample session. */
export function sampleHome(): SampleHome {
  const home = mkdtempSync(path.join(tmpdir(), 'strata-home-'))
  const projects = path.join(home, '.claude', 'projects')
  mkdirSync(projects, { recursive: true })
  cpSync(samples, projects, { recursive: true })
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) }
}

/** A home with `copies` of every sample session, each copy with ids of its own, for an import that takes a while. */
export function crowdedHome(copies: number): SampleHome {
  const home = mkdtempSync(path.join(tmpdir(), 'strata-home-'))
  for (const folder of readdirSync(samples)) {
    const target = path.join(home, '.claude', 'projects', folder)
    mkdirSync(target, { recursive: true })
    for (const file of readdirSync(path.join(samples, folder)).filter((name) => name.endsWith('.jsonl'))) {
      const text = readFileSync(path.join(samples, folder, file), 'utf8')
      for (let copy = 0; copy < copies; copy += 1) writeFileSync(path.join(target, renamed(file, copy)), renamed(text, copy))
    }
  }
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) }
}

const renamed = (text: string, copy: number): string =>
  text.replaceAll(/[0-9a-f]{4}([0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/g, `${copy.toString(16).padStart(4, '0')}$1`)

/** Starts Strata with the sample sessions already imported. */
export async function launchWithSamples(options: LaunchOptions = {}): Promise<RunningStrata> {
  const { home, remove } = sampleHome()
  const strata = await launchStrata({ ...options, home })
  const job = await ask(strata.page, 'import.start', { paths: [path.join(home, '.claude', 'projects')] })
  if (!job.ok) throw new Error(job.failure.message)
  const { jobId } = job.value as { readonly jobId: string }
  await ask(strata.page, 'job.wait', { jobId })
  return {
    ...strata,
    close: async () => {
      await strata.close()
      remove()
    },
  }
}
