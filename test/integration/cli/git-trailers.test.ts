/** `strata resolve --git`, with commits of a real Git. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { made, turn } from '../../support/made-commits.ts'
import { startStrata } from '../../support/running-strata.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { withEngine } from '../../support/with-engine.ts'

const repository = (): { readonly dir: string; readonly commit: (...args: readonly string[]) => void } => {
  const dir = tempDir()
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', dir, '-c', 'user.name=T', '-c', 'user.email=t@t', ...args])
  git('init', '-q')
  return { dir, commit: (...args) => git('commit', '-q', '--allow-empty', ...args) }
}

test('a Git commit leads to the commits that its trailers name', async () => {
  const { dir: repo, commit } = repository()
  const dir = path.join(tempDir(), 'store')
  const [first, second] = await withEngine(dir, async (engine) => [
    await made(engine, { bytes: turn('one'), sessionId: 'a' }),
    await made(engine, { bytes: turn('two'), sessionId: 'b' }),
  ])
  commit('-m', 'fix the parser', '--trailer', `Strata-Context: ${first}`, '--trailer', `Strata-Context: ${second}`)
  commit('-m', 'Strata-Context: in prose is no trailer\n\nmore text')
  const resolve = (...args: readonly string[]) => startStrata(dir, ['-q', 'resolve', ...args, '--repo', repo]).ended
  const found = await resolve('--git', 'HEAD~1', '--json')
  expect(found.code).toBe(0)
  expect((JSON.parse(found.out) as { commits: { commitId: string }[] }).commits.map(({ commitId }) => commitId)).toEqual([first, second])
  expect((await resolve('--git', 'HEAD~1')).out).toContain(first)
  expect(await resolve('--git', 'HEAD')).toMatchObject({ code: 1, out: '', err: 'No Strata-Context trailer in the message of HEAD.\n' })
})

test('an unknown revision, one that looks like an option, and a commit that the store does not have are errors', async () => {
  const { dir: repo, commit } = repository()
  commit('-m', 'x', '--trailer', 'Strata-Context: ctx-0123abcd')
  const dir = path.join(tempDir(), 'store')
  await withEngine(dir, (engine) => made(engine, { bytes: turn('one'), sessionId: 'a' }))
  const resolve = (...args: readonly string[]) => startStrata(dir, ['-q', 'resolve', ...args, '--repo', repo]).ended
  expect((await resolve('--git', 'nowhere')).err).toContain('Git has no commit nowhere')
  expect((await resolve('--git=--output=/tmp/x')).code).toBe(1)
  expect((await resolve('--git', 'HEAD')).err).toContain('ctx-0123abcd')
  expect((await resolve('--git', 'HEAD', '2026-01-01')).code).toBe(2)
  expect((await startStrata(dir, ['resolve']).ended).code).toBe(2)
})
