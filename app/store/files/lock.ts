/** The lock of a store: a file that names the one process that owns it, and is taken over when that process is gone. */
import { link, lstat, open, readFile, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { StrataError } from '../../model/failure.ts'
import { isFull } from './disk-full.ts'
import { exists, sizeOf } from './store-folder.ts'

const lockHolder = z
  .object({
    pid: z.number().int(),
    host: z.string(),
    program: z.string(),
    /** When the store was opened, ISO 8601. */
    since: z.string(),
    /** Distinguishes this process from a later one with the same pid; empty where the system does not say. */
    process: z.string(),
    /** Distinguishes this lock from every other; it becomes a part of a file's name. */
    nonce: z.string().regex(/^[\w-]{1,64}$/),
    /** The local socket on which the owner answers other programs; absent: it does not answer. */
    address: z.string().optional(),
  })
  .readonly()
type LockHolder = z.infer<typeof lockHolder>

/** The highest number of a process that a system gives. */
const highestPid = 0x7fff_ffff
/** A lock holds a few hundred bytes; what is longer is none. */
const maxLockLength = 65_536

/** How often two processes that race for the same dead lock may lose before they report it as held. */
const attempts = 5

/** Room for the content of a lock, bytes: no file system gives less to a file that has any content. */
const spareBytes = 1024
const spareOf = (path: string): string => `${path}.spare`

export interface Lock {
  /** Gives the store up. */
  release(): Promise<void>
}

/**
 * Takes the lock at `path` for this process.
 * @param address where this process answers others that want the store
 * @throws StrataError store-locked, naming the holder
 */
export const acquireLock = async (path: string, program: string, address?: string): Promise<Lock> => {
  const own: LockHolder = {
    pid: process.pid,
    host: hostname(),
    program,
    since: new Date().toISOString(),
    process: await processMark(process.pid),
    nonce: randomUUID(),
    ...(address === undefined ? {} : { address }),
  }
  const prepared = `${path}.${own.nonce}`
  try {
    const isSpare = await prepare(path, prepared, JSON.stringify(own))
    await acquire(path, prepared, attempts)
    return { release: () => release(path, own.nonce, isSpare) }
  } finally {
    await rm(prepared, { force: true })
  }
}

/** Keeps room for a lock at `path`, so that a store can be opened when the disk is full. Where none is left nothing is kept. */
export const keepSpareLock = async (path: string): Promise<void> => {
  const spare = spareOf(path)
  if ((await sizeOf(spare)) === spareBytes) return
  // Something else in its place keeps no room.
  await rm(spare, { recursive: true, force: true })
  try {
    await writeDurably(spare, ' '.repeat(spareBytes))
  } catch (cause) {
    await rm(spare, { force: true })
    if (!isFull(cause)) throw cause
  }
}

/** Writes a lock that is not taken yet. Returns true when the disk was full and the spare file was used. */
const prepare = async (path: string, prepared: string, content: string): Promise<boolean> => {
  try {
    await writeDurably(prepared, content)
    return false
  } catch (cause) {
    if (!isFull(cause)) throw cause
    const holder = await readHolder(path)
    if (holder !== 'gone' && (await isAlive(holder))) throw locked(path, holder)
    if (content.length > spareBytes || !(await exists(spareOf(path)))) throw cause
    await rename(spareOf(path), prepared)
    await writeInPlace(prepared, content.padEnd(spareBytes))
    return true
  }
}

/** Whether a process that may still run holds the lock at `path`. @throws StrataError store-locked when the lock cannot be read */
export const isHeld = async (path: string): Promise<boolean> => {
  const holder = await readHolder(path)
  return holder !== 'gone' && (await isAlive(holder))
}

/** Durable before it gets its name: a lock that is empty after a power cut could not be taken over by any process. */
const writeDurably = async (path: string, content: string): Promise<void> => {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

const writeInPlace = async (path: string, content: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.write(content, 0)
    await file.sync()
  } finally {
    await file.close()
  }
}

const acquire = async (path: string, prepared: string, left: number): Promise<void> => {
  // Linking fails when the name is taken, and the file is complete the moment it has the name.
  if (await linked(prepared, path)) return
  const holder = await readHolder(path)
  if (holder === 'gone') return acquire(path, prepared, left)
  if (left === 0 || (await isAlive(holder))) throw locked(path, holder)
  await replaceLock(path, prepared, holder)
  if ((await readHolder(path)) === 'gone' || !(await isSame(path, prepared))) return acquire(path, prepared, left - 1)
}

/** Replaces the lock of a dead process. Only one process can hold the right to do so, which is a name made of that lock. */
const replaceLock = async (path: string, prepared: string, dead: LockHolder): Promise<void> => {
  const right = `${path}.over-${dead.nonce}`
  if (!(await linked(prepared, right))) {
    const other = await readHolder(right)
    if (other !== 'gone' && !(await isAlive(other))) await rm(right, { force: true })
    return
  }
  try {
    const still = await readHolder(path)
    if (still !== 'gone' && still.nonce === dead.nonce) await renameCopy(prepared, path)
  } finally {
    await rm(right, { force: true })
  }
}

/** Gives `path` the prepared content in one step. */
const renameCopy = async (prepared: string, path: string): Promise<void> => {
  const copy = `${prepared}.copy`
  await link(prepared, copy)
  await rename(copy, path)
}

const isSame = async (path: string, prepared: string): Promise<boolean> => {
  const [ours, theirs] = [await readHolder(prepared), await readHolder(path)]
  return ours !== 'gone' && theirs !== 'gone' && ours.nonce === theirs.nonce
}

const release = async (path: string, nonce: string, isSpare: boolean): Promise<void> => {
  const holder = await readHolder(path)
  if (holder === 'gone' || holder.nonce !== nonce) return
  await (isSpare ? rename(path, spareOf(path)) : rm(path, { force: true }))
}

const linked = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to)
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false
    throw cause
  }
}

