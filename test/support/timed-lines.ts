/** Transcripts that are written second by second, and the metrics of one. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { CallInput } from '../../app/contract/calls.ts'
import type { Row } from './asking.ts'
import { tempDir } from './temp-dir.ts'
import { importInto, withEngine } from './with-engine.ts'

export const session = '5e55104a-0000-4000-8000-000000000001'
export type Fields = Readonly<Record<string, unknown>>

/** Lines of a transcript, each so many seconds after nine o'clock; undefined: it says no time. */
export const lines = (...rows: readonly (readonly [number | undefined, Fields])[]): string =>
  rows
    .map(([seconds, fields], at) =>
      JSON.stringify({
        parentUuid: at === 0 ? null : `row-${at - 1}`,
        uuid: `row-${at}`,
        sessionId: session,
        cwd: '/home/sam/shed',
        version: '2.1.330',
        isSidechain: false,
        userType: 'external',
        ...(seconds === undefined ? {} : { timestamp: new Date(Date.UTC(2026, 0, 5, 9, 0, seconds)).toISOString() }),
        ...fields,
      }),
    )
    .join('\n')

export const user = (content: unknown, more: Fields = {}): Fields => ({ type: 'user', message: { role: 'user', content }, ...more })
export const reply = (id: string, context: number, ...content: readonly Fields[]): Fields => ({
  type: 'assistant',
  requestId: `req_${id}`,
  message: {
    id: `msg_${id}`,
    role: 'assistant',
    model: 'claude-opus-4-5-20251101',
    content,
    usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: context - 30, cache_creation_input_tokens: 20 },
  },
})
export const text = (words: string): Fields => ({ type: 'text', text: words })
export const call = (id: string): Fields => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'make' } })
export const result = (id: string): Fields => user([{ type: 'tool_result', tool_use_id: id, content: 'ok' }])

/** Imports files, by their paths below the projects, and asks of them. */
export const answersOfFiles = async <T>(
  files: Readonly<Record<string, string>>,
  work: (ask: (name: string, asked?: Omit<CallInput<'analytics.ask'>, 'name'>) => Promise<readonly Row[]>) => Promise<T>,
): Promise<T> => {
  const [projects, storeDir] = [tempDir(), tempDir()]
  for (const [file, transcript] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(projects, file)), { recursive: true })
    writeFileSync(path.join(projects, file), `${transcript}\n`)
  }
  await importInto(storeDir, [projects])
  return withEngine(storeDir, (engine) =>
    work(async (name, asked = {}) => (await engine.ask('analytics.ask', { name, zone: 'UTC', ...asked })).rows),
  )
}

export const answers = <T>(
  transcript: string,
  work: (ask: (name: string, by?: 'day' | 'session' | 'model') => Promise<readonly Row[]>) => Promise<T>,
): Promise<T> =>
  answersOfFiles({ [`-home-sam-shed/${session}.jsonl`]: transcript }, (ask) =>
    work((name, by) => ask(name, by === undefined ? {} : { by })),
  )
