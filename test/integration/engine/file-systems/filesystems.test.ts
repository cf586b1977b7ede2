/** File systems: a path in a transcript names the same file in every store that has the session, also after a reindex, a clone or a move of the store. */
import { execFileSync, spawnSync } from 'node:child_process'
import { renameSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { FilesystemsView } from '../../../../app/contract/filesystems.ts'
import { filesystemIdOf, openFileSystems } from '../../../../app/engine/file-systems/file-systems.ts'
import { rulesVersion } from '../../../../app/engine/kernel/rules-version.ts'
import { identityHash } from '../../../../app/files/object-hash.ts'
import { fileEnvelope } from '../../../../app/model/objects/object-identity.ts'
import { openStore } from '../../../../app/store/open-store.ts'
import { conversation } from '../../../support/conversation.ts'
import { cli, strataEnv, type Ended } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const [one, two] = ['machine-one', 'machine-two']
const [idOne, idTwo] = [filesystemIdOf(one), filesystemIdOf(two)]

/** The command on a machine with this id. */
const on =
  (machine: string) =>
  (store: string, ...args: readonly string[]): Ended => {
    const env = { ...strataEnv(store), STRATA_MACHINE_ID: machine }
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { env, encoding: 'utf8', timeout: 300_000 })
    return { code: status, out: stdout, err: stderr }
  }
const [onOne, onTwo] = [on(one), on(two)]

const listed = (strata: typeof onOne, store: string): FilesystemsView =>
  JSON.parse(strata(store, 'filesystem', 'list', '--json').out) as FilesystemsView

const added = (strata: typeof onOne, store: string, ...args: readonly string[]): { readonly filesystemId: string } => {
  const { code, out, err } = strata(store, 'filesystem', 'add', ...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out) as { readonly filesystemId: string }
}

const talk = (sessionId: string) => conversation({ sessionId, seed: sessionId }).human('go').runs('ls', 'a').agent('done')

const imported = (dir: string, ...sessions: readonly string[]) => {
  const store = path.join(dir, 'store')
  const { projects } = writeConversation(dir, ...sessions.map(talk))
  expect(onOne(store, 'import', projects)).toMatchObject({ code: 0 })
  return { store, projects }
}

const asked = ['/workspace/a.ts', '/workspace2/a.ts', '/home/me/app-fix/a.ts', '/etc/hosts']

/** The ids of some paths in every session, as a machine sees the store. */
const idsIn = async (store: string, machine: string): Promise<readonly (readonly [string, string, string])[]> => {
  const opened = await openStore(store, { program: 'test', rulesVersion })
  try {
    const fileSystems = await openFileSystems({ store: opened, env: { STRATA_MACHINE_ID: machine } })
    return opened.sessionIds().flatMap((sessionId) => {
      const root = opened.session(sessionId)?.sources[0]?.root ?? ''
      return asked.flatMap((name): readonly (readonly [string, string, string])[] => {
        const found = fileSystems.resolve(sessionId, root, name)
        return found === undefined ? [] : [[sessionId, name, identityHash(fileEnvelope(found.filesystemId, found.path))]]
      })
    })
  } finally {
    await opened.close()
  }
}

const idOf = (filesystemId: string, name: string): string => identityHash(fileEnvelope(filesystemId, name))

test('a transcript is on the file system of the machine that imports it', async () => {
  const { store, projects } = imported(tempDir(), 'first')
  expect(listed(onOne, store)).toEqual({
    machine: { filesystemId: idOne, why: null },
    filesystems: [],
    sources: [{ root: projects, filesystemId: idOne, sessions: 1 }],
  })
  expect(await idsIn(store, one)).toEqual(asked.map((name) => ['first', name, idOf(idOne, name)]))
})

test('a rule maps mounts and worktrees, and its removal brings the ids back', async () => {
  const { store } = imported(tempDir(), 'first')
  const before = await idsIn(store, one)
  const mount = added(onOne, store, 'mount', '--prefix', '/workspace/')
  expect(mount.filesystemId).toMatch(/^[0-9a-f]{64}$/)
  expect(mount).toMatchObject({ prefix: '/workspace', of: idOne })
  added(onOne, store, 'fix', '--prefix', '/home/me/app-fix', '--as', '/home/me/app')
  expect((await idsIn(store, one)).map(([, , id]) => id)).toEqual([
    idOf(mount.filesystemId, '/workspace/a.ts'),
    idOf(idOne, '/workspace2/a.ts'),
    idOf(idOne, '/home/me/app/a.ts'),
    idOf(idOne, '/etc/hosts'),
  ])
  expect(onOne(store, 'filesystem', 'remove', 'mount')).toMatchObject({
    code: 0,
    out: `mount removed; its file system was ${mount.filesystemId}\n`,
  })
  expect(onOne(store, 'filesystem', 'remove', 'fix')).toMatchObject({ code: 0 })
  expect(await idsIn(store, one)).toEqual(before)
  expect(listed(onOne, store).filesystems).toEqual([])
  // The name and the prefix are free again.
  expect(added(onOne, store, 'mount', '--prefix', '/workspace', '--id', mount.filesystemId, '--of', 'this').filesystemId).toBe(
    mount.filesystemId,
  )
})

