/** What this machine knows of a project beside its memory: what sessions were given, which process writes, and faults. */
import {
  appendFileSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../model/json-object.ts'
import type { ProjectFiles } from './project.ts'
import { readText, replaceFile } from './stored-text.ts'

/** The folder, with a rule that keeps it out of Git. */
export const makeLocal = ({ local }: ProjectFiles): void => {
  mkdirSync(local, { recursive: true })
  const rule = join(local, '.gitignore')
  if (!existsSync(rule)) writeFileSync(rule, '*\n')
}

/** What a session was given. */
export interface SessionMark {
  /** Its first prompt was seen. */
  readonly isPrompted: boolean
  /** A person wants no hooks in it. */
  readonly isOff: boolean
  /** Files and commands about which it was given a note. */
  readonly keys: readonly string[]
  /** Events that it was given. */
  readonly events: readonly string[]
}

/** A name of a file for any text. It need not be secret, and a hook has no time to load what makes better ones. */
const nameOf = (text: string): string => {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2654435761)
    other = Math.imul(other ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return `${(other >>> 0).toString(16).padStart(8, '0')}${(one >>> 0).toString(16).padStart(8, '0')}`
}

const noMark: SessionMark = { isPrompted: false, isOff: false, keys: [], events: [] }

const markFile = ({ local }: ProjectFiles, sessionId: string): string => join(local, 'sessions', `${nameOf(sessionId)}.json`)

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

export const readMark = (files: ProjectFiles, sessionId: string): SessionMark => {
  try {
    const value: unknown = JSON.parse(readText(markFile(files, sessionId)) ?? '{}')
    if (!isObject(value)) return noMark
    const { isPrompted, isOff, keys, events } = value
    return { isPrompted: isPrompted === true, isOff: isOff === true, keys: texts(keys), events: texts(events) }
  } catch {
    return noMark
  }
}

export const writeMark = (files: ProjectFiles, sessionId: string, change: Partial<SessionMark>): void => {
  makeLocal(files)
  replaceFile(markFile(files, sessionId), JSON.stringify({ ...readMark(files, sessionId), ...change }))
}

/**
 * Takes a note for a session: of two hooks that run together, one does.
 * @returns false: it was taken before
 */
export const takeOnce = (files: ProjectFiles, sessionId: string, key: string): boolean => {
  makeLocal(files)
  const folder = join(files.local, 'once')
  mkdirSync(folder, { recursive: true })
  const name = `${nameOf(sessionId)}-${nameOf(key)}`
  try {
    closeSync(openSync(join(folder, name), 'wx'))
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw thrown
  }
}

/** Sessions are not resumed after that time, and what they were given need not be known. */
const keptMs = 60 * 86_400_000

const ownName = /^[0-9a-f]{16}(?:\.json|-[0-9a-f]{16})$/

/** Removes what old sessions were given. */
export const forgetOld = ({ local }: ProjectFiles): void => {
  for (const name of ['sessions', 'once']) {
    const folder = join(local, name)
    if (!existsSync(folder)) continue
    for (const file of readdirSync(folder)) {
      if (!ownName.test(file)) continue
      const path = join(folder, file)
      if (statSync(path).mtimeMs < Date.now() - keptMs) rmSync(path, { force: true })
    }
  }
}

/** Longest log, bytes. */
const maxLog = 256 * 1024

/** A line without any content of prompts, files or events. */
export const noteFault = (files: ProjectFiles | undefined, where: string, thrown: unknown): void => {
  if (files === undefined) return
  try {
    makeLocal(files)
    const log = join(files.local, 'hooks.log')
    if (existsSync(log) && statSync(log).size > maxLog) rmSync(log)
    const { code } = thrown as { readonly code?: unknown }
    const name = thrown instanceof Error ? thrown.name : typeof thrown
    appendFileSync(log, `${new Date().toISOString()} ${where} ${name}${typeof code === 'string' ? ` ${code}` : ''}\n`)
  } catch {
    // A log that cannot be written says nothing.
  }
}

/** Older locks are of processes that were killed. */
const staleMs = 60_000

/** No process writes for that long. */
const longestMs = 3_600_000

const isRunning = (id: number): boolean => {
  try {
    process.kill(id, 0)
    return true
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const lockName = /^(\d{1,10})-[0-9a-z]{1,12}$/

/** A long extraction keeps its lock as long as its process runs. */
const isStale = (path: string, owner: number): boolean => {
  try {
    const age = Date.now() - lstatSync(path).mtimeMs
    return age > staleMs && (age > longestMs || owner <= 0 || !isRunning(owner))
  } catch {
    return true
  }
}

/** Whether another process has a lock; those of processes that were killed are removed: no other lock ever has their name. */
const isHeld = (folder: string, own: string): boolean => {
  const others = readdirSync(folder).filter((name) => name !== own && lockName.test(name))
  const stale = others.filter((name) => isStale(join(folder, name), Number(lockName.exec(name)?.[1])))
  for (const name of stale) rmSync(join(folder, name), { force: true })
  return others.length > stale.length
}

const longestPauseMs = 40

/**
 * Runs the work while no other process writes the memory: each makes a lock with a new name, and works if there is no other one then.
 * @returns undefined: another one is writing
 */
export const whileWriting = async <T>(files: ProjectFiles, waitMs: number, work: () => T): Promise<T | undefined> => {
  makeLocal(files)
  const folder = join(files.local, 'locks')
  mkdirSync(folder, { recursive: true })
  const own = `${String(process.pid)}-${Math.random().toString(36).slice(2, 12)}0`
  const lock = join(folder, own)
  const until = Date.now() + waitMs
  for (;;) {
    writeFileSync(lock, '', { flag: 'wx' })
    try {
      if (!isHeld(folder, own)) return work()
    } finally {
      rmSync(lock, { force: true })
    }
    if (Date.now() > until) return undefined
    // Two that make their locks together both give way.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longestPauseMs))
  }
}
