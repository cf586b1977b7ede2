/** A push and a bundle show the secrets in them, and ask a person before they write. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import type { TransferContents } from '../../../../app/contract/transfer.ts'
import { conversation } from '../../../support/conversation.ts'
import { madeUpKey } from '../../../support/made-up-key.ts'
import { cli, strata, strataEnv } from '../../../support/strata-command.ts'
import { sampleStore } from '../../../support/copied-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const token = madeUpKey('ghp_{36}')

const storeWithSecret = async (): Promise<string> => {
  const [dir, store] = [tempDir(), tempDir()]
  await importInto(store, [writeConversation(dir, conversation().human(`use ${token}`).agent('done')).projects])
  return store
}

/** A terminal of util-linux: the command believes that a person is there. */
const onTerminal = (context: TestContext, store: string, answer: string, ...args: readonly string[]) => {
  if (spawnSync('script', ['--version']).error !== undefined) return context.skip('no program “script” on this machine')
  const command = [process.execPath, cli, ...args].map((word) => `'${word}'`).join(' ')
  const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
    env: strataEnv(store),
    encoding: 'utf8',
    input: answer,
    timeout: 120_000,
  })
  return { code: status, out: stdout }
}

test('the content of a push or a bundle is counted, with its secrets and their commits', async () => {
  const store = await storeWithSecret()
  await withEngine(store, async (engine) => {
    const contents = (await runJob(engine, 'transfer.contents', {})).result as TransferContents
    expect(contents).toMatchObject({ sessions: 1, commits: 1, unreadable: 0, found: [{ kind: 'GitHub token' }] })
    expect(contents.found[0]?.commits[0]).toMatch(/^ctx-/)
    expect(JSON.stringify(contents)).not.toContain(token)
  })
})

test('files next to a transcript and lines outside of commits are searched too', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const talk = conversation()
    .human('hello')
    .agent('done')
    .raw(`{"torn": "${madeUpKey('glpat-{20}')}`)
  const { projects, mainFiles } = writeConversation(dir, talk)
  const beside = path.join((mainFiles[0] ?? '').replace(/\.jsonl$/, ''), 'tool-results')
  mkdirSync(beside, { recursive: true })
  writeFileSync(path.join(beside, 'toolu_1.txt'), `key: ${token}\n`)
  await importInto(store, [projects])
  await withEngine(store, async (engine) => {
    const { found } = (await runJob(engine, 'transfer.contents', {})).result as TransferContents
    expect(found.map(({ kind }) => kind).sort()).toEqual(['GitHub token', 'GitLab token'])
  })
})

test('records outside of commits, for example copies of a fork, are read like others: signatures are not secrets', async () => {
  const store = await sampleStore()
  await withEngine(store, async (engine) => {
    const contents = (await runJob(engine, 'transfer.contents', {})).result as TransferContents
    expect(contents).toMatchObject({ sessions: 18, unreadable: 0, found: [] })
  })
})

test('on a terminal a bundle and a push show the secrets, and a no writes nothing', async (context) => {
  const store = await storeWithSecret()
  const file = path.join(tempDir(), 'a.bundle')
  const refused = onTerminal(context, store, 'n\n', 'bundle', 'create', file, '--all')
  expect(refused.out).toContain('GitHub token')
  expect(refused.out).toContain('Write the bundle? [y/N]')
  expect(refused.out).not.toContain(token)
  expect([refused.code, existsSync(file)]).toEqual([2, false])
  expect(onTerminal(context, store, 'y\n', 'bundle', 'create', file, '--all').code).toBe(0)
  expect(existsSync(file)).toBe(true)
  const there = path.join(tempDir(), 'there')
  strata(store, 'remote', 'add', 'there', there)
  expect(onTerminal(context, store, 'n\n', 'push', 'there', '--all').out).toContain('Push to there? [y/N]')
  expect(existsSync(there)).toBe(false)
  const sent = onTerminal(context, store, '', 'push', 'there', '--all', '--yes')
  expect([sent.code, existsSync(there)]).toEqual([0, true])
})

test('without a terminal there is no question: scripts write as before', async () => {
  const store = await storeWithSecret()
  const file = path.join(tempDir(), 'a.bundle')
  expect(strata(store, 'bundle', 'create', file, '--all')).toMatchObject({ code: 0 })
})

test('with --check-secrets a run without a terminal writes nothing, lists the secrets and ends with exit code 4', async () => {
  const store = await storeWithSecret()
  const [file, there] = [path.join(tempDir(), 'a.bundle'), path.join(tempDir(), 'there')]
  strata(store, 'remote', 'add', 'there', there)
  for (const command of [
    ['bundle', 'create', file, '--all'],
    ['push', 'there', '--all'],
    ['push', 'there', '--all', '--dry-run'],
  ]) {
    const { code, out, err } = strata(store, ...command, '--check-secrets')
    expect([code, out]).toEqual([4, ''])
    expect(err).toMatch(/GitHub token.*\bctx-[0-9a-f]{8}/)
    expect(err).toContain('Nothing was written: it contains 1 secret (GitHub token: 1) (secrets-found)')
    expect(err).not.toContain(token)
  }
  expect([existsSync(file), existsSync(there)]).toEqual([false, false])
  const { code, err } = strata(store, '--json', 'push', 'there', '--all', '--check-secrets')
  const { failure } = JSON.parse(err) as {
    readonly failure: { readonly code: string; readonly data: { readonly secrets: readonly string[] } }
  }
  expect([code, failure.code, failure.data.secrets]).toEqual([4, 'secrets-found', [expect.stringMatching(/^GitHub token .*ctx-/)]])
})

test('with --check-secrets a file without secrets is written without a question, also on a terminal', async (context) => {
  const [dir, store] = [tempDir(), tempDir()]
  await importInto(store, [writeConversation(dir, conversation().human('hello').agent('done')).projects])
  const [one, other] = [path.join(dir, 'one.bundle'), path.join(dir, 'other.bundle')]
  expect(strata(store, 'bundle', 'create', one, '--all', '--check-secrets')).toMatchObject({ code: 0 })
  expect(existsSync(one)).toBe(true)
  expect(strata(store, 'bundle', 'create', other, '--all', '--check-secrets', '--yes')).toMatchObject({ code: 2 })
  expect(onTerminal(context, store, '', 'bundle', 'create', other, '--all', '--check-secrets').code).toBe(0)
  expect(existsSync(other)).toBe(true)
})
