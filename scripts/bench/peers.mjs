/** `npm run bench -- --peers`: Strata beside other programs that read the same transcripts, on the same corpus. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../setup/project-root.mjs'
import { pythonVenv } from '../setup/python-venv.mjs'
import { say } from '../setup/say.mjs'
import { installCcusage } from './ccusage.mjs'
import { percentile } from './questions.mjs'
import { runMeasured } from './run-measured.mjs'

const rounds = 3
const maxSessions = '500'

/**
 * A program: how it is called to import `projects` into an empty `folder`, to do nothing, and to list the sessions. `prepareList` and
 * `finish` are not measured. Without a list, `noList` is the reason.
 */
const strata = {
  name: 'Strata',
  install: () => ({ command: process.execPath, first: [path.join(projectRoot, 'dist', 'node', 'cli.cjs')] }),
  env: ({ folder }) => ({ STRATA_STORE: path.join(folder, 'stored') }),
  import: ({ projects }) => ['import', projects],
  list: ['sessions', '--everything', '--number', maxSessions],
}

const everySession = ['--include-one-shot', '--include-automated', '--include-children', '--limit', maxSessions]

const agentsview = {
  name: 'agentsview',
  install: () => installPython('agentsview', '0.46.1'),
  env: ({ projects, folder }) => ({
    CLAUDE_PROJECTS_DIR: projects,
    AGENTSVIEW_DATA_DIR: path.join(folder, 'stored'),
    AGENTSVIEW_TELEMETRY_ENABLED: '0',
    AGENTSVIEW_DISABLE_UPDATE_CHECK: '1',
  }),
  importEnv: { AGENTSVIEW_NO_DAEMON: '1' },
  import: () => ['sync'],
  prepareList: ['daemon', 'start'],
  list: ['session', 'list', ...everySession],
  finish: ['daemon', 'stop'],
  note: 'its list asks a server that runs already',
}

const claudeCodeLog = {
  name: 'claude-code-log',
  install: () => installPython('claude-code-log', '1.7.0'),
  // Otherwise it writes its database among the transcripts.
  env: ({ folder }) => ({ CLAUDE_CODE_LOG_CACHE_PATH: path.join(folder, 'stored', 'cache.db') }),
  import: ({ projects, folder }) => [projects, '--all-projects', '--output', path.join(folder, 'stored')],
  noList: 'it has no such command',
  note: 'it writes HTML pages of all sessions',
}

const ccusage = {
  name: 'ccusage',
  async install() {
    const { program, version, reason } = await installCcusage()
    return reason === undefined ? { command: process.execPath, first: [program], version } : { reason }
  },
  canRead: (projects) => (path.basename(projects) === 'projects' ? undefined : 'it wants a folder named projects'),
  env: ({ projects }) => ({ CLAUDE_CONFIG_DIR: path.dirname(projects) }),
  import: () => ['daily', '--offline', '--json'],
  list: ['session', '--offline'],
  note: 'it counts tokens and stores nothing; its list reads all transcripts again',
}

async function installPython(packageName, version) {
  const { bin, reason } = await pythonVenv(packageName, version)
  return reason === undefined ? { command: path.join(bin, packageName), first: [], version } : { reason }
}

const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size, 0)

/** Each program gets a home folder without other agents' files and without settings. */
function environment(program, place) {
  const home = path.join(place.folder, 'home')
  for (const folder of [home, path.join(place.folder, 'stored')]) mkdirSync(folder, { recursive: true })
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:XDG_|STRATA_|CLAUDE_|AGENTSVIEW_)/.test(name))
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, DO_NOT_TRACK: '1', ...program.env(place) }
}

class PeerError extends Error {}

/** One round: a first import into an empty folder, then the other commands. */
async function measureRound(program, { command, first }, place) {
  const env = environment(program, place)
  const run = async (args, options = {}) => {
    const ran = await runMeasured(command, [...first, ...args], { env, ...options })
    if (ran.code === 0) return ran
    throw new PeerError(`${program.name} ${args[0]} failed: ${ran.output.trim().split('\n').at(-1) || `exit code ${ran.code}`}`)
  }
  const imported = await run(program.import(place), { env: { ...env, ...program.importEnv }, watchesMemory: true })
  const storedBytes = sizeOf(path.join(place.folder, 'stored'))
  const { ms: startMs } = await run(['--version'])
  const listMs = program.list === undefined ? undefined : await measureList(program, run)
  return { importMs: imported.ms, importCpuMs: imported.cpuMs, importPeakBytes: imported.peakBytes, storedBytes, startMs, listMs }
}

async function measureList(program, run) {
  try {
    if (program.prepareList !== undefined) await run(program.prepareList)
    return (await run(program.list)).ms
  } finally {
    if (program.finish !== undefined) await run(program.finish).catch((error) => say(error.message))
  }
}

const fields = ['importMs', 'importCpuMs', 'importPeakBytes', 'storedBytes', 'startMs', 'listMs']

/** Medians of the rounds, field by field; a field that was not measured stays undefined. */
const medians = (measured) =>
  Object.fromEntries(
    fields.map((field) => {
      const values = measured.map((round) => round[field]).filter((value) => value !== undefined)
      return [field, values.length === 0 ? undefined : percentile(values, 0.5)]
    }),
  )

const programs = [strata, agentsview, claudeCodeLog, ccusage]

/** Programs that can be excluded. */
export const peerNames = programs.slice(1).map(({ name }) => name)

/**
 * Figures of Strata and each peer, Strata first: {name, version, note, …figures}, or {name, reason} of one that did not run.
 * @param without names of peers that are not measured
 */
export async function measurePeers(projects, workDir, without) {
  const entrants = []
  for (const program of programs) {
    const reason = without.includes(program.name) ? 'excluded by --without' : program.canRead?.(projects)
    entrants.push({ program, measured: [], installed: reason === undefined ? await program.install() : { reason } })
  }
  const running = () => entrants.filter(({ installed }) => installed.reason === undefined)
  for (let round = 1; round <= rounds; round++)
    for (const entrant of running()) {
      say(`round ${round} of ${rounds}: ${entrant.program.name}`)
      const folder = path.join(workDir, `${entrant.program.name}-${round}`)
      try {
        entrant.measured.push(await measureRound(entrant.program, entrant.installed, { projects, folder }))
      } catch (error) {
        if (!(error instanceof PeerError)) throw error
        entrant.installed = { reason: error.message }
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
  return entrants.map(({ program: { name, note, noList }, measured, installed: { version, reason } }) =>
    reason === undefined ? { name, version, note, noList, ...medians(measured) } : { name, reason },
  )
}
