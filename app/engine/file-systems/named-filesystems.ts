/** Lists, adds and removes names of file systems and rules for paths of transcripts. */
import type { CallParsed } from '../../contract/calls.ts'
import type { FilesystemsView, FilesystemView, SourceFilesystemView } from '../../contract/filesystems.ts'
import { StrataError } from '../../model/failure.ts'
import { normalPath } from '../../model/objects/file-path.ts'
import { carried } from '../../store/files/holdings.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import {
  filesystemEntries,
  filesystemIdOf,
  filesystemIn,
  filesystemOfRoot,
  homeFilesystem,
  newFilesystemId,
  settledMachine,
  thisMachine,
} from './file-systems.ts'
import { filesystemsListed, findFilesystem, isFilesystemId, thisName } from './find-filesystem.ts'
import { withWriteLock } from '../kernel/write-lock.ts'

type NewEntry = Extract<NewJournalEntry, { readonly kind: 'filesystem' }>
type Given = CallParsed<'filesystems.add'>

const viewOf = (entry: NewEntry): FilesystemView => ({
  name: entry.name,
  filesystemId: entry.filesystem_id ?? null,
  of: entry.of,
  prefix: entry.prefix ?? null,
  as: entry.as ?? null,
  root: entry.root ?? null,
  setAt: Date.parse(entry.set_at),
})

/** Folders of transcripts with the file systems that their sessions name. @param home of sessions that name none; null: it is not known */
const sourcesOf = (store: Store, home: string | null): readonly SourceFilesystemView[] => {
  const found = new Map<string, { root: string; filesystemId: string; sessions: number }>()
  for (const sessionId of store.sessionIds()) {
    const entry = store.session(sessionId)
    for (const root of new Set(entry?.sources.map((source) => source.root))) {
      const filesystemId = (entry && filesystemIn(entry, root)) ?? home
      if (filesystemId === null) continue
      const key = JSON.stringify([root, filesystemId])
      const one = found.get(key) ?? { root, filesystemId, sessions: 0 }
      one.sessions++
      found.set(key, one)
    }
  }
  return [...found.values()].sort((a, b) => (`${a.root}\0${a.filesystemId}` < `${b.root}\0${b.filesystemId}` ? -1 : 1))
}

export const listFilesystems = async (context: EngineContext): Promise<FilesystemsView> => {
  const { store } = context
  const machine = await thisMachine(context)
  const home = homeFilesystem(store) ?? machine.filesystemId
  return { machine, filesystems: filesystemEntries(store).map(viewOf), sources: sourcesOf(store, home) }
}

const nameShape = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u

/** @throws StrataError invalid-input */
const checkName = (name: string): void => {
  if (name === thisName)
    throw new StrataError('invalid-input', `“${thisName}” already names the file system of this machine`, { text: name })
  if (!nameShape.test(name) || isFilesystemId(name.toLowerCase()))
    throw new StrataError('invalid-input', `“${name}” is not a valid name for a file system: use letters, digits, - _ and .`, {
      text: name,
    })
}

/** @throws StrataError invalid-input */
const absolute = (path: string, option: string): string => {
  const found = normalPath(path)
  if (found !== undefined) return found
  const message = `“${path}” is not an absolute path: give ${option} as transcripts write it, for example /workspace or C:\\work`
  throw new StrataError('invalid-input', message, { text: path })
}

interface RulePaths {
  readonly prefix?: string
  readonly as?: string
  readonly root?: string
}

/** @throws StrataError invalid-input */
const pathsOf = ({ prefix: given, as, root }: Given): RulePaths => {
  if (given === undefined && (as !== undefined || root !== undefined))
    throw new StrataError('invalid-input', `--${as === undefined ? 'root' : 'as'} requires --prefix`, {})
  const prefix = given === undefined ? undefined : absolute(given, '--prefix')
  const target = as === undefined ? undefined : absolute(as, '--as')
  if (prefix !== undefined && prefix === target)
    throw new StrataError('invalid-input', `--prefix and --as are the same path: ${prefix}`, { text: prefix })
  return {
    ...(prefix === undefined ? {} : { prefix }),
    ...(target === undefined ? {} : { as: target }),
    ...(root === undefined ? {} : { root }),
  }
}

