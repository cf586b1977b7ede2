/** Shapes from public reports that the Messages API refused: exports keep its rules and everything that was said. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { brokenApiRules, brokenTranscriptRules } from '../../../support/broken-api-rules.ts'
import { reportShape, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, searchIn, withEngine } from '../../../support/with-engine.ts'

type Block = Readonly<Record<string, unknown>>

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[]
  readonly tools?: readonly {
    readonly name: string
    readonly input_schema: { readonly properties: object; readonly additionalProperties?: unknown }
  }[]
}

interface Exported {
  readonly request: Request
  readonly transcript: string
  readonly markdown: string
  readonly html: string
  /** What the request reports as changed. */
  readonly lost: readonly string[]
}

const textOf = (content: Uint8Array | null): string => Buffer.from(content ?? []).toString('utf8')

/** The end of a session's only ref, in all forms. */
const exported = async (engine: Engine, stop: string): Promise<Exported> => {
  const [tip] = (await engine.ask('chain.log', { limit: 1 })).commits
  const commitId = tip?.commitId ?? ''
  const made = await engine.ask('export.make', { commitId, stop, target: 'messages' })
  const form = async (target: 'claude-code' | 'markdown' | 'html'): Promise<string> =>
    textOf((await engine.ask('export.make', { commitId, stop, target })).content)
  return {
    request: JSON.parse(textOf(made.content)) as Request,
    transcript: await form('claude-code'),
    markdown: await form('markdown'),
    html: await form('html'),
    lost: made.lost.map(({ what }) => what),
  }
}

const withShape = async <T>(shared: string, name: string, work: (engine: Engine, projects: string) => Promise<T>): Promise<T> => {
  const { projects } = reportShape(shared, name)
  const storeDir = path.join(tempDir(), 'store')
  await importInto(storeDir, [projects])
  return withEngine(storeDir, (engine) => work(engine, projects))
}

const expectValid = ({ request, transcript }: Exported): void => {
  expect(brokenApiRules(request)).toEqual([])
  expect(brokenTranscriptRules(transcript)).toEqual([])
}

const blocksOf = ({ messages }: Request, type: string): readonly Block[] =>
  messages.flatMap(({ content }) => content.filter((block) => block['type'] === type))

const linesOf = (transcript: string): readonly Block[] =>
  transcript
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Block)

const blocksOfTranscript = (transcript: string, type: string): readonly Block[] =>
  linesOf(transcript).flatMap(({ message }) => {
    const content = (message as { readonly content?: unknown } | undefined)?.content
    return Array.isArray(content) ? (content as Block[]).filter((block) => block['type'] === type) : []
  })

const found = async (engine: Engine, text: string): Promise<number> => (await searchIn(engine, text)).total

const filesBelow = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(dir, name)).isFile())
    .sort()

/** Files that restore gives back with other bytes than the ones that were imported. */
const changedByRestore = async (engine: Engine, projects: string): Promise<readonly string[]> => {
  const to = path.join(tempDir(), 'restored')
  await runJob(engine, 'restore.start', { what: { all: true }, to })
  const restored = filesBelow(to)
  return filesBelow(projects).filter((name) => {
    const copy = restored.find((file) => file.endsWith(path.basename(name)))
    return copy === undefined || !readFileSync(path.join(to, copy)).equals(readFileSync(path.join(projects, name)))
  })
}

