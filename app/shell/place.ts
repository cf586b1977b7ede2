/** Where the files that an argument names may be. */
import { posix } from 'node:path'
import type { Argument } from './argument.ts'

/**
 * A path names one file, and all files below it if it is a folder. A path that is not absolute names every file whose path ends so, and
 * what lies below those. `nowhere`: no file, for example /dev/null.
 */
export type Place = { readonly path: string } | 'anywhere' | 'nowhere'

/** Possible working directories, one of which is the actual one; undefined: any. */
export type Folders = readonly string[] | undefined

/** Paths of Windows in the form of its shells: `C:\a` is `/c/a`. */
export const withoutDrive = (path: string): string =>
  /^[A-Za-z]:[\\/]/.test(path) ? `/${path.slice(0, 1).toLowerCase()}${path.slice(2).replaceAll('\\', '/')}` : path

const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

/** Files whose folder is not known: the names after the last `..` are the end of their paths. */
const endingIn = (path: string): Place => {
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  const known = names.slice(names.lastIndexOf('..') + 1)
  return known.length === 0 ? 'anywhere' : { path: known.join('/') }
}

const noFile = /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|fd\/[^/]*)$/

/** The places of a path that is written out. */
const placesOfText = (text: string, folders: Folders): readonly Place[] => {
  const path = withoutDrive(text)
  if (path === '') return ['nowhere']
  if (path.startsWith('/')) {
    const whole = withoutSlash(posix.normalize(path)).replace(/^\/\//, '/')
    return [noFile.test(whole) ? 'nowhere' : { path: whole }]
  }
  if (folders === undefined) return [endingIn(path)]
  return folders.map((folder) => ({ path: withoutSlash(posix.join(folder, path)) }))
}

/** Represents a pattern in a path. No command contains it. */
const mark = '\0'

/** Whether what follows the folder of a pattern may leave that folder: `*` matches no `..`, but `.*` matched it in older shells. */
const mayLeave = (rest: string): boolean => {
  const names = rest.split('/')
  return names.some((name, at) => name === '..' || (name.startsWith('.') && name.includes(mark) && at < names.length - 1))
}

/** The folder below which a pattern matches. */
const placesOfPattern = (rest: string, folders: Folders, ends: boolean): readonly Place[] => {
  const slash = rest.slice(0, rest.indexOf(mark)).lastIndexOf('/')
  if (mayLeave(rest.slice(slash + 1))) return ['anywhere']
  const folder = rest.slice(0, slash + 1)
  if (ends) return [endingIn(folder)]
  if (folder === '') return folders === undefined ? ['anywhere'] : folders.map((path) => ({ path }))
  return placesOfText(folder, folders)
}

/** Where the file is that an argument names. */
export const placesOf = (argument: Argument, folders: Folders): readonly Place[] => {
  if (argument.some((piece) => piece.kind === 'free' && piece.isSplit)) return ['anywhere']
  const lastFree = argument.map(({ kind }) => kind).lastIndexOf('free')
  const rest = argument
    .slice(lastFree + 1)
    .map((piece) => (piece.kind === 'text' ? piece.text : mark))
    .join('')
  const patternAt = rest.indexOf(mark)
  if (lastFree >= 0) {
    const slash = rest.indexOf('/')
    if (slash < 0 || (patternAt >= 0 && slash > patternAt)) return ['anywhere']
    return patternAt < 0 ? [endingIn(rest.slice(slash + 1))] : placesOfPattern(rest.slice(slash + 1), folders, true)
  }
  return patternAt < 0 ? placesOfText(rest, folders) : placesOfPattern(rest, folders, false)
}

/** The form in which paths are compared: file systems of macOS and Windows ignore case, and macOS has two names for `/tmp` and `/var`. */
export const comparable = (path: string): string =>
  withoutSlash(
    withoutDrive(path)
      .replaceAll('\\', '/')
      .normalize('NFC')
      .toLowerCase()
      .replace(/^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/, ''),
  )

/** Whether `path` is what `named` names, or lies below it. */
export const isAtOrBelow = (path: string, named: string): boolean => {
  const [file, place] = [comparable(path), comparable(named)]
  if (place === '/') return true
  if (!place.startsWith('/')) return `/${file}/`.includes(`/${place}/`)
  // The folder of a relative path is not known, so each absolute place may contain it.
  return !file.startsWith('/') || `${file}/`.startsWith(`${place}/`)
}