const unreadable = (path: string, cause?: unknown): StrataError =>
  new StrataError('store-locked', `Cannot read the lock ${path}. If no program uses the store, remove the lock`, { path }, cause)

/** Who a lock file names. @throws StrataError store-locked when it names no program, or is no file: a link, a folder, a pipe */
const readHolder = async (path: string): Promise<LockHolder | 'gone'> => {
  try {
    const found = await lstat(path)
    if (!found.isFile() || found.size > maxLockLength) throw unreadable(path)
    return lockHolder.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    if (cause instanceof StrataError) throw cause
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return 'gone'
    throw unreadable(path, cause)
  }
}

/** Whether the holder may still run. On another machine that cannot be known, so it counts as running. */
const isAlive = async (holder: LockHolder): Promise<boolean> => {
  // No process has such a number; to the system 0 and what is below it mean groups of processes.
  if (holder.pid < 1 || holder.pid > highestPid) return false
  const here = await processMark(process.pid)
  const sameBoot = holder.process !== '' && bootOf(holder.process) === bootOf(here)
  if (holder.host !== hostname() && !sameBoot) return true
  if (holder.process !== '' && holder.process !== (await processMark(holder.pid))) return false
  return isRunning(holder.pid)
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return !(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')
  }
}

const bootOf = (mark: string): string => mark.split(' ')[0] ?? ''

/** On Linux the boot and the process's start tick (proc_pid_stat(5), field 22); empty elsewhere and for a dead process. */
const processMark = async (pid: number): Promise<string> => {
  if (process.platform !== 'linux') return ''
  try {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
    const fields = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses and may hold spaces; the 22nd is the 20th after it.
    const start = fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? ''
    return `${boot} ${start}`
  } catch {
    return ''
  }
}

const locked = (path: string, { program, pid, host, since, address }: LockHolder): StrataError =>
  new StrataError('store-locked', `The store is in use by ${program} (process ${pid} on ${host}, since ${since})`, {
    path,
    program,
    pid,
    host,
    since,
    ...(address === undefined ? {} : { address }),
  })
