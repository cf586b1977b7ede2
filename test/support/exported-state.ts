/** What an export contains, and conversations that are exported for tests. */
import path from 'node:path'
import { expect } from 'vitest'
import type { CallInput } from '../../app/contract/calls.ts'
import type { StatedObject } from '../../app/contract/session-state.ts'
import type { Engine } from '../../app/engine/engine.ts'
import { brokenApiRules } from './broken-api-rules.ts'
import { conversation, type Conversation } from './conversation.ts'
import { tempDir } from './temp-dir.ts'
import { importInto } from './with-engine.ts'
import { writeConversation } from './write-conversation.ts'

export type Block = Readonly<Record<string, unknown>>
export type Wish = Omit<CallInput<'export.make'>, 'commitId' | 'target'>

export interface Request {
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[]
}

export const imported = async (...talks: readonly Conversation[]): Promise<string> => {
  const store = path.join(tempDir(), 'store')
  await importInto(store, [writeConversation(tempDir(), ...talks).projects])
  return store
}

export const textOf = (content: Uint8Array | null): string => Buffer.from(content ?? []).toString('utf8')

export const exported = async (
  engine: Engine,
  commitId: string,
  wish: Wish = {},
): Promise<Request & { readonly lost: readonly string[] }> => {
  const { content, lost } = await engine.ask('export.make', { commitId, target: 'messages', ...wish })
  const request = JSON.parse(textOf(content)) as Request
  expect(brokenApiRules(request)).toEqual([])
  return { ...request, lost: lost.map(({ what, count }) => `${what} × ${count}`) }
}

export const textsIn = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : ((content ?? []) as readonly Block[]).map(({ text }) => (typeof text === 'string' ? text : '')).join('\n')

/** The content of each result, in order. */
export const resultsOf = ({ messages }: Request): readonly string[] =>
  messages.flatMap(({ content }) => content.flatMap((block) => (block['type'] === 'tool_result' ? [textsIn(block['content'])] : [])))

export const wordsOf = ({ messages }: Request): readonly string[] =>
  messages.flatMap(({ content }) => content.flatMap(({ type, text }) => (type === 'text' ? [String(text).trimEnd()] : [])))

export const objectsAt = async (engine: Engine, at: string, policy?: string): Promise<readonly StatedObject[]> =>
  (await engine.ask('session.state', { at, ...(policy === undefined ? {} : { policy }) })).objects

/** Longer than the line that a policy replaces an output with. */
const more = `${'x'.repeat(59)}\n`.repeat(6)
export const lsOutput = `lamp.ts mast.ts\n${more}`.trimEnd()
export const logOutput = `one commit\n${more}`.trimEnd()
const lamp = `const lamp = 1\n${more}`
const mast = `const mast = 2\n${more}`

export const harbour = (): Conversation =>
  conversation({ sessionId: 'harbour', seed: 'harbour', cwd: '/p/harbour' })
    .human('Look')
    .runs('ls', lsOutput)
    .agent('Two files.')
    .human('Read them')
    .reads('lamp.ts', lamp)
    .reads('mast.ts', mast)
    .agent('Read.')

export const compacted = (): Conversation =>
  conversation({ sessionId: 'compacted', seed: 'compacted', cwd: '/p/harbour' })
    .human('Look')
    .runs('ls', lsOutput)
    .reads('lamp.ts', lamp)
    .compacts({ summary: 'There are two files.' })
    .human('Continue')
    .reads('mast.ts', mast)
    .runs('git log', logOutput)
    .attachment({
      type: 'file',
      filename: '/p/harbour/rope.ts',
      content: { type: 'text', file: { filePath: '/p/harbour/rope.ts', content: 'rope\n', numLines: 1, startLine: 1, totalLines: 1 } },
    })
    .agent('Done.')