test('a reindex, a clone and a bundle keep the ids, also on another machine', async () => {
  const dir = tempDir()
  const { store } = imported(dir, 'first', 'second')
  added(onOne, store, 'mount', '--prefix', '/workspace')
  added(onOne, store, 'fix', '--prefix', '/home/me/app-fix', '--as', '/home/me/app')
  const ids = await idsIn(store, one)
  expect(onOne(store, 'reindex')).toMatchObject({ code: 0 })
  expect(await idsIn(store, one)).toEqual(ids)
  const [copy, sent] = [path.join(dir, 'copy'), path.join(dir, 'sent')]
  expect(onTwo(copy, 'clone', store, copy)).toMatchObject({ code: 0 })
  expect(await idsIn(copy, two)).toEqual(ids)
  const bundle = path.join(dir, 'x.bundle')
  expect(onOne(store, 'bundle', 'create', bundle, 'second')).toMatchObject({ code: 0 })
  expect(onTwo(sent, 'bundle', 'import', bundle)).toMatchObject({ code: 0 })
  expect(await idsIn(sent, two)).toEqual(ids.filter(([session]) => session === 'second'))
  // The store itself on another machine: what was imported stays where it was.
  renameSync(store, path.join(dir, 'moved'))
  expect(await idsIn(path.join(dir, 'moved'), two)).toEqual(ids)
})

test('sessions and rules of two machines stay apart in one store, under the same folder and the same prefix', async () => {
  const dir = tempDir()
  const { store, projects } = imported(dir, 'first')
  const theirs = added(onOne, store, 'mount', '--prefix', '/workspace')
  const other = path.join(dir, 'other')
  writeConversation(dir, talk('second'))
  expect(onTwo(other, 'import', path.join(projects), '--filesystem', 'this')).toMatchObject({ code: 0 })
  const mine = added(onTwo, other, 'mount', '--prefix', '/workspace')
  onTwo(other, 'remove', 'first', '--yes')
  expect(onTwo(other, 'remote', 'add', 'one', store)).toMatchObject({ code: 0 })
  expect(onTwo(other, 'fetch', 'one', '--include-removed')).toMatchObject({ code: 0 })
  expect(Object.fromEntries((await idsIn(other, two)).map(([session, name, id]) => [`${session} ${name}`, id]))).toMatchObject({
    'first /workspace/a.ts': idOf(theirs.filesystemId, '/workspace/a.ts'),
    'first /etc/hosts': idOf(idOne, '/etc/hosts'),
    'second /workspace/a.ts': idOf(mine.filesystemId, '/workspace/a.ts'),
    'second /etc/hosts': idOf(idTwo, '/etc/hosts'),
  })
  // One name of two machines means that of this machine.
  expect(onTwo(other, 'filesystem', 'remove', 'mount', '--json').out).toContain(mine.filesystemId)
  expect(listed(onTwo, other).filesystems.map(({ of }) => of)).toEqual([idOne])
})

test('a copy from another machine is imported as such, and its folder remains so', async () => {
  const dir = tempDir()
  const store = path.join(dir, 'store')
  const { projects } = writeConversation(dir, talk('first'))
  expect(added(onOne, store, 'box', '--machine-id', two).filesystemId).toBe(idTwo)
  expect(onOne(store, 'import', projects, '--filesystem', 'box')).toMatchObject({ code: 0 })
  writeConversation(dir, talk('second'))
  expect(onOne(store, 'import', projects)).toMatchObject({ code: 0 })
  expect(listed(onOne, store).sources).toEqual([{ root: projects, filesystemId: idTwo, sessions: 2 }])
  // A rule for a folder is one for the file system that it is a copy of.
  const box = added(onOne, store, 'mount', '--prefix', '/workspace', '--root', projects)
  expect(box).toMatchObject({ of: idTwo, root: projects })
  expect((await idsIn(store, one))[0]).toEqual(['first', '/workspace/a.ts', idOf(box.filesystemId, '/workspace/a.ts')])
})

