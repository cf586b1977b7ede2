/** The door of a store, for guests that do not behave. */
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openOwnerServer, type OwnerServer } from '../../../../app/engine/ipc/owner-server.ts'
import { encodeFrame, readFrames } from '../../../../app/engine/ipc/framing.ts'
import { ipcProtocol } from '../../../../app/engine/ipc/messages.ts'
import { connectTo } from '../../../../app/engine/kernel/local-socket.ts'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { connectToOwner } from '../../../../app/engine/ipc/guest-client.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const answerBytes = 1_000_000
const calls = 120

/** A door before an engine whose answers are long; `begun` counts the calls that reached it. */
const doorOfLongAnswers = async (): Promise<{ readonly door: OwnerServer; readonly begun: () => number }> => {
  const door = await openOwnerServer({ program: 'test', version: '1', env: {} })
  let begun = 0
  door.answer({
    call: async (name) => {
      begun += 1
      await new Promise(setImmediate)
      return { ok: true, value: name === 'job.wait' ? null : 'x'.repeat(answerBytes) }
    },
    unwatch: () => Promise.resolve(),
    catchUp: undefined,
  })
  return { door, begun: () => begun }
}

const say = (socket: Socket, message: unknown): void => {
  for (const part of encodeFrame(message)) socket.write(part)
}

/** A guest that has greeted and asked for more than it reads. */
const greedyGuest = async (address: string): Promise<Socket> => {
  const socket = await connectTo(address)
  onTestFinished(() => {
    socket.destroy()
  })
  socket.pause()
  say(socket, { kind: 'hello', protocol: ipcProtocol, version: '1', env: {} })
  for (let id = 1; id <= calls; id++) say(socket, { kind: 'call', id, name: 'log', input: {} })
  return socket
}

const settled = async (count: () => number): Promise<number> => {
  let before = -1
  await vi.waitFor(
    () => {
      const now = count()
      const isStill = now === before && now > 0
      before = now
      expect(isStill).toBe(true)
    },
    { timeout: 30_000, interval: 300 },
  )
  return before
}

test('for a guest that does not read, only as many answers are made as fit; when it reads, it gets all of them', async () => {
  const { door, begun } = await doorOfLongAnswers()
  const socket = await greedyGuest(door.address)
  // 8 MB wait, some more are in the system's own buffers, and 16 calls are worked at together.
  expect(await settled(begun)).toBeLessThan(40)
  const answered = new Set<number>()
  for await (const message of readFrames(socket)) {
    const { kind, id } = message as { readonly kind: string; readonly id: number }
    if (kind === 'answer') answered.add(id)
    if (answered.size === calls) break
  }
  expect(answered.size).toBe(calls)
  await door.close()
})

test('a call that waits for a job is handled out of order', async () => {
  const { door, begun } = await doorOfLongAnswers()
  const socket = await connectTo(door.address)
  say(socket, { kind: 'hello', protocol: ipcProtocol, version: '1', env: {} })
  for (let id = 1; id <= 100; id++) say(socket, { kind: 'call', id, name: 'log', input: {} })
  const before = await settled(begun)
  say(socket, { kind: 'call', id: 101, name: 'job.wait', input: {} })
  await vi.waitFor(() => expect(begun()).toBe(before + 1))
  socket.destroy()
  await door.close()
})

test('a server closes even when a guest does not read its answers', { timeout: 30_000 }, async () => {
  const { door, begun } = await doorOfLongAnswers()
  const socket = await greedyGuest(door.address)
  await settled(begun)
  await door.close()
  socket.resume()
  if (!socket.closed) await once(socket, 'close')
})

test('an owner that ends at any byte of its greeting counts as gone before the first call', async () => {
  const address = path.join(tempDir(), 'door.sock')
  const hello = Buffer.concat(encodeFrame({ kind: 'hello', protocol: ipcProtocol, version: '1', program: 'test' }))
  let bytes = 0
  const server = createServer((socket) => socket.on('error', () => undefined).end(hello.subarray(0, bytes)))
  await new Promise<void>((listening) => server.listen(address, listening))
  for (; bytes < hello.length; bytes += 1)
    await expect(
      connectToOwner(address, { version: '1', env: {}, onSignal: () => undefined, onDisconnect: () => undefined }),
    ).rejects.toMatchObject({
      code: 'owner-left',
      data: { done: false },
    })
  server.close()
})
