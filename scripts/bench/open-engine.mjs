/** Starts the built engine on a store and asks it questions. */
import { fork } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const child = path.join(path.dirname(fileURLToPath(import.meta.url)), 'engine-child.mjs')

/**
 * Opens the store in `dir`. `ask(name, input)` answers a call of the contract, `run(name, input)` starts a job and waits for its end,
 * `heard(fits)` waits for a signal, `usage()` says what the process used, `close()` ends it. All reject when the engine ends or refuses.
 */
export function openEngine(dir) {
  // As main/desktop-app.ts starts it.
  const env = { ...process.env, MALLOC_ARENA_MAX: '2' }
  const engine = fork(child, [dir], { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env })
  const waiting = new Map()
  const listeners = new Set()
  let number = 0
  const request = (key, message) =>
    new Promise((resolve, reject) => {
      waiting.set(key, { resolve, reject })
      if (message !== undefined) engine.send(message)
    })
  const settle = (key, act) => {
    const found = waiting.get(key)
    waiting.delete(key)
    if (found !== undefined) act(found)
  }
  const ready = request('ready')
  engine.on('message', (message) => {
    if (message.kind === 'answer') settle(message.id, (found) => finish(found, unpacked(message.envelope)))
    else if (message.kind === 'usage') settle('usage', ({ resolve }) => resolve(message.usage))
    else if (message.kind === 'ready') settle('ready', ({ resolve }) => resolve())
    else if (message.kind === 'refused') settle('ready', ({ reject }) => reject(new Error(message.failure.message)))
    else if (message.kind === 'signal') for (const listener of [...listeners]) listener(message.signal)
    else if (message.kind === 'fault') process.stderr.write(`${message.description}\n`)
  })
  const ended = new Promise((resolve) => engine.on('exit', resolve))
  void ended.then((code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the engine ended with code ${code}`))
  })
  const ask = (name, input = {}) => request(++number, { kind: 'call', id: number, name, input })
  const link = {
    ask,
    async run(name, input = {}) {
      const { jobId } = await ask(name, input)
      const job = await ask('job.wait', { jobId })
      if (job.state !== 'done') throw new Error(`${name}: ${job.failure?.message ?? job.state}`)
      return job.result
    },
    /** Resolves with the next signal that fits. */
    heard: (fits) =>
      new Promise((resolve) => {
        const listener = (signal) => {
          if (!fits(signal)) return
          listeners.delete(listener)
          resolve(signal)
        }
        listeners.add(listener)
      }),
    usage: () => request('usage', { kind: 'usage' }),
    async close() {
      engine.send({ kind: 'close' })
      await ended
    },
  }
  return ready.then(() => link)
}

/** Answers travel as JSON text, or as they are when they hold bytes. */
function unpacked(envelope) {
  return typeof envelope === 'string' ? JSON.parse(envelope) : envelope
}

function finish({ resolve, reject }, envelope) {
  if (envelope.ok) resolve(envelope.value)
  else reject(new Error(envelope.failure.message))
}
