/** Stores elsewhere that have a name here. Where they lie is a matter of this machine: it is among the settings, not in the journal. */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RemoteView } from '../../contract/transfer.ts'
import { StrataError } from '../../model/failure.ts'
import { storeExists } from '../../store/open-store.ts'
import { readSettings, writeSettings } from '../kernel/settings.ts'

/** It becomes part of names of refs. */
const nameShape = /^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u

const real = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/** @throws StrataError invalid-input when they are one and the same store */
export const checkApart = (storeDir: string, path: string): void => {
  if (real(storeDir) === real(path)) throw new StrataError('invalid-input', `${path} is this store itself`, { path })
}

const viewOf = async ({ name, path }: { readonly name: string; readonly path: string }): Promise<RemoteView> => ({
  name,
  path,
  isThere: await storeExists(path).catch(() => false),
})

export const listRemotes = (storeDir: string): Promise<readonly RemoteView[]> => Promise.all(readSettings(storeDir).remotes.map(viewOf))

/** @throws StrataError invalid-input, name-taken */
export const addRemote = (storeDir: string, name: string, path: string): Promise<RemoteView> => {
  if (!nameShape.test(name))
    throw new StrataError('invalid-input', `“${name}” is not a valid name for a remote: use letters, digits, - and _`, { text: name })
  checkApart(storeDir, path)
  const settings = readSettings(storeDir)
  const taken = settings.remotes.find((remote) => remote.name === name)
  if (taken !== undefined && taken.path !== path)
    throw new StrataError('name-taken', `The remote ${name} exists already: ${taken.path}`, {
      name,
      path: taken.path,
      option: 'removeRemote',
    })
  if (taken === undefined) writeSettings(storeDir, { ...settings, remotes: [...settings.remotes, { name, path }] })
  return viewOf({ name, path })
}

/** @throws StrataError not-found */
export const remoteNamed = (storeDir: string, name: string): { readonly name: string; readonly path: string } => {
  const found = readSettings(storeDir).remotes.find((remote) => remote.name === name)
  if (found === undefined)
    throw new StrataError('not-found', `No remote has the name “${name}”`, { text: name, list: 'strata remote list' })
  return found
}

/** Removes a remote; data that was fetched from it stays. @throws StrataError not-found */
export const removeRemote = async (storeDir: string, name: string): Promise<RemoteView> => {
  const removed = await viewOf(remoteNamed(storeDir, name))
  const settings = readSettings(storeDir)
  writeSettings(storeDir, { ...settings, remotes: settings.remotes.filter((remote) => remote.name !== name) })
  return removed
}