/** The file system whose transcripts a rule applies to. @throws StrataError not-found, ambiguous-id, invalid-input */
const ruledFilesystem = async (context: EngineContext, { of, root }: Given): Promise<string> => {
  if (of !== undefined) return findFilesystem(context, of)
  const machine = await settledMachine(context)
  if (root === undefined) return machine
  const sources = sourcesOf(context.store, homeFilesystem(context.store) ?? machine).filter((source) => source.root === root)
  const [first, ...others] = sources
  if (first === undefined) return filesystemOfRoot(context.store, root) ?? machine
  if (others.length === 0) return first.filesystemId
  const candidates = sources.map(({ filesystemId }) => filesystemId)
  const message = `Transcripts of ${root} come from several file systems: choose one with --of: ${candidates.join(', ')}`
  throw new StrataError('ambiguous-id', message, { text: root, candidates })
}

/** The file system that the name is for; undefined: the rule changes paths only. @throws StrataError not-found, ambiguous-id, invalid-input */
const namedFilesystem = async (context: EngineContext, { id, machineId, as }: Given): Promise<string | undefined> => {
  if (id !== undefined && machineId !== undefined)
    throw new StrataError('invalid-input', 'Give --id or --machine-id, not both', { text: id })
  if (id !== undefined) return findFilesystem(context, id)
  if (machineId !== undefined) return filesystemIdOf(machineId.trim())
  return as === undefined ? newFilesystemId() : undefined
}

/** @throws StrataError name-taken */
const checkFree = (store: Store, { name, of, prefix, root }: NewEntry): void => {
  const own = filesystemEntries(store).filter((entry) => entry.of === of)
  const option = 'removeFilesystem'
  const sameName = own.find((entry) => entry.name === name)
  if (sameName !== undefined) {
    const where = sameName.prefix === undefined ? `is file system ${sameName.filesystem_id ?? ''}` : `has the prefix ${sameName.prefix}`
    throw new StrataError('name-taken', `The name “${name}” exists already: it ${where}`, { name, option })
  }
  const samePrefix = own.find((entry) => prefix !== undefined && entry.prefix === prefix && entry.root === root)
  if (samePrefix !== undefined)
    throw new StrataError('name-taken', `The prefix ${samePrefix.prefix ?? ''} already has a rule: “${samePrefix.name}”`, { name, option })
}

const write = (store: Store, journal: NewEntry): Promise<void> =>
  store.writeUnits([{ entries: [], journal, replaces: undefined, rows: {} }])

/** @throws StrataError invalid-input, name-taken, not-found, ambiguous-id, disk-full */
export const addFilesystem = async (context: EngineContext, given: Given): Promise<FilesystemView> => {
  const { store } = context
  checkName(given.name)
  const paths = pathsOf(given)
  const of = await ruledFilesystem(context, given)
  const filesystemId = await namedFilesystem(context, given)
  const entry: NewEntry = {
    kind: 'filesystem',
    name: given.name,
    of,
    ...paths,
    ...(filesystemId === undefined ? {} : { filesystem_id: filesystemId }),
    set_at: new Date().toISOString(),
  }
  await withWriteLock(store, async () => {
    checkFree(store, entry)
    await write(store, entry)
  })
  context.changed([])
  return viewOf(entry)
}

/**
 * Removes the name of a file system. When several machines use the name, it removes that of this machine.
 * @throws StrataError not-found, ambiguous-id, disk-full
 */
export const removeFilesystem = async (context: EngineContext, { name, of }: CallParsed<'filesystems.remove'>): Promise<FilesystemView> => {
  const { store } = context
  const wanted = of === undefined ? undefined : await findFilesystem(context, of)
  const { filesystemId: machine } = await thisMachine(context)
  const removed = await withWriteLock(store, async () => {
    const named = filesystemEntries(store).filter((entry) => entry.name === name && (wanted === undefined || entry.of === wanted))
    const own = named.filter((entry) => entry.of === machine)
    const [found, ...others] = own.length > 0 ? own : named
    if (found === undefined)
      throw new StrataError('not-found', `No file system has the name “${name}”`, { text: name, list: filesystemsListed })
    if (others.length > 0) {
      const candidates = [found, ...others].map((entry) => entry.of)
      throw new StrataError('ambiguous-id', `“${name}” is ambiguous: choose with --of: ${candidates.join(', ')}`, {
        text: name,
        candidates,
      })
    }
    const entry = { ...carried(found), set_at: new Date().toISOString() } as NewEntry
    await write(store, { ...entry, removed: true })
    return entry
  })
  context.changed([])
  return viewOf(removed)
}
