/** Home folders with the project's sample transcripts where Claude Code keeps them. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launchStrata, plainEnvironment, type LaunchOptions, type RunningStrata } from './launch-strata.ts'

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

interface Prepared {
  /** Where the sessions were imported from: a store names its files by their places. */
  readonly home: string
  /** Both as they were after the import. */
  readonly original: { readonly home: string; readonly storeDir: string }
}

let prepared: Prepared | undefined
let isOpen = false

/** The store knows when the files were last changed: whole seconds survive a copy. */
const changedAt = Math.floor(Date.now() / 1000)

const copyTo = (from: string, to: string): void => {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, preserveTimestamps: true })
}

/** The sample sessions imported once for all tests of this process. */
function prepare(): Prepared {
  const folder = mkdtempSync(path.join(tmpdir(), 'strata-prepared-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const home = path.join(folder, 'home')
  const original = { home: path.join(folder, 'original', 'home'), storeDir: path.join(folder, 'original', 'store') }
  const projects = path.join(home, '.claude', 'projects')
  cpSync(samples, projects, { recursive: true })
  for (const name of readdirSync(projects, { recursive: true, encoding: 'utf8' }))
    utimesSync(path.join(projects, name), changedAt, changedAt)
  const command = [path.join('dist', 'node', 'cli.cjs'), '--store', original.storeDir, 'import', projects]
  execFileSync(process.execPath, command, { env: { ...plainEnvironment(), HOME: home }, stdio: 'pipe' })
  copyTo(home, original.home)
  return { home, original }
}

/** Starts Strata with the sample sessions already imported. One such window is open at a time. */
export async function launchWithSamples(options: LaunchOptions = {}): Promise<RunningStrata> {
  if (isOpen) throw new Error('a window with the sample sessions is open already')
  prepared ??= prepare()
  const { home, original } = prepared
  const scratch = mkdtempSync(path.join(tmpdir(), 'strata-samples-'))
  const storeDir = path.join(scratch, 'store')
  copyTo(original.home, home)
  copyTo(original.storeDir, storeDir)
  const strata = await launchStrata({ ...options, home, storeDir })
  isOpen = true
  return {
    ...strata,
    close: async () => {
      isOpen = false
      await strata.close()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
