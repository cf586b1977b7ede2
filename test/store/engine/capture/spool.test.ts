/** The spool of a capture whose process died: what can be read of it is taken in, what cannot stays. */
import { existsSync, fdatasync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { captureFaults, recoverCaptures } from '../../../../app/engine/capture/begin-capture.ts'
import { begunIn, Spool } from '../../../../app/engine/capture/spool.ts'
import { reply, said } from '../../../support/scripted-agent.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { withEngine } from '../../../support/with-engine.ts'

const spoolIn = async (store: string): Promise<{ readonly file: string; readonly bytes: Buffer; readonly second: number }> => {
  mkdirSync(path.join(store, 'captures'))
  const file = path.join(store, 'captures', '1-2.spool')
  const spool = new Spool(file)
  spool.write('settings', Buffer.from('{}'), 1)
  const second = readFileSync(file).length
  spool.write('output', Buffer.from('{"type":"result"}'), 2)
  spool.write('begin', Buffer.from('{}'), 3)
  await spool.close()
  return { file, bytes: readFileSync(file), second }
}

test('a complete spool is read completely and without a warning', async () => {
  const store = tempDir()
  const { file } = await spoolIn(store)
  const { spool, records } = Spool.reopen(file)
  await spool.close()
  expect(records.map(({ kind }) => kind)).toEqual(['settings', 'output', 'begin'])
  expect(captureFaults(store)).toEqual([])
})

test('the readable part of a damaged spool is kept, and the damage is reported', async () => {
  const store = tempDir()
  const { file, bytes, second } = await spoolIn(store)
  const hurt = Buffer.from(bytes)
  hurt.writeUInt8(200, second)
  writeFileSync(file, hurt)
  const { spool, records } = Spool.reopen(file)
  await spool.remove()
  expect(records.map(({ kind }) => kind)).toEqual(['settings'])
  expect(readFileSync(`${file}.damaged`).equals(hurt.subarray(second))).toBe(true)
  expect(captureFaults(store)).toEqual([expect.stringContaining('1-2.spool.damaged')])
})

test('a store without captures has no problem', () => {
  expect(captureFaults(tempDir())).toEqual([])
})

test('a failed fdatasync does not fail later ones', async () => {
  let isRefused = true
  const spool = new Spool(path.join(tempDir(), 'captures', '1-2.spool'), (file, done) => {
    if (isRefused) done(new Error('EIO'))
    else fdatasync(file, done)
  })
  spool.write('output', Buffer.from('a'), 1)
  await expect(spool.synced()).rejects.toThrow('EIO')
  isRefused = false
  spool.write('output', Buffer.from('b'), 2)
  await spool.synced()
  await spool.close()
})

/** A spool with one reply, after what stands where its settings should. */
const spoolWith = (store: string, name: string, text: string, settings?: string): string => {
  const file = path.join(store, 'captures', name)
  const spool = new Spool(file)
  if (settings !== undefined) spool.write('settings', Buffer.from(settings), 1)
  spool.write('output', Buffer.from(`${reply('m1', said(text))}\n`), 1_760_000_000_000)
  return file
}

test.each(['{}', 'no JSON', '[1]', '{"parent":1,"principal":null,"template":{},"input":"telepathy"}', undefined])(
  'a spool whose settings are %s is imported with the known ones, and so are later spools',
  async (settings) => {
    const store = tempDir()
    await withEngine(store, async (engine) => {
      const files = [spoolWith(store, '1-2.spool', 'first', settings), spoolWith(store, '3-4.spool', 'second', '{"template":"t"}')]
      const warnings: string[] = []
      const captured = await recoverCaptures(
        store,
        (name, input) => engine.ask(name, input),
        (text) => warnings.push(text),
      )
      expect(warnings).toEqual([])
      expect(captured).toMatchObject([{ unsaved: 0 }, { unsaved: 0 }])
      expect(files.filter((file) => existsSync(file))).toEqual([])
      const { commits } = await engine.ask('chain.log', {})
      expect(commits.map(({ summary }) => summary)).toEqual(expect.arrayContaining(['first', 'second']))
    })
  },
)

test('an unreadable spool is reported, remains, and does not block the import of later spools', async () => {
  const store = tempDir()
  await withEngine(store, async (engine) => {
    mkdirSync(path.join(store, 'captures', '1-2.spool'), { recursive: true })
    const second = spoolWith(store, '3-4.spool', 'second', '{}')
    const warnings: string[] = []
    expect(
      await recoverCaptures(
        store,
        (name, input) => engine.ask(name, input),
        (text) => warnings.push(text),
      ),
    ).toHaveLength(1)
    expect(warnings).toEqual([expect.stringMatching(/^cannot import the earlier capture .*1-2\.spool; /)])
    expect([existsSync(path.join(store, 'captures', '1-2.spool')), existsSync(second)]).toEqual([true, false])
  })
})

type Said = readonly ['begin' | 'made' | 'failed', string]

/** Ids of the commits of a store, oldest first, and their replies, after a spool of three replies with these records. */
const recovered = (store: string, ...records: readonly Said[]): Promise<readonly (readonly [string, number])[]> =>
  withEngine(store, async (engine) => {
    const spool = new Spool(path.join(store, 'captures', '1-2.spool'))
    spool.write('settings', Buffer.from('{}'), 1)
    const lines = ['one', 'two', 'three'].map((text, at) => `${reply(`m${at}`, said(text))}\n`)
    spool.write('output', Buffer.from(lines.join('')), 1_760_000_000_000)
    for (const [kind, content] of records) spool.write(kind, Buffer.from(content), 1_760_000_000_000)
    await spool.close()
    const all = await recoverCaptures(
      store,
      (name, input) => engine.ask(name, input),
      () => undefined,
    )
    expect(all).toMatchObject([{ unsaved: 0 }])
    const { commits } = await engine.ask('chain.log', {})
    return commits.map(({ commitId, responses }) => [commitId, responses] as const).reverse()
  })

const begun: Said = ['begin', '{"created_at":"2026-01-05T08:00:00Z"}']

test.each([0, 1, 2, 3])('commits begun together of which the spool names %i as made are made once', async (named) => {
  const store = tempDir()
  const first = await recovered(store, begun, begun, begun)
  expect(first).toHaveLength(4)
  const names = first.slice(0, named).map(([commitId]): Said => ['made', commitId])
  // The last one has the tokens of all, and the time of now.
  expect((await recovered(store, begun, begun, begun, ...names)).slice(0, 3)).toEqual(first.slice(0, 3))
})

test('events of commits that failed together are in the next commit, each once', async () => {
  const commits = await recovered(tempDir(), begun, begun, ['failed', 'why'], ['failed', 'why'])
  expect(commits.map(([, responses]) => responses)).toEqual([3, 0])
})

test('a spool says which commits were begun together, and what became of each', () => {
  const record = (kind: 'begin' | 'made' | 'failed', text = '') => ({ kind, atMs: 0, content: Buffer.from(text) })
  const read = begunIn([
    record('begin'),
    record('made', 'ctx-1'),
    record('begin'),
    record('begin'),
    record('failed'),
    record('failed'),
    record('begin'),
    record('begin'),
    record('made', 'ctx-2'),
  ])
  expect(read.map(({ outcome, isLast }) => [outcome, isLast])).toEqual([
    [{ commitId: 'ctx-1' }, true],
    ['failed', false],
    ['failed', true],
    [{ commitId: 'ctx-2' }, false],
    [undefined, true],
  ])
})
