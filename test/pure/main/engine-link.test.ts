import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { Signal } from '../../../app/contract/signals.ts'
import { EngineLink } from '../../../main/engine-link.ts'
import type { FromEngine, ToEngine } from '../../../main/engine-messages.ts'

/** Stands for Electron's side of a utility process: what was sent to it, and what it says and does when told. */
class ProcessEnd extends EventEmitter {
  readonly received: ToEngine[] = []
  postMessage(message: ToEngine): void {
    this.received.push(message)
  }
  kill(): boolean {
    this.emit('exit', 15)
    return true
  }
  says(message: FromEngine): void {
    this.emit('message', message)
  }
  ends(code: number): void {
    this.emit('exit', code)
  }
}

interface Bench {
  readonly link: EngineLink
  readonly processes: readonly ProcessEnd[]
  readonly current: () => ProcessEnd
  readonly states: () => readonly string[]
}

function bench(): Bench {
  const processes: ProcessEnd[] = []
  const signals: Signal[] = []
  const link = new EngineLink({
    start: () => {
      const end = new ProcessEnd()
      processes.push(end)
      return end
    },
    startSql: () => expect.fail('no SQL is run here'),
    onSignal: (signal) => signals.push(signal),
    note: () => undefined,
  })
  const current = (): ProcessEnd => {
    const last = processes.at(-1)
    if (last === undefined) throw new Error('no process was started')
    return last
  }
  return { link, processes, current, states: () => signals.flatMap((signal) => (signal.kind === 'engine' ? [signal.state] : [])) }
}

const ids = (end: ProcessEnd): readonly number[] => end.received.flatMap((message) => (message.kind === 'call' ? [message.id] : []))

test('calls made while the engine starts wait for it and get their own answers', async () => {
  const { link, current } = bench()
  const first = link.call('store.show', {})
  const second = link.call('jobs.list', {})
  expect(current().received).toEqual([])
  current().says({ kind: 'ready', owner: undefined })
  const [a = 0, b = 0] = ids(current())
  current().says({ kind: 'answer', id: b, envelope: { ok: true, value: 'second' } })
  current().says({ kind: 'answer', id: a, envelope: { ok: true, value: 'first' } })
  expect(await Promise.all([first, second])).toEqual([
    { ok: true, value: 'first' },
    { ok: true, value: 'second' },
  ])
})

test('a crashed engine is started again once, and calls that were under way fail with the reason', async () => {
  const { link, processes, current, states } = bench()
  current().says({ kind: 'ready', owner: undefined })
  const lost = link.call('store.show', {})
  current().ends(139)
  expect(await lost).toMatchObject({ ok: false, failure: { code: 'engine-stopped', data: { exitCode: 139 } } })
  current().says({ kind: 'ready', owner: undefined })
  expect(processes).toHaveLength(2)
  expect(states()).toEqual(['starting', 'ready', 'restarting', 'ready'])
  current().ends(139)
  expect(processes).toHaveLength(2)
  expect(states().at(-1)).toBe('stopped')
  expect(await link.call('store.show', {})).toMatchObject({ ok: false, failure: { code: 'engine-stopped' } })
})

test('an engine that cannot open its store is not restarted, and every call reports why', async () => {
  const { link, processes, current, states } = bench()
  const waiting = link.call('store.show', {})
  const failure = { code: 'store-locked', message: 'held by 7', hint: '', data: {} } as const
  current().says({ kind: 'refused', failure })
  current().ends(1)
  expect(await waiting).toEqual({ ok: false, failure })
  expect(await link.call('store.show', {})).toEqual({ ok: false, failure })
  expect(processes).toHaveLength(1)
  expect(states()).toEqual(['starting', 'stopped'])
  link.reopen()
  current().says({ kind: 'ready', owner: undefined })
  expect(processes).toHaveLength(2)
  expect(link.announcement).toEqual({ kind: 'engine', state: 'ready', failure: undefined, owner: undefined })
})

test('closing asks the engine to close, waits for its process to end, and starts no other', async () => {
  const { link, processes, current } = bench()
  current().says({ kind: 'ready', owner: undefined })
  const closed = link.close()
  expect(current().received).toEqual([{ kind: 'close' }])
  current().ends(0)
  await closed
  expect(processes).toHaveLength(1)
})

test('the window learns which program owns the store, and when it owns the store itself', () => {
  const { link, current } = bench()
  current().says({ kind: 'ready', owner: 'strata watch' })
  expect(link.announcement).toEqual({ kind: 'engine', state: 'ready', failure: undefined, owner: 'strata watch' })
  current().says({ kind: 'owner', owner: undefined })
  expect(link.announcement).toEqual({ kind: 'engine', state: 'ready', failure: undefined, owner: undefined })
})
