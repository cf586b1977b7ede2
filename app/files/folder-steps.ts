/** Changes that commands make to folders, as steps of the known files below them. */
import { posix } from 'node:path'
import type { Act, Named } from '../shell/act.ts'
import { isAtOrBelow, withoutDrive } from '../shell/place.ts'
import { pathsOf, type Copied, type FileStep, type Gone, type Moved, type Ran } from './file-step.ts'

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** A name without an extension is mostly that of a folder, into which the file is moved. */
const movedTo = (from: string, to: string): string => {
  const isFile = nameIn(to).includes('.') || !nameIn(from).includes('.')
  return isFile ? to : posix.join(to, nameIn(from))
}

/** Links that are followed: a script may make any number. */
const maxLinks = 400
/** Places of one file through links. */
const maxPlaces = 100

const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`)

/** As a shell names it. */
const shellPath = (path: string): string => posix.normalize(withoutDrive(path))

const onDrive = /^\/([a-z])(\/.*)$/

/** Messages of a program that fails. */
const failure =
  /:(?:cd|pushd|popd):\d+: |(?:^|\n|: )(?:g?mv|g?cp|g?rm|unlink|cd|pushd|popd|mkdir|rmdir): |(?:^|\n)(?:fatal|error|warning): /
/** The client cuts longer outputs. */
const maxOutputLength = 20_000

/** Whether an output shows that commands in it may have failed. */
export const mayShowFailure = (output: string): boolean => output.length > maxOutputLength || failure.test(output)

type Changing = Exclude<Act, { kind: 'made' | 'linked' | 'unsure' }>
type Removed = Extract<Act, { kind: 'removed' }>
type Transfer = Exclude<Changing, Removed>

interface Below {
  /** In the form of the records, and what follows the folder: '' for the file itself. */
  readonly path: string
  readonly rest: string
}

/** Something may have changed the files. */
const doubt = (written: readonly string[]): Ran => ({ step: 'ran', effect: { kind: 'paths', written, removed: [], moved: [] } })

/** Whether a later act of the command may have changed the same files: then nothing about them is certain. */
const mayChangeLater = (acts: readonly Act[], at: number, step: FileStep): boolean =>
  acts.some((later, place) => place > at && later.kind === 'unsure' && pathsOf(step).some((path) => isAtOrBelow(path, later.path)))

/** The files that an agent knows to be there. */
export class PresentFiles {
  /** Path as a shell names it → as the records do. */
  readonly #files = new Map<string, string>()
  /** Above files, also those that went away, and those that commands made. */
  readonly #folders = new Set<string>()

  /** Folders that went away. */
  readonly #goneFolders = new Set<string>()

  /** Two places, what is written to one of which is in the other. */
  readonly #links: (readonly [string, string])[] = []

  /** Targets of moves and copies of which it was guessed whether they are folders. */
  readonly #guessed = new Set<string>()

  copy(): PresentFiles {
    const copy = new PresentFiles()
    for (const [key, path] of this.#files) copy.#files.set(key, path)
    for (const folder of this.#folders) copy.#folders.add(folder)
    for (const folder of this.#goneFolders) copy.#goneFolders.add(folder)
    for (const path of this.#guessed) copy.#guessed.add(path)
    copy.#links.push(...this.#links)
    return copy
  }

  /** Notes whether files exist, according to a step. */
  note(step: FileStep): void {
    switch (step.step) {
      case 'whole':
      case 'bytes':
      case 'written':
      case 'edited':
      case 'sought':
        this.#add(step.path)
        break
      case 'part':
        if (step.isSelection !== true) this.#add(step.path)
        break
      case 'gone':
      case 'absent':
        this.#files.delete(shellPath(step.path))
        break
      case 'moved':
        this.#files.delete(shellPath(step.path))
        this.#add(step.to)
        break
      case 'copied':
        this.#add(step.to)
        break
      case 'ran':
        break
    }
  }

  /** Notes the links that a command may have made: also one that failed later, since links lead to doubts only. */
  linked(acts: readonly Act[]): void {
    for (const act of acts) if (act.kind === 'linked' && this.#links.length < maxLinks) this.#links.push([act.from.path, act.to])
  }

  /** Other places of a file, through links and links to links, as a shell names them. */
  linkedWith(path: string): readonly string[] {
    const found = new Set([shellPath(path)])
    const follow = (place: string, from: string, to: string): void => {
      // A folder may contain a link to itself: it is followed once.
      const isAgain = isIn(to, from) && isIn(place, to)
      if (found.size < maxPlaces && isIn(place, from) && !isAgain) found.add(to + place.slice(from.length))
    }
    for (const place of found) {
      for (const [one, other] of this.#links) {
        follow(place, one, other)
        follow(place, other, one)
      }
    }
    return [...found].slice(1)
  }

  /** The targets of links that lie below a folder, or that a path may mean whose folder is not known. */
  linkedBelow(path: string): readonly string[] {
    const own = shellPath(path)
    const names = new Set(own.startsWith('/') ? [] : own.split('/'))
    const isBelow = (link: string): boolean => link.startsWith(`${own}/`) || (names.size > 0 && names.has(nameIn(link)))
    return this.#links.flatMap(([target, link]) => (isBelow(link) ? [target, ...this.linkedWith(target)] : []))
  }

  #add(path: string): void {
    const own = shellPath(path)
    this.#files.set(own, path)
    for (let folder = posix.dirname(own); folder.length > 1 && !this.#folders.has(folder); folder = posix.dirname(folder))
      this.#addFolder(folder)
  }

  #addFolder(path: string): void {
    this.#folders.add(path)
    this.#goneFolders.delete(path)
  }

  #forgetFolder(path: string): void {
    for (const folder of this.#folders) {
      if (folder !== path && !folder.startsWith(`${path}/`)) continue
      this.#folders.delete(folder)
      this.#goneFolders.add(folder)
    }
  }

  #isFile(path: string): boolean {
    return this.#files.has(path)
  }

  /** @param path as a shell names it */
  #below(path: string): readonly Below[] {
    const folder = path.endsWith('/') ? path : `${path}/`
    const found: Below[] = []
    for (const [key, own] of this.#files) if (key.startsWith(folder)) found.push({ path: own, rest: key.slice(folder.length - 1) })
    return found
  }

  #isFolder(path: string): boolean {
    return path === '/' || this.#folders.has(path)
  }

  /** Paths that match a pattern, each once. */
  #matching({ path, pattern }: Named): readonly string[] {
    if (pattern === undefined) return [path]
    const [expression, folder] = [new RegExp(pattern.expression), path === '/' ? '/' : `${path}/`]
    const found = new Set<string>()
    for (const one of [...this.#files.keys(), ...this.#folders]) {
      if (!one.startsWith(folder)) continue
      const names = one.slice(folder.length).split('/')
      const own = folder + names.slice(0, pattern.depth).join('/')
      if (names.length >= pattern.depth && expression.test(own)) found.add(own)
    }
    return [...found]
  }

  /** The steps of what a command did, one act after the other. @param cwd says in which form the records name files */
  stepsOf(acts: readonly Act[], cwd: string | undefined): readonly FileStep[] {
    const isWindows = cwd !== undefined && /^[A-Za-z]:/.test(cwd)
    /** As records name a path that no record names yet. */
    const named = (path: string): string => {
      const [, drive = '', rest = ''] = (isWindows && onDrive.exec(path)) || []
      return drive === '' ? path : `${drive.toUpperCase()}:${rest.replaceAll('/', '\\')}`
    }
    const steps: FileStep[] = []
    for (const [at, act] of acts.entries()) {
      if (act.kind === 'made') this.#addFolder(act.path)
      if (act.kind === 'made' || act.kind === 'linked' || act.kind === 'unsure') continue
      const matching = this.#matching(act.from)
      const own = matching.flatMap((from) => this.#stepsFrom(act, from, named, matching.length > 1))
      for (const step of own) {
        if (mayChangeLater(acts, at, step)) {
          // An earlier act may have made one of its places certain.
          steps.push(doubt(pathsOf(step)))
          continue
        }
        this.note(step)
        steps.push(step)
      }
    }
    return steps
  }

  #stepsFrom(act: Changing, from: string, named: (path: string) => string, isOneOfSeveral: boolean): readonly FileStep[] {
    if (act.kind === 'removed') {
      const removed = this.#removed(act, from, named)
      return act.mayBeLeftOut === true && removed.length > 0 ? [...removed, doubt(removed.map(({ path }) => path))] : removed
    }
    const isGuessed = [...this.#guessed].some((guessed) => isAtOrBelow(from, guessed) || isAtOrBelow(act.to, guessed))
    const isLeftOut = ({ to }: Moved | Copied): boolean => act.mayBeLeftOut === true && this.#isFile(shellPath(to))
    const all = this.#transferred(act, from, named, isOneOfSeveral)
    const steps = all.filter((step) => !isLeftOut(step))
    // Which folders exist is not certain. What is moved is doubted already; of a copy only its place is.
    const written = [...(act.kind === 'copied' ? steps.map(({ to }) => to) : []), ...(isGuessed ? [named(from), named(act.to)] : [])]
    if (act.mayBeLeftOut === true) written.push(...all.flatMap((step) => (step.step === 'moved' ? pathsOf(step) : [step.to])))
    return written.length === 0 ? steps : [...steps, doubt(written)]
  }

  #removed({ isFolder, from: { pattern } }: Removed, from: string, named: (path: string) => string): readonly Gone[] {
    const [below, known] = [this.#below(from), this.#files.get(from)]
    this.#forgetFolder(from)
    if (below.length > 0) return below.map(({ path }) => ({ step: 'gone', path }))
    return isFolder || (known === undefined && pattern !== undefined) ? [] : [{ step: 'gone', path: known ?? named(from) }]
  }

  #transferred(act: Transfer, from: string, named: (path: string) => string, isOneOfSeveral: boolean): readonly (Moved | Copied)[] {
    const [below, known] = [this.#below(from), this.#files.get(from)]
    const isFolder = below.length > 0 || (known === undefined && this.#folders.has(from))
    if (act.kind === 'copied' && isFolder && !act.isRecursive) return []
    const to = this.#targetOf(act, from, isFolder, isOneOfSeveral)
    const step = (path: string, target: string): Moved | Copied => ({ step: act.kind, path, to: this.#files.get(target) ?? named(target) })
    if (isFolder) {
      if (act.kind === 'moved') this.#forgetFolder(from)
      this.#addFolder(to)
      return below.map(({ path, rest }) => step(path, posix.join(to, rest)))
    }
    // The content of a copy is unknown, and the file that it replaces has a new content.
    if (known === undefined && act.kind === 'copied' && !this.#isFile(to)) return []
    return [step(known ?? named(from), to)]
  }

  #targetOf({ target, to }: Transfer, from: string, isFolder: boolean, isOneOfSeveral: boolean): string {
    const inside = posix.join(to, nameIn(from))
    if (target === 'as') return to
    if (target === 'into' || this.#isFolder(to)) return inside
    if (target === 'slash') return isFolder ? to : inside
    if (isFolder || this.#isFile(to) || this.#goneFolders.has(to)) return to
    // Several files can only be moved into a folder.
    if (isOneOfSeveral) return inside
    const guess = movedTo(from, to)
    if (guess !== to) this.#guessed.add(to)
    return guess
  }
}
