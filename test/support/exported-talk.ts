/** What exports of an imported conversation say, in short, so that a test can compare whole conversations. */
import type { Engine } from '../../app/engine/engine.ts'
import type { Conversation } from './conversation.ts'
import { tempDir } from './temp-dir.ts'
import { importInto, withEngine } from './with-engine.ts'
import { writeConversation } from './write-conversation.ts'

type Block = Readonly<Record<string, unknown>>
interface Body {
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[]
}

const resultOf = (content: unknown): string =>
  typeof content === 'string' ? content : (content as readonly Block[]).map(({ text }) => String(text)).join(' ')

const wordsOf = (block: Block): string => {
  if (block['type'] === 'text') return String(block['text']).trim()
  if (block['type'] === 'tool_use') return `call ${String(block['name'])}`
  return block['type'] === 'tool_result' ? `result ${resultOf(block['content'])}` : String(block['type'])
}

/** Each message of the Messages API request that a commit exports as: who, and what. */
export const exportedTalk = async (engine: Engine, commitId: string, stop = 'root'): Promise<readonly string[]> => {
  const { content } = await engine.ask('export.make', { commitId, target: 'messages', stop })
  const { messages } = JSON.parse(Buffer.from(content ?? []).toString()) as Body
  return messages.map(({ role, content: blocks }) => `${role}: ${blocks.map(wordsOf).join(' + ')}`)
}

/** What an export says that it left out, without what every conversation of these tests lacks. */
export const leftOut = async (engine: Engine, commitId: string, stop = 'root'): Promise<readonly string[]> => {
  const { lost } = await engine.ask('export.make', { commitId, target: 'messages', stop })
  return lost.map(({ what, count }) => `${count} ${what}`).filter((what) => !/system prompt|definitions of tools/.test(what))
}

/** The commits at the ends of the main chain: that of the session, then those of the branches that were left. */
export const endsOf = async (engine: Engine): Promise<readonly string[]> => {
  const refs = await engine.ask('refs.list', {})
  const named = (kind: string) => refs.filter(({ name }) => name.startsWith(`${kind}/`)).sort((a, b) => (a.name < b.name ? -1 : 1))
  return [...named('session'), ...named('rewind')].map(({ commitId }) => commitId)
}

/** Imports a folder into a store of its own. */
export const imported = async <T>(projects: string, work: (engine: Engine) => Promise<T>): Promise<T> => {
  const storeDir = tempDir()
  await importInto(storeDir, [projects])
  return withEngine(storeDir, work)
}

/** What each end of a conversation exports from its root. */
export const talkOfEnds = (talk: Conversation): Promise<readonly (readonly string[])[]> =>
  imported(writeConversation(tempDir(), talk).projects, async (engine) => {
    const said: (readonly string[])[] = []
    for (const end of await endsOf(engine)) said.push(await exportedTalk(engine, end))
    return said
  })