test('a reply of numbered characters is not a message and gets no tokens', async (context) => {
  await withShape(sharedOrSkip(context), '03-numeric-key-message', async (engine) => {
    const { rows } = await engine.ask('sessions.list', { limit: 10 })
    expect(rows).toMatchObject([{ humanPrompts: 2, outputTokens: 20 }])
    const made = await exported(engine, 'root')
    expectValid(made)
    expect(made.request.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(JSON.stringify(made.request.messages.at(-1))).toContain('Go on')
    expect(made.lost).toContain('messages without content')
  })
})

test('a result whose call is before a compaction stays as text, and has its call in the complete conversation', async (context) => {
  await withShape(sharedOrSkip(context), '13-result-behind-boundary', async (engine) => {
    const near = await exported(engine, 'compaction')
    expectValid(near)
    for (const form of [JSON.stringify(near.request), near.transcript, near.markdown, near.html]) expect(form).toContain('120 total')
    const whole = await exported(engine, 'root')
    expectValid(whole)
    expect(blocksOf(whole.request, 'tool_result')).toMatchObject([{ content: '120 total' }])
    const { rows } = await engine.ask('sessions.list', { limit: 10 })
    expect(rows).toMatchObject([{ humanPrompts: 2, toolCalls: 1 }])
  })
})

test('an input that is not an object is kept inside one', async (context) => {
  await withShape(sharedOrSkip(context), '15-input-no-object', async (engine) => {
    const made = await exported(engine, 'root')
    expectValid(made)
    const inputs = [{ input: 'ls -la' }, { input: null }, { input: ['a', 'b'] }, { input: 42 }]
    expect(blocksOf(made.request, 'tool_use').map(({ input }) => input)).toEqual(inputs)
    expect(blocksOfTranscript(made.transcript, 'tool_use').map(({ input }) => input)).toEqual(inputs)
    expect(blocksOf(made.request, 'tool_result')).toHaveLength(4)
    expect(made.lost).toContain('changed: inputs of calls')
  })
})

const pairs = (calls: readonly Block[], results: readonly Block[]): readonly unknown[] =>
  calls.map(({ id, input }) => [input, results.find((result) => result['tool_use_id'] === id)?.['content']])

test('three calls with one id are three calls, each with its own result', async (context) => {
  await withShape(sharedOrSkip(context), '16-repeated-call-ids', async (engine) => {
    const made = await exported(engine, 'root')
    expectValid(made)
    const right = [
      [{ command: 'ls src' }, 'main.c util.c'],
      [{ command: 'ls test' }, 'main_test.c'],
      [{ command: 'ls docs' }, 'intro.md'],
    ]
    expect(pairs(blocksOf(made.request, 'tool_use'), blocksOf(made.request, 'tool_result'))).toEqual(right)
    expect(pairs(blocksOfTranscript(made.transcript, 'tool_use'), blocksOfTranscript(made.transcript, 'tool_result'))).toEqual(right)
    for (const page of [made.markdown, made.html])
      for (const said of ['ls src', 'main.c util.c', 'ls test', 'main_test.c', 'ls docs', 'intro.md'])
        expect(page.split(said).length).toBeGreaterThan(1)
  })
})

test('definitions of tools have no property names that the API refuses, and inputs keep them', async (context) => {
  await withShape(sharedOrSkip(context), '18-property-keys', async (engine) => {
    const made = await exported(engine, 'root')
    expectValid(made)
    const inputs = blocksOf(made.request, 'tool_use').flatMap(({ input }) => Object.keys(input as object))
    expect(inputs).toContain('filter[bundleId]')
    expect(made.request.tools?.some(({ input_schema: schema }) => schema.additionalProperties === true)).toBe(true)
    expect(made.lost).toContain('excluded: parts of definitions of tools')
  })
})

test('half a surrogate pair is U+FFFD for the API, and everything else works with it', async (context) => {
  await withShape(sharedOrSkip(context), '21-half-characters', async (engine, projects) => {
    const made = await exported(engine, 'root')
    expectValid(made)
    expect(JSON.stringify(made.request)).toContain('party \u{fffd}')
    for (const form of [JSON.stringify(made.request), made.transcript]) expect(form).not.toMatch(/\\ud[89a-f][0-9a-f]{2}/i)
    expect(await found(engine, 'of what?')).toBe(1)
    expect(await changedByRestore(engine, projects)).toEqual([])
    const { rows } = await engine.ask('sessions.list', { limit: 10 })
    expect(rows).toMatchObject([{ humanPrompts: 2, toolCalls: 1 }])
  })
})

test('text after a NUL character is found and exported', async (context) => {
  await withShape(sharedOrSkip(context), '22-nul-characters', async (engine) => {
    const made = await exported(engine, 'root')
    expectValid(made)
    for (const form of [JSON.stringify(made.request), made.transcript, made.markdown, made.html]) {
      expect(form).toContain('tail-needle')
      expect(form).toContain('needle-two')
      expect(form).toContain('Done.')
    }
    expect(await found(engine, 'needle-two')).toBe(1)
  })
})

test('messages in other forms keep their text in conversation, exports and search', async (context) => {
  await withShape(sharedOrSkip(context), '53-odd-messages', async (engine) => {
    const made = await exported(engine, 'root')
    expectValid(made)
    for (const said of ['Hello as plain text.', 'I am an object', 'a bare text', 'a block', 'a bare prompt', 'Last.']) {
      for (const form of [JSON.stringify(made.request), made.transcript, made.markdown, made.html]) expect(form).toContain(said)
      expect(await found(engine, said)).toBe(1)
    }
    const { rows } = await engine.ask('sessions.list', { limit: 10 })
    expect(rows).toMatchObject([{ humanPrompts: 6 }])
    expect(made.lost).toContain('messages without content')
  })
})
