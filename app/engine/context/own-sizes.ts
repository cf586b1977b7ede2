/** Sizes of the chat and the system prompt at the end of a chain, wherever they are shown. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import { count, text } from '../../model/columns.ts'
import type { ObjectType } from '../../model/objects/object-identity.ts'
import { typedByHuman } from '../../model/record-class.ts'
import type { Store } from '../../store/store.ts'
import { inOrderOf, ownLinks } from '../file-steps/chain-records.ts'
import chatSizes from './chat-sizes.sql?raw'
import systemPrompts from './system-prompts.sql?raw'

const chatColumns = { commitId: text('commit_id'), chars: count('chars'), turns: count('turns') } as const
const promptColumns = { commitId: text('commit_id'), given: text('given'), chars: count('chars') } as const

export interface OwnSizes {
  /** UTF-16 code units of its prompts, responses and inputs of calls. */
  readonly chatChars: number
  readonly turns: number
  /** The same of the system prompt; null: no record contains it. */
  readonly systemPromptChars: number | null
}

export type OwnType = Extract<ObjectType, 'chat' | 'system_prompt' | 'session'>

/** The size of an object that a session has once; null: not known. */
export const ownChars = (type: OwnType, { chatChars, systemPromptChars }: OwnSizes): number | null => {
  if (type === 'system_prompt') return systemPromptChars
  return type === 'chat' ? chatChars : 0
}

/** A chat and a session have a version for each turn. */
export const ownVersions = (turns: number): number => Math.max(1, turns)

type Prompt = { readonly given: string; readonly chars: number }

/** The last one that was attached, else the first one of a request that says something. */
const promptChars = (prompts: readonly Prompt[]): number | null => {
  const chosen = prompts.filter(({ given }) => given === 'attached').at(-1) ?? prompts[0]
  return chosen === undefined || chosen.chars === 0 ? null : chosen.chars
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** @param chains tip first */
export const ownSizes = async ({ database }: Store, chains: readonly (readonly ChainLink[])[]): Promise<readonly OwnSizes[]> => {
  const owned = chains.map(ownLinks)
  const commits = [...new Set(owned.flatMap((links) => links.map(({ commitId }) => commitId)))]
  const sizes = await database.query(chatSizes, chatColumns, { commits, typed: [...typedByHuman] })
  const byCommit = new Map(sizes.map((size) => [size.commitId, size]))
  const prompts = await database.query(systemPrompts, promptColumns, { commits })
  return owned.map((links) => {
    const chat = links.flatMap(({ commitId }) => byCommit.get(commitId) ?? [])
    return {
      chatChars: sum(chat.map(({ chars }) => chars)),
      turns: sum(chat.map(({ turns }) => turns)),
      systemPromptChars: promptChars(inOrderOf(links, prompts)),
    }
  })
}
