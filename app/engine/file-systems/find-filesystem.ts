/** Finds the file system that a person names. */
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { Store } from '../../store/store.ts'
import { filesystemEntries, homeFilesystem, settledMachine } from './file-systems.ts'

/** The name of the file system of this machine, wherever the store is. */
export const thisName = 'this'
export const filesystemsListed = 'strata filesystem list'

const whole = /^[0-9a-f]{64}$/
const beginning = /^[0-9a-f]{4,63}$/

export const isFilesystemId = (text: string): boolean => whole.test(text)

const oneOf = (found: readonly string[], text: string): string | undefined => {
  const candidates = [...new Set(found)]
  if (candidates.length > 1) throw new StrataError('ambiguous-id', `“${text}” is ambiguous: ${candidates.join(', ')}`, { text, candidates })
  return candidates[0]
}

const knownFilesystems = (store: Store, machine: string): readonly string[] => [
  machine,
  homeFilesystem(store) ?? machine,
  ...filesystemEntries(store).flatMap(({ of, filesystem_id: filesystemId }) => [of, filesystemId ?? of]),
  ...store
    .sessionIds()
    .flatMap((sessionId) => (store.session(sessionId)?.inputs.filesystems ?? []).map(([, filesystemId]) => filesystemId)),
]

/**
 * The file system with an id, a name, or a unique beginning of an id that names and sources use. Of equal names that of this machine counts.
 * @throws StrataError not-found, ambiguous-id, invalid-input
 */
export const findFilesystem = async (context: Pick<EngineContext, 'store' | 'env'>, text: string): Promise<string> => {
  const { store } = context
  const id = text.toLowerCase()
  if (isFilesystemId(id)) return id
  const machine = await settledMachine(context)
  if (text === thisName) return machine
  const entries = filesystemEntries(store)
  const named = entries.filter(({ name }) => name === text)
  const own = named.filter(({ of }) => of === machine)
  const counting = own.length > 0 ? own : named
  const byName = oneOf(
    counting.flatMap(({ filesystem_id: filesystemId }) => filesystemId ?? []),
    text,
  )
  if (byName !== undefined) return byName
  if (named.length > 0)
    throw new StrataError('invalid-input', `“${text}” changes paths and names no file system`, { text, list: filesystemsListed })
  const known = beginning.test(id) ? knownFilesystems(store, machine) : []
  const byId = oneOf(
    known.filter((one) => one.startsWith(id)),
    text,
  )
  if (byId !== undefined) return byId
  throw new StrataError('not-found', `No file system has the name “${text}”, and it is not an id of 64 hex digits`, {
    text,
    list: filesystemsListed,
  })
}
