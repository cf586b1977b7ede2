/** Changes that a command makes to files and folders, as far as its text shows them; in the order of the commands. */
import { posix } from 'node:path'
import { type Argument, textOf } from './argument.ts'
import { type Folders, placesOf } from './place.ts'

interface PathPattern {
  /** A regular expression for whole paths. */
  readonly expression: string
  /** Number of names of these paths below the folder. */
  readonly depth: number
}

/** Files and folders by their path, or by a pattern that the shell matches with what exists. */
export interface Named {
  /** Absolute; of a pattern the folder in which it begins. */
  readonly path: string
  readonly pattern?: PathPattern
}

/**
 * Where files go: `into` a folder, `as` the path itself, or `either`: into it if it is a folder. After a slash it is a folder, which for a
 * folder that is moved may be a new one.
 */
export type Target = 'into' | 'as' | 'either' | 'slash'

interface Transfer {
  readonly from: Named
  readonly to: string
  readonly target: Target
}

export type Act =
  /** `isFolder`: only a folder can have been removed, not a file of that name. */
  (
    | { readonly kind: 'removed'; readonly from: Named; readonly isFolder: boolean }
    | ({ readonly kind: 'moved' } & Transfer)
    | ({ readonly kind: 'copied'; readonly isRecursive: boolean } & Transfer)
    /** What is written to one of the places is in the other. */
    | { readonly kind: 'linked'; readonly from: Named; readonly to: string }
    | { readonly kind: 'made'; readonly path: string }
    /** Something may have changed or made it. */
    | { readonly kind: 'unsure'; readonly path: string }
  ) & {
    readonly isShown: boolean
    /** The command may have succeeded without it: `git mv -k`, or `mv -n` where a file has the new name. */
    readonly mayBeLeftOut?: boolean
  }

/** The changes that an act may have made when its success is not certain. */
export const unsureActs = (act: Act): readonly Act[] => {
  const places = act.kind === 'made' || act.kind === 'unsure' ? [act.path] : [act.from.path, ...('to' in act ? [act.to] : [])]
  return places.map((path) => ({ kind: 'unsure', path, isShown: false }))
}

/** The absolute path of an argument that is written out, if the working directory is known. */
export const pathIn = (argument: Argument, folders: Folders): string | undefined => {
  const [place, ...others] = textOf(argument) === undefined ? [] : placesOf(argument, folders)
  return typeof place === 'object' && others.length === 0 && place.path.startsWith('/') ? place.path : undefined
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')

/** A piece of a glob as a regular expression; undefined: shells differ about it. */
const globPattern = (glob: string, isFirst: boolean): string | undefined => {
  // What begins with a full stop is hidden.
  const hidden = isFirst ? '(?!\\.)' : ''
  if (glob === '*') return `${hidden}[^/]*`
  if (glob === '?') return `${hidden}[^/]`
  const [, negated, own] = /^\[([!^]?)([\w .,+@-]+)\]$/.exec(glob) ?? []
  return own === undefined ? undefined : `${hidden}[${negated === '' ? '' : '^/'}${own}]`
}

const patternOf = (argument: Argument): { readonly head: string; readonly pattern: string; readonly depth: number } | undefined => {
  let [head, pattern, names, isPattern] = ['', '', '', false]
  for (const piece of argument) {
    if (piece.kind === 'text' && !isPattern) {
      const slash = piece.text.lastIndexOf('/') + 1
      ;[head, names] = [piece.text.slice(0, slash), piece.text.slice(slash)]
      pattern = escaped(names)
    } else if (piece.kind === 'text') {
      ;[pattern, names] = [pattern + escaped(piece.text), names + piece.text]
    } else {
      const own = piece.kind === 'pattern' && piece.glob !== undefined ? globPattern(piece.glob, /(?:^|\/)$/.test(names)) : undefined
      if (own === undefined) return undefined
      ;[pattern, names, isPattern] = [pattern + own, `${names}*`, true]
    }
  }
  const all = names.split('/')
  return isPattern && all.every((name) => !/^\.{0,2}$/.test(name)) ? { head, pattern, depth: all.length } : undefined
}

/** The path or pattern that an argument names; undefined: its text does not show it. */
export const namedBy = (argument: Argument, folders: Folders): Named | undefined => {
  const path = pathIn(argument, folders)
  if (path !== undefined) return { path }
  const found = patternOf(argument)
  const folder = found && pathIn([{ kind: 'text', text: found.head === '' ? '.' : found.head }], folders)
  return found === undefined || folder === undefined
    ? undefined
    : { path: folder, pattern: { expression: `^${escaped(posix.join(folder, '/'))}${found.pattern}$`, depth: found.depth } }
}
