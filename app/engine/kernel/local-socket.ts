/** Local sockets that only the user who runs the program can reach: where they lie, how one is opened, and how one is found dead. */
import { createHash, randomBytes } from 'node:crypto'
import { chmod, lstat, readdir, rm } from 'node:fs/promises'
import { connect, type Server, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { StrataError } from '../../model/failure.ts'
import { makeFolder } from '../../store/files/make-folder.ts'

/** The longest path that every system takes for a socket (sun_path: 104 bytes on macOS, its end included). */
const maxPathLength = 103
const maxNameLength = 40
/** A socket that another process has only just made may not be listening yet. */
const youngMs = 60_000
const socketName = /^door-[0-9a-f]{16}\.sock$/

type Environment = Readonly<Record<string, string | undefined>>

const hasCode = (thrown: unknown, ...codes: readonly string[]): boolean =>
  thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code))

const pipeName = (name: string): string => `\\\\.\\pipe\\strata-${userInfo().username}-${name}`

const isWindows = process.platform === 'win32'

/** Folders that sockets may lie in, the best first: short, and of this user alone. */
const candidates = (env: Environment): readonly string[] => {
  const runtime = env['XDG_RUNTIME_DIR']
  const own = `strata-${process.getuid?.() ?? userInfo().username}`
  const all = [...(runtime === undefined || runtime === '' ? [] : [join(runtime, 'strata')]), join(tmpdir(), own), join('/tmp', own)]
  return all.filter((folder) => Buffer.byteLength(folder) + 1 + maxNameLength <= maxPathLength)
}

/** Makes sure that a folder exists and belongs to this user. @throws StrataError path-refused */
const claimFolder = async (folder: string): Promise<string> => {
  await makeFolder(folder, 0o700)
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new StrataError('path-refused', `Cannot use the folder for sockets ${folder}: another user owns it`, { path: folder })
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700)
  return folder
}

/** The folder for this user's sockets. @throws StrataError path-refused */
const socketFolder = async (env: Environment): Promise<string> => {
  let refused: unknown
  for (const folder of candidates(env)) {
    try {
      return await claimFolder(folder)
    } catch (thrown) {
      refused = thrown
    }
  }
  throw new StrataError('path-refused', 'No folder for sockets exists', {}, refused)
}

const addressOf = async (name: string, env: Environment): Promise<string> =>
  isWindows ? pipeName(name) : join(await socketFolder(env), `${name}.sock`)

/** A new address, for a process that answers others. */
export const newOwnerAddress = (env: Environment): Promise<string> => addressOf(`door-${randomBytes(8).toString('hex')}`, env)

/** A new address, which is passed to a child process. */
export const newContextAddress = (env: Environment): Promise<string> => addressOf(`context-${randomBytes(8).toString('hex')}`, env)

/** The address of the agent service of a store. It never changes, so a writer needs to learn it only once. */
export const agentAddress = (storeDir: string, env: Environment): Promise<string> =>
  addressOf(`agent-${createHash('sha256').update(resolve(storeDir)).digest('hex').slice(0, 16)}`, env)

/** Connects to a local socket. */
export const connectTo = (address: string): Promise<Socket> =>
  new Promise((done, refuse) => {
    const socket = connect(address)
    socket.once('error', refuse)
    socket.once('connect', () => {
      socket.off('error', refuse)
      done(socket)
    })
  })

/** Whether a process listens at an address. */
export const isAnswered = async (address: string): Promise<boolean> => {
  try {
    const socket = await connectTo(address)
    socket.destroy()
    return true
  } catch {
    return false
  }
}

/** Whether no process listens at an address any more. */
const isDead = async (address: string): Promise<boolean> => {
  try {
    const socket = await connectTo(address)
    socket.destroy()
    return false
  } catch (thrown) {
    return hasCode(thrown, 'ECONNREFUSED')
  }
}

/** Removes what a process that died left behind at an address. @throws StrataError socket-in-use */
const clearDead = async (address: string): Promise<void> => {
  const inUse = (why: string): StrataError => new StrataError('socket-in-use', `${why}: ${address}`, { path: address })
  if (!(await lstat(address)).isSocket()) throw inUse('The path of the socket exists and is not a socket')
  if (!(await isDead(address))) throw inUse('Another program already uses the socket')
  await rm(address, { force: true })
}

const listen = (server: Server, address: string, mode: number): Promise<void> =>
  new Promise((done, refuse) => {
    server.once('error', refuse)
    // The name appears while `listen` runs: no process may connect before its mode is set.
    const before = isWindows ? 0 : process.umask(0o777 & ~mode)
    server.listen(address, () => {
      server.off('error', refuse)
      done()
    })
    if (!isWindows) process.umask(before)
  })

/**
 * Makes a server listen at an address. A socket at which no process answers any more is replaced.
 * @param mode who may connect; 0600: this user
 * @throws StrataError socket-in-use, path-refused
 */
export const listenAt = async (server: Server, address: string, mode = 0o600): Promise<void> => {
  if (Buffer.byteLength(address) > maxPathLength)
    throw new StrataError('path-refused', `The path of the socket is longer than ${maxPathLength} bytes: ${address}`, { path: address })
  try {
    await listen(server, address, mode)
  } catch (thrown) {
    if (hasCode(thrown, 'EACCES', 'ENOENT', 'ENOTDIR', 'EROFS'))
      throw new StrataError('path-refused', `Cannot create a socket at ${address}`, { path: address }, thrown)
    if (!hasCode(thrown, 'EADDRINUSE') || isWindows) throw thrown
    await clearDead(address)
    await listen(server, address, mode)
  }
}

/** Removes doors that processes which died left behind. */
export const sweepSockets = async (env: Environment): Promise<void> => {
  if (isWindows) return
  const folder = await socketFolder(env)
  for (const name of await readdir(folder)) {
    if (!socketName.test(name)) continue
    const path = join(folder, name)
    const found = await lstat(path).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > youngMs && (await isDead(path))) await rm(path, { force: true })
  }
}
