/** What of a replaced context its summary contains, for handwritten conversations. */
import { expect, test } from 'vitest'
import { asking, pick } from '../../../support/asking.ts'
import { conversation } from '../../../support/conversation.ts'

test('the parts of the replaced context that a summary keeps and loses are counted', async () => {
  const summary = 'npm test was run. src/app/main.ts listens on port 8080, as was decided'
  const talk = conversation()
    .human('We decided to listen on port 8080 instead of 9090. See src/app/main.ts')
    .runs('npm test', 'ok')
    .runs('cat notes.md', '     1→Retry 42 times, see docs/retry.md\n     2→port 8080\n     3→We chose a queue rather than a pipe')
    .runs('rm -rf build', '')
    .agent('done')
    .compacts({ summary })
    .human('and 7777')
  await asking([talk], async (ask) => {
    const [compaction] = await ask('compaction-list')
    const parameters = { commit: String(compaction?.['commit_id']) }
    const rows = await ask('compaction-survival', { parameters })
    expect(pick(rows, 'kind', 'item', 'times', 'held_by', 'survives')).toEqual([
      ['path', 'src/app/main.ts', 1, 'conversation', true],
      ['path', 'docs/retry.md', 1, 'tool results', false],
      ['command', 'npm test', 1, 'conversation', true],
      ['command', 'cat notes.md', 1, 'conversation', false],
      ['command', 'rm -rf build', 1, 'conversation', false],
      ['number', '8080', 2, 'conversation', true],
      ['number', '42', 1, 'tool results', false],
      ['number', '9090', 1, 'conversation', false],
      ['decision', 'We decided to listen on port 8080 instead of 9090', 1, 'conversation', true],
      ['decision', 'We chose a queue rather than a pipe', 1, 'tool results', false],
    ])
    // Filters choose the compaction with all that it lost, or not at all.
    const quarter = 900_000
    const at = Math.floor(Number(compaction?.['occurred_at']) / quarter) * quarter
    expect(await ask('compaction-survival', { parameters, filters: { chains: 'main', since: at, until: at + quarter } })).toEqual(rows)
    for (const filters of [{ since: at + quarter }, { until: at }, { chains: 'sidechains' as const }, { project: 'another' }])
      expect(await ask('compaction-survival', { parameters, filters })).toEqual([])
    await expect(ask('compaction-survival')).rejects.toThrow('it requires a commit: add --commit CTX')
  })
})

test('commands survive without their redirections, and comments, branches and states are neither decisions nor paths', async () => {
  const code = [
    '// The queue must never block',
    'run() // always under the lock',
    '# We decided to retry rather than fail',
    '/* Instead of a pipe',
    ' * we must use a queue */',
    "const mode = always('on')",
    'We chose a queue rather than a pipe.',
  ]
  const diff = 'diff --git a/src/app/main.ts b/src/app/main.ts\n--- a/src/app/main.ts\n+++ b/src/app/main.ts\n'
  const talk = conversation({ cwd: '/src/harbour' })
    .human('Merge fix/retry and origin/main, IDLE/ENDED or entire/checkpoints/v1, see https://example.com/a/b.html and src/app')
    .reads('/src/harbour/src/app/main.ts', code.join('\n'))
    .runs('npm test 2>&1 > /tmp/log.txt', diff)
    .runs('make all', 'ok')
    .runs('sort < names.txt', 'ok')
    .agent('We must keep it.\n```ts\n// We should never see this\n```')
    .compacts({ summary: 'Ran `npm test`, `make all > out.txt` and nothing else.' })
    .human('and more')
  await asking([talk], async (ask) => {
    const [compaction] = await ask('compaction-list')
    const rows = await ask('compaction-survival', { parameters: { commit: String(compaction?.['commit_id']) } })
    const of = (kind: string) => rows.filter((row) => row['kind'] === kind).map(({ item, survives }) => [item, survives])
    expect(of('command').sort()).toEqual([
      ['make all', true],
      ['npm test 2>&1 > /tmp/log.txt', true],
      ['sort < names.txt', false],
    ])
    expect(
      of('path')
        .map(([item]) => item)
        .sort(),
    ).toEqual(['/src/harbour/src/app/main.ts', 'src/app', 'src/app/main.ts'])
    expect(
      of('decision')
        .map(([item]) => item)
        .sort(),
    ).toEqual(['We chose a queue rather than a pipe.', 'We must keep it'])
  })
})

test('text that only begins or ends like a path, a number or a command of the summary does not survive', async () => {
  const summary = 'It requires 42ms and v2.17 of testing (see main.ts and lib/walk.go), after npm tests.'
  const talk = conversation()
    .human('See /go/testify/require and src/app/main.ts and lib/walk and go/lib/walk.go: it took 42 times, or 17')
    .runs('npm test', 'ok')
    .agent('done')
    .compacts({ summary })
    .human('and more')
  await asking([talk], async (ask) => {
    const [compaction] = await ask('compaction-list')
    const rows = await ask('compaction-survival', { parameters: { commit: String(compaction?.['commit_id']) } })
    const survives = rows.filter((row) => row['survives'] === true).map((row) => row['item'])
    expect(survives.sort()).toEqual(['go/lib/walk.go', 'src/app/main.ts'])
    expect(rows.map((row) => row['item'])).toEqual(expect.arrayContaining(['/go/testify/require', '42', '17', 'npm test']))
  })
})
