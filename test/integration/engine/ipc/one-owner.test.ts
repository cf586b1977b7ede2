/** One process owns a store, and every other works with it through that one: real processes, one store. */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectTo } from '../../../../app/engine/kernel/local-socket.ts'
import { encodeFrame, readFrames } from '../../../../app/engine/ipc/framing.ts'
import { ipcProtocol } from '../../../../app/engine/ipc/messages.ts'
import { joinStore } from '../../../../app/engine/join-store.ts'
import { connectToOwner } from '../../../../app/engine/ipc/guest-client.ts'
import { acquireLock } from '../../../../app/store/files/lock.ts'
import { conversation } from '../../../support/conversation.ts'
import { startStrata, type RunningStrata } from '../../../support/running-strata.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { tableDigests } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'
import { version } from '../../../../package.json' with { type: 'json' }

/** When a source was imported, and which batch an artifact is packed with. */
const differing = ['sources', 'artifacts']

const until = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 120_000, interval: 20 })

const lockOf = (store: string): { readonly pid: number; readonly address: string } =>
  JSON.parse(readFileSync(path.join(store, 'lock'), 'utf8')) as never

/** Waits until a process has the store open and answers others. */
const isOpen = (store: string): Promise<void> => until(() => expect(existsSync(lockOf(store).address)).toBe(true))

/** Starts a command and waits until the job that it begins has done something. */
const begun = async (store: string, ...args: readonly string[]): Promise<RunningStrata> => {
  let seen: () => void = () => undefined
  const working = new Promise<void>((done) => (seen = done))
  const visit = await connectToOwner(lockOf(store).address, {
    version,
    env: {},
    onSignal: (signal) => {
      if (signal.kind === 'job' && signal.job.state === 'running' && signal.job.done > 0) seen()
    },
    onDisconnect: () => undefined,
  })
  const running = startStrata(store, args)
  await working
  visit.close()
  return running
}

const small = (dir: string): string => {
  const told = conversation({ seed: 'small' })
    .human('What is in the cellar?')
    .runs('ls cellar', 'apples')
    .agent('Apples.')
    .human('Thank you')
  return writeConversation(dir, told).projects
}

/** Sessions enough that importing them takes seconds. */
const copies = 50

