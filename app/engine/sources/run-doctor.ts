/** Finds out why there is nothing to see: which folders were probed, what they hold, and whether a sample can be parsed. */
import type { DoctorView, RootView } from '../../contract/sources.ts'
import type { StoreView } from '../../contract/store.ts'
import { agentCalled, finder } from '../../../importer/agents.ts'
import { closeFile, openFile } from '../../../importer/read-lines.ts'
import { countLines } from '../../model/count-lines.ts'
import { unreadableText } from '../../model/format/unreadable-text.ts'
import { systemReason } from '../../model/failure.ts'
import { captureFaults } from '../capture/begin-capture.ts'
import { settingsFault } from '../kernel/settings.ts'

type Sample = NonNullable<DoctorView['sample']>

/** Parses the newest transcript there is. */
const parseSample = (roots: readonly RootView[]): Sample | null => {
  const files = roots.filter((root) => root.files > 0).flatMap((root) => finder.discover([root.path]).files)
  const newest = files.filter((file) => file.role === 'session' && file.size > 0).sort((a, b) => (a.modifiedNs > b.modifiedNs ? -1 : 1))[0]
  if (newest === undefined) return null
  try {
    const open = openFile(newest.path)
    try {
      const reader = agentCalled(newest.agent).lines.openReader((line) => line)
      const { lines } = reader.read(
        open,
        () => undefined,
        () => undefined,
      )
      const parsed = lines.filter((line) => !line.blank && line.class !== 'malformed').length
      return { file: newest.path, lines: countLines(lines), parsed, problem: parsed === 0 ? 'no line contains a record' : null }
    } finally {
      closeFile(open)
    }
  } catch (thrown) {
    return { file: newest.path, lines: 0, parsed: 0, problem: `cannot be read: ${systemReason(thrown)}` }
  }
}

const pendingText = (files: number): string =>
  `${files === 1 ? '1 file is' : `${files} files are`} new or changed since the last import: run \`strata import\`.`

/** Why no transcript is found; undefined: some are. */
const whyNothingFound = (roots: readonly RootView[]): string | undefined => {
  if (roots.every((root) => !root.exists))
    return 'No transcript folder exists: Claude Code has not run as this user, or uses another folder (set CLAUDE_CONFIG_DIR, or give the folder).'
  if (roots.some((root) => root.files > 0)) return undefined
  const broken = roots.find((root) => root.problem !== null)
  if (broken !== undefined) return `${broken.path} ${broken.problem ?? ''}`
  return 'The folders exist but contain no transcripts: Claude Code may have deleted them after its retention period.'
}

const likelyCause = (roots: readonly RootView[], sample: Sample | null, store: StoreView | null, faults: readonly string[]): string => {
  const missing = store === null ? undefined : unreadableText(store.unreadable)
  if (missing !== undefined) return missing
  const nothing = whyNothingFound(roots)
  if (nothing !== undefined) return nothing
  if (sample !== null && sample.problem !== null) return `Cannot parse the newest transcript: ${sample.problem}.`
  if (store === null || store.sessions === 0) return 'The transcripts can be parsed, but none is imported yet: run `strata import`.'
  const pending = roots.reduce((sum, root) => sum + root.pendingFiles, 0)
  if (pending > 0) return pendingText(pending)
  return faults.length > 0 ? 'All transcripts are imported, but the store has faults.' : 'No faults: all transcripts are imported.'
}

const settingsFaults = (storeDir: string): readonly string[] => {
  const fault = settingsFault(storeDir)
  return fault === undefined
    ? []
    : [`${fault}. Correct or remove the file; until then the defaults apply, and a change of settings keeps this file`]
}

/** @param store null: there is none yet */
export const runDoctor = (roots: readonly RootView[], store: StoreView | null): DoctorView => {
  const sample = parseSample(roots)
  const missing = store === null ? undefined : unreadableText(store.unreadable)
  const lost = missing === undefined ? [] : [missing]
  const faults = store === null ? [] : [...lost, ...settingsFaults(store.dir), ...captureFaults(store.dir)]
  return { roots, store, sample, likelyCause: likelyCause(roots, sample, store, faults), faults }
}