test('a session that was imported before changes its file system without being read again', async () => {
  const { store, projects } = imported(tempDir(), 'first', 'second')
  const moved = onOne(store, 'import', projects, '--filesystem', idTwo.toUpperCase())
  expect(moved.out).toContain('2 sessions imported before are now on that file system.')
  expect(moved.out).toContain('Read 0 files')
  expect(await idsIn(store, two)).toEqual(['first', 'second'].flatMap((session) => asked.map((name) => [session, name, idOf(idTwo, name)])))
  expect(onOne(store, 'import', projects, '--filesystem', 'this').out).toContain('2 sessions')
  expect(onOne(store, 'import', projects, '--filesystem', 'this').out).not.toContain('imported before')
  expect(listed(onOne, store).sources).toEqual([{ root: projects, filesystemId: idOne, sessions: 2 }])
  expect(onOne(store, 'verify')).toMatchObject({ code: 0 })
})

test('a store of an earlier build is on the machine that first imports into it, and clones say so', async () => {
  const dir = tempDir()
  execFileSync('tar', ['-xzf', path.resolve('test/fixtures/store-0.1.0.tar.gz'), '-C', dir])
  const store = path.join(dir, 'store')
  const { projects } = writeConversation(dir, talk('new'))
  expect(onOne(store, 'import', projects)).toMatchObject({ code: 0 })
  const ids = await idsIn(store, two)
  expect(ids.length).toBeGreaterThan(4 * asked.length)
  expect(new Set(ids.map(([, name, id]) => `${name} ${id}`)).size).toBe(asked.length)
  expect(ids[0]?.[2]).toBe(idOf(idOne, asked[0] ?? ''))
  const copy = path.join(dir, 'copy')
  expect(onTwo(copy, 'clone', store, copy)).toMatchObject({ code: 0 })
  expect([...(await idsIn(copy, two))].sort()).toEqual([...ids].sort())
})

test('what is wrong with a name, a path or a file system is said in a sentence', () => {
  const { store, projects } = imported(tempDir(), 'first')
  added(onOne, store, 'mount', '--prefix', '/workspace')
  added(onOne, store, 'fix', '--prefix', '/w', '--as', '/home/me/app')
  const refused = (...args: readonly string[]) => {
    const { code, out, err } = onOne(store, ...args)
    expect(out).toBe('')
    return `${code} ${err}`
  }
  const add = (...args: readonly string[]) => refused('filesystem', 'add', ...args)
  expect(add('mount', '--prefix', '/data')).toMatch(/^1 strata: The name “mount” exists already: it has the prefix \/workspace/)
  expect(add('mount', '--prefix', '/data')).toContain('strata filesystem remove NAME')
  expect(add('other', '--prefix', '/workspace/.')).toMatch(/^1 strata: The prefix \/workspace already has a rule: “mount”/)
  expect(add('rel', '--prefix', 'work')).toMatch(/^2 strata: “work” is not an absolute path: give --prefix as transcripts write it/)
  expect(add('rel', '--prefix', '/srv', '--as', '~/srv')).toMatch(/^2 strata: “~\/srv” is not an absolute path: give --as/)
  expect(add('same', '--prefix', '/srv', '--as', '/srv/')).toMatch(/^2 strata: --prefix and --as are the same path: \/srv/)
  expect(add('this')).toMatch(/^2 strata: “this” already names the file system of this machine/)
  expect(add('a b')).toMatch(/^2 strata: “a b” is not a valid name for a file system/)
  expect(add('x', '--as', '/a')).toMatch(/^2 strata: --as requires --prefix/)
  expect(add('x', '--id', 'mount', '--machine-id', two)).toMatch(/^2 strata: Give --id or --machine-id, not both/)
  expect(add('x', '--prefix', '/a', '--of', 'nosuch')).toMatch(/^1 strata: No file system has the name “nosuch”/)
  expect(refused('filesystem', 'remove', 'nosuch')).toMatch(/^1 strata: No file system has the name “nosuch”.*\n.*strata filesystem list/)
  expect(refused('import', projects, '--filesystem', 'nosuch')).toMatch(
    /^1 strata: No file system has the name “nosuch”, and it is not an id/,
  )
  expect(refused('import', projects, '--filesystem', 'fix')).toMatch(/^2 strata: “fix” changes paths and names no file system/)
  expect(refused('import', projects, '--format', 'messages', '--filesystem', 'mount')).toMatch(/^2 error: --filesystem cannot be used/)
})
