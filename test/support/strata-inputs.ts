/** The reference inputs that lie beside the project on machines that have them: real sessions and a corpus generator. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'vitest'
import { tempDir } from './temp-dir.ts'

const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** The folder with the reference inputs: STRATA_SHARED, else the one beside the project; undefined where there is none. */
export function referenceInputs(): string | undefined {
  const dir = path.resolve(process.env['STRATA_SHARED'] ?? path.join(projectRoot, '../shared'))
  return existsSync(path.join(dir, 'fixtures')) ? dir : undefined
}

/** As referenceInputs, but skips the running test with a reason where there is none. */
export function sharedOrSkip(context: TestContext): string {
  const dir = referenceInputs()
  if (dir !== undefined) return dir
  return context.skip('no reference inputs on this machine (set STRATA_SHARED to their folder)')
}

// Several test processes may need the same folder at the same time: the first that is ready moves its own into place.
function cached(name: string, fill: (dir: string) => void): string {
  const dir = path.join(os.tmpdir(), 'strata-inputs', name)
  if (existsSync(dir)) return dir
  const building = `${dir}.${String(process.pid)}`
  mkdirSync(building, { recursive: true })
  try {
    fill(building)
    renameSync(building, dir)
  } catch (cause) {
    rmSync(building, { recursive: true, force: true })
    if (!existsSync(dir)) throw cause
  }
  return dir
}

function stampOf(file: string): string {
  const { size, mtimeMs } = statSync(file)
  return createHash('sha256')
    .update(`${file} ${String(size)} ${String(mtimeMs)}`)
    .digest('hex')
    .slice(0, 12)
}

/** Real sessions: `projects` in Claude Code's layout, and per session the files of its `growth`, oldest first. */
export function realSessions(shared: string): { readonly projects: string; readonly growth: ReadonlyMap<string, readonly string[]> } {
  const archive = path.join(shared, 'fixtures/real-sessions/sessions.tar.gz')
  const dir = cached(`real-sessions-${stampOf(archive)}`, (into) => execFileSync('tar', ['-xzf', archive, '-C', into]))
  const growthDir = path.join(dir, 'growth')
  const growth = readdirSync(growthDir).map((session) => {
    const folder = path.join(growthDir, session)
    return [
      session,
      readdirSync(folder)
        .sort()
        .map((file) => path.join(folder, file)),
    ] as const
  })
  return { projects: path.join(dir, 'projects'), growth: new Map(growth) }
}

/** Consecutive real sessions of one project: `projects` in Claude Code's layout. */
export function realProject(shared: string): string {
  const archive = path.join(shared, 'fixtures/real-project/sessions.tar.xz')
  const dir = cached(`real-project-${stampOf(archive)}`, (into) => execFileSync('tar', ['-xJf', archive, '-C', into]))
  return path.join(dir, 'projects')
}

export interface RealClientScenario {
  readonly name: string
  /** The folder to import. */
  readonly projects: string
  /** What happened in it, as its expected.json says. */
  readonly expected: unknown
}

/** Sessions that the real client wrote in known situations. */
export function realClientScenarios(shared: string): readonly RealClientScenario[] {
  const dir = path.join(shared, 'fixtures/real-client')
  return readdirSync(dir).map((name) => ({
    name,
    projects: path.join(dir, name, '.claude/projects'),
    expected: JSON.parse(readFileSync(path.join(dir, name, 'expected.json'), 'utf8')) as unknown,
  }))
}

/**
 * A copy of one shape that users of similar tools reported, in a temporary folder of the test.
 * @param name folder name below fixtures/reports, for example `05-compact-replays`
 * @returns the copied folder and, in it, `projects` to import
 */
export function reportShape(shared: string, name: string): { readonly dir: string; readonly projects: string } {
  const dir = path.join(tempDir(), name)
  cpSync(path.join(shared, 'fixtures/reports', name), dir, { recursive: true })
  return { dir, projects: path.join(dir, 'projects') }
}

export interface CorpusOptions {
  readonly profile: 'small' | 'seed' | 'huge' | 'adversarial'
  readonly seed?: number
  readonly sessions?: number
}

export interface Corpus {
  readonly projects: string
  /** The parsed truth.json: what an exact count of the corpus gives. */
  readonly truth: unknown
}

/** A synthetic corpus, generated once per machine, profile, seed and number of sessions. */
export function corpus(shared: string, options: CorpusOptions): Corpus {
  const generator = path.join(shared, 'tools/corpus/generate-corpus.mjs')
  const seed = String(options.seed ?? 1)
  const sessions = options.sessions === undefined ? [] : ['--sessions', String(options.sessions)]
  const name = `corpus-${options.profile}-${seed}-${sessions[1] ?? 'all'}-${stampOf(generator)}`
  const dir = cached(name, (into) => {
    execFileSync(process.execPath, [generator, '--out', into, '--profile', options.profile, '--seed', seed, ...sessions, '--quiet'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  })
  return { projects: path.join(dir, 'projects'), truth: JSON.parse(readFileSync(path.join(dir, 'truth.json'), 'utf8')) as unknown }
}
