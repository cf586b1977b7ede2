/** A model that counts its calls from 0 in every reply: each call has its own result everywhere. */
import path from 'node:path'
import { writeFileSync, mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Engine } from '../../../app/engine/engine.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, withEngine } from '../../support/with-engine.ts'

const session = '11111111-1111-4111-8111-111111111111'
const uuid = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

interface Turn {
  readonly command: string
  /** Undefined: the call has no result. */
  readonly result: string | undefined
  readonly seconds: number
  readonly failed?: boolean
}

const turns: readonly Turn[] = [
  { command: 'ls src', result: 'main.c', seconds: 2 },
  { command: 'sleep', result: undefined, seconds: 0 },
  { command: 'ls test', result: 'main_test.c', seconds: 30, failed: true },
  { command: 'ls docs', result: 'intro.md', seconds: 5 },
]

/** One prompt, one call a reply, all with the same id. */
const transcript = (): string => {
  const lines: object[] = []
  let at = Date.UTC(2026, 2, 2, 9)
  const add = (type: string, seconds: number, message: object): void => {
    at += seconds * 1000
    const place = lines.length
    const own = {
      type,
      uuid: uuid(place),
      parentUuid: place === 0 ? null : uuid(place - 1),
      sessionId: session,
      cwd: '/home/ana',
      version: '2.1.200',
    }
    lines.push({ ...own, timestamp: new Date(at).toISOString(), message })
  }
  add('user', 0, { role: 'user', content: 'List them' })
  for (const [number, { command, result, seconds, failed }] of turns.entries()) {
    const call = { type: 'tool_use', id: 'functions.Bash:0', name: 'Bash', input: { command } }
    add('assistant', 1, { role: 'assistant', id: `msg_${String(number)}`, model: 'kimi-k3', content: [call] })
    if (result === undefined) add('user', 1, { role: 'user', content: 'Go on' })
    else
      add('user', seconds, {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'functions.Bash:0', content: result, is_error: failed === true }],
      })
  }
  add('assistant', 1, { role: 'assistant', id: 'msg_end', model: 'kimi-k3', content: [{ type: 'text', text: 'Done.' }] })
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

const withTranscript = async <T>(work: (engine: Engine) => Promise<T>): Promise<T> => {
  const dir = tempDir()
  const folder = path.join(dir, 'projects/-home-ana')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${session}.jsonl`), transcript())
  const storeDir = path.join(dir, 'store')
  await importInto(storeDir, [path.join(dir, 'projects')])
  return withEngine(storeDir, work)
}

test('the reader shows each call with its own result', async () => {
  await withTranscript(async (engine) => {
    const { commits } = await engine.ask('chain.log', { limit: 10 })
    const shown = []
    for (const { commitId } of [...commits].reverse()) {
      const { items } = await engine.ask('commit.read', { commitId })
      for (const { blocks } of items)
        for (const block of blocks)
          if (block.kind === 'tool_call') shown.push([(block.input as { command: string }).command, block.result?.text])
    }
    expect(shown).toEqual(turns.map(({ command, result }) => [command, result]))
  })
})

test('calls are counted, answered, failed and timed one by one', async () => {
  await withTranscript(async (engine) => {
    const [tools] = (await engine.ask('analytics.ask', { name: 'tools', zone: 'UTC' })).rows
    expect(tools).toMatchObject({ tool_name: 'Bash', calls: 4, errors: 1, unanswered: 1 })
    const { rows } = await engine.ask('analytics.ask', { name: 'tool-calls', zone: 'UTC' })
    expect([...rows].sort((a, b) => Number(a['line']) - Number(b['line'])).map((row) => row['duration_ms'])).toEqual([
      2000,
      null,
      30_000,
      5000,
    ])
    const stats = await engine.ask('stats.show', {})
    expect(stats.tools).toMatchObject([{ tool: 'Bash', calls: 4, errors: 1 }])
  })
})