const large = (dir: string): string => {
  const told = conversation({ seed: 'large' }).human('Count')
  for (let turn = 0; turn < 150; turn++) told.runs(`echo ${turn}`, `${turn} `.repeat(200)).agent(`It is ${turn}.`).human('And on?')
  const lines = `${told.lines().join('\n')}\n`
  const folder = path.join(dir, 'projects', '-project-large')
  mkdirSync(folder, { recursive: true })
  for (let copy = 0; copy < copies; copy++) {
    const end = String(copy).padStart(4, '0')
    writeFileSync(path.join(folder, `${told.sessionId.slice(0, -4)}${end}.jsonl`), lines.replaceAll(/[0-9a-f]{4}(?="[,}])/g, end))
  }
  return path.join(dir, 'projects')
}

let many = ''
beforeAll(() => {
  many = large(tempDir())
})

test('while one process watches, others import, list, read and correct through it, with the same answers as alone', async () => {
  const [store, dir] = [path.join(tempDir(), 'store'), tempDir()]
  const watching = startStrata(store, ['watch', path.join(dir, 'nothing')])
  await until(() => expect(watching.err()).toContain('waiting for'))
  expect(strata(store, 'import', small(dir))).toMatchObject({ code: 0, out: expect.stringContaining('Read 1 file') as unknown })
  const asked = [
    ['sessions', '--json'],
    ['log', '--graph'],
    ['stats', '--json'],
    ['cat', 'HEAD'],
  ].map((args) => {
    const id = /ctx-[0-9a-f]+/.exec(strata(store, 'log', '-n', '1').out)?.[0] ?? ''
    return args.map((word) => (word === 'HEAD' ? id : word))
  })
  const through = asked.map((args) => strata(store, ...args))
  expect(through.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(strata(store, 'show', 'ctx-00000000')).toMatchObject({ code: 1, err: expect.stringContaining('(not-found)') as unknown })
  expect(lockOf(store).pid).toBe(watching.child.pid)
  watching.child.kill('SIGINT')
  expect((await watching.ended).code).toBe(0)
  expect(existsSync(path.join(store, 'lock'))).toBe(false)
  expect(asked.map((args) => strata(store, ...args))).toEqual(through)
})

test('while one process imports, another asks for the log and a third imports something else; all of it is in the store', async () => {
  const [store, dir] = [path.join(tempDir(), 'store'), tempDir()]
  const importing = startStrata(store, ['import', many])
  await isOpen(store)
  const second = startStrata(store, ['import', small(dir)])
  expect(strata(store, 'log', '-n', '3', '--json')).toMatchObject({ code: 0 })
  expect(await importing.ended).toMatchObject({ code: 0, out: expect.stringContaining(`Read ${copies} files`) as unknown })
  expect(await second.ended).toMatchObject({ code: 0, out: expect.stringContaining('Read 1 file') as unknown })
  const alone = path.join(tempDir(), 'store')
  strata(alone, 'import', many, small(dir))
  expect(await tableDigests(store, differing)).toEqual(await tableDigests(alone, differing))
})

test.each(['SIGKILL', 'SIGINT'] as const)('when the owner ends by %s, its guest continues by itself', async (signal) => {
  const store = path.join(tempDir(), 'store')
  const owner = startStrata(store, ['watch', path.join(store, 'nothing')])
  await isOpen(store)
  const importing = await begun(store, 'import', many)
  owner.child.kill(signal)
  await owner.ended
  expect(await importing.ended).toMatchObject({ code: 0, err: expect.stringContaining('resuming its job') as unknown })
  expect(strata(store, 'import', many).out).toContain(`${copies} unchanged`)
  expect(strata(store, 'verify').code).toBe(0)
})

test('Ctrl-C in one process stops its own job, not that of the owner; a killed process stops its job', async () => {
  const [store, dir] = [path.join(tempDir(), 'store'), tempDir()]
  const owner = startStrata(store, ['watch', small(dir)])
  await until(() => expect(owner.err()).toContain('watching'))
  const stopped = await begun(store, 'import', many)
  stopped.child.kill('SIGINT')
  expect(await stopped.ended).toMatchObject({ code: 130, err: expect.stringContaining('stopped; completed work is kept') as unknown })
  const killed = await begun(store, 'verify')
  killed.child.kill('SIGKILL')
  await killed.ended
  await until(() => expect(strata(store, 'sessions', '--json').code).toBe(0))
  // Only when the killed one's job is stopped is it the turn of this one.
  const third = startStrata(store, ['import', small(dir)])
  expect((await third.ended).code).toBe(0)
  expect(owner.child.exitCode).toBeNull()
})

test('a folder that a guest watches is unwatched when the guest ends, and watched by the guest when the owner ends', async () => {
  const [store, dir] = [path.join(tempDir(), 'store'), tempDir()]
  const [owner, projects] = [startStrata(store, ['watch', path.join(store, 'nothing')]), small(dir)]
  await isOpen(store)
  const guest = startStrata(store, ['watch', projects])
  await until(() => expect(guest.out()).toContain('What is in the cellar?'))
  owner.child.kill('SIGINT')
  await owner.ended
  await until(() => expect(lockOf(store).pid).toBe(guest.child.pid))
  const later = conversation({ seed: 'later' }).human('And in the attic?').agent('Dust.')
  writeConversation(dir, later)
  await until(() => expect(guest.out()).toContain('And in the attic?'))
  guest.child.kill('SIGINT')
  expect((await guest.ended).code).toBe(0)
})

test('what a guest tracks is tracked until the guest ends', async () => {
  const [store, dir] = [path.join(tempDir(), 'store'), tempDir()]
  const sessionId = '7c1d0e66-58a2-4f0b-9c37-5f6f0a2f7b41'
  writeFileSync(path.join(dir, 'plan.md'), 'Dig\n')
  const talk = conversation({ sessionId, seed: 'tracked', cwd: dir }).human('Look').reads(path.join(dir, 'plan.md'), 'Dig\n').agent('Seen.')
  strata(store, 'import', writeConversation(tempDir(), talk).projects)
  startStrata(store, ['watch', path.join(store, 'nothing')])
  await isOpen(store)
  const visit = () => connectToOwner(lockOf(store).address, { version, env: {}, onSignal: () => undefined, onDisconnect: () => undefined })
  const [guest, other] = [await visit(), await visit()]
  const kept = { kept: [{ sessionId, problem: null }] }
  expect(await guest.call('track.start', { sessions: [sessionId] })).toMatchObject({ value: kept })
  expect(await other.call('track.show', {})).toMatchObject({ value: kept })
  guest.close()
  await until(async () => expect(await other.call('track.show', {})).toMatchObject({ value: { kept: [] } }))
  other.close()
})

test('the next owner continues what a joined process tracks and watches, until that process stops it', async () => {
  const [store, dir, transcripts] = [path.join(tempDir(), 'store'), tempDir(), tempDir()]
  const sessionId = '7c1d0e66-58a2-4f0b-9c37-5f6f0a2f7b41'
  const plan = path.join(dir, 'plan.md')
  writeFileSync(plan, 'Dig\n')
  const talk = conversation({ sessionId, seed: 'tracked', cwd: dir }).human('Look').reads(plan, 'Dig\n').agent('Seen.')
  const { projects } = writeConversation(transcripts, talk)
  strata(store, 'import', projects)
  const owner = startStrata(store, ['watch', path.join(store, 'nothing')])
  await isOpen(store)
  const owners: (string | undefined)[] = []
  const joined = await joinStore({
    storeDir: store,
    program: 'test',
    onSignal: () => undefined,
    stay: { onOwner: (program) => owners.push(program), onLost: (thrown) => expect.fail(String(thrown)) },
  })
  onTestFinished(() => joined.close())
  await joined.call('watch.start', { paths: [projects], remember: false })
  await joined.call('track.start', { sessions: [sessionId] })
  owner.child.kill('SIGKILL')
  await owner.ended
  await until(() => expect(owners).toEqual(['strata watch', undefined]))
  await until(async () => expect((await joined.ask('track.show', {})).kept).toEqual([{ sessionId, problem: null }]))
  expect((await joined.ask('watch.show', {})).folders.map(({ root }) => root)).toEqual([realpathSync(projects)])
  writeFileSync(plan, 'Dig deeper\n')
  await until(async () => expect((await joined.ask('track.show', {})).files).toMatchObject([{ path: plan, versions: 1 }]))
  await joined.call('track.stop', { sessions: [sessionId] })
  expect((await joined.ask('track.show', {})).kept).toEqual([])
})

const atDoor = async (store: string, bytes: Uint8Array): Promise<void> => {
  const socket = await connectTo(lockOf(store).address)
  const closed = new Promise((done) => socket.on('error', done).on('close', done))
  socket.resume().write(bytes)
  await closed
}

test('a process that waits for an unresponsive owner can be stopped immediately', async () => {
  const [store, dir] = [path.join(tempDir(), 'store'), tempDir()]
  const projects = small(dir)
  const owner = startStrata(store, ['watch', projects])
  await until(() => expect(owner.err()).toContain('watching'))
  const guest = startStrata(store, ['watch', projects])
  await until(() => expect(guest.err()).toContain('watching'))
  guest.child.kill('SIGSTOP')
  owner.child.kill('SIGKILL')
  await owner.ended
  const lock = await acquireLock(path.join(store, 'lock'), 'test', path.join(dir, 'nobody'))
  guest.child.kill('SIGCONT')
  await new Promise((resolve) => setTimeout(resolve, 500))
  const askedAt = Date.now()
  guest.child.kill('SIGINT')
  expect(await guest.ended).toMatchObject({ code: 0 })
  expect(Date.now() - askedAt).toBeLessThan(10_000)
  await lock.release()
})

test('invalid input on the socket ends only that connection', async () => {
  const store = path.join(tempDir(), 'store')
  const owner = startStrata(store, ['watch', path.join(store, 'nothing')])
  await isOpen(store)
  const framed = (value: unknown): Buffer => Buffer.concat(encodeFrame(value))
  await atDoor(store, Buffer.from('GET / HTTP/1.1\r\n\r\n'))
  await atDoor(store, Buffer.from('ffffffff', 'hex'))
  await atDoor(store, framed({ kind: 'call', id: 1, name: 'store.show', input: {} }))
  await atDoor(store, Buffer.from(`\0\0\0\u0041{"message":{},"attached":[{"at":["__proto__","x"],"bytes":1}]}     x`))
  expect(strata(store, 'sessions').code).toBe(0)
  expect(owner.child.exitCode).toBeNull()
})

test('an owner of another version is named, with what to do', async () => {
  const store = path.join(tempDir(), 'store')
  strata(store, 'import', small(tempDir()))
  const address = path.join(tempDir(), 'door.sock')
  const hello = { kind: 'hello', protocol: 1, version: '99.0.0', program: 'Strata' }
  const server = createServer((socket) => {
    for (const part of encodeFrame(hello)) socket.write(part)
  })
  await new Promise<void>((listening) => server.listen(address, listening))
  const lock = await acquireLock(path.join(store, 'lock'), 'Strata', address)
  onTestFinished(async () => {
    server.close()
    await lock.release()
  })
  const asked = await startStrata(store, ['sessions']).ended
  expect(asked).toMatchObject({
    code: 1,
    err: expect.stringMatching(/in use by Strata of Strata 99\.0\.0; this is Strata .*owner-differs/s) as unknown,
  })
})

test('a guest of an owner that is shutting down holds one connection at a time, and opens the store when the owner has gone', async () => {
  const store = path.join(tempDir(), 'store')
  strata(store, 'import', small(tempDir()))
  const address = path.join(tempDir(), 'door.sock')
  const [open, counts] = [new Set<Socket>(), { calls: 0, most: 0 }]
  const say = (socket: Socket, message: unknown): void => {
    for (const part of encodeFrame(message)) socket.write(part)
  }
  const leaving = async (socket: Socket): Promise<void> => {
    open.add(socket)
    counts.most = Math.max(counts.most, open.size)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    say(socket, { kind: 'hello', protocol: ipcProtocol, version, program: 'Strata' })
    for await (const message of readFrames(socket, 1_000_000)) {
      const { kind, id } = message as { readonly kind: string; readonly id: number }
      if (kind !== 'call') continue
      counts.calls += 1
      const failure = { code: 'owner-left', message: 'shutting down', hint: '', data: { done: false } }
      say(socket, { kind: 'answer', id, envelope: { ok: false, failure } })
    }
    socket.end()
  }
  const server = createServer((socket) => void leaving(socket).catch(() => socket.destroy()))
  await new Promise<void>((listening) => server.listen(address, listening))
  const lock = await acquireLock(path.join(store, 'lock'), 'Strata', address)
  const guest = startStrata(store, ['sessions'])
  await until(() => expect(counts.calls).toBeGreaterThan(8))
  server.close()
  for (const socket of open) socket.destroy()
  await lock.release()
  expect(await guest.ended).toMatchObject({ code: 0, out: expect.stringContaining('What is in the cellar?') as unknown })
  expect(counts.most).toBeLessThanOrEqual(3)
})
