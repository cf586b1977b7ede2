/** The context that an agent would be given next: the contract between the history and what runs an agent. */
import { z } from 'zod'
import type { Lost } from '../model/chain-event.ts'
import type { JsonObject } from '../model/json-object.ts'
import type { PackForm } from '../model/pack-form.ts'
import { maxRecallTokens } from '../model/recall.ts'
import { policy } from './backtest.ts'
import { call, id, path } from './call.ts'

export const agentRoles = ['manager', 'worker', 'unified'] as const
export type AgentRole = (typeof agentRoles)[number]

/** Tokens that are kept free for the response and for results of tools. */
export const defaultReserves = { reserveResponse: 8_000, reserveTools: 16_000 } as const

/** What happens now: the message for the agent, and what it should know of its surroundings. */
const event = z.strictObject({
  content: z.string().max(10_000_000),
  source: z.string().max(400).optional(),
  /** An instant, ISO 8601. */
  time: z.iso.datetime({ offset: true }).optional(),
  timezone: z.string().min(1).max(100).optional(),
  platform: z.string().max(400).optional(),
  platformActions: z.array(z.string().max(400)).max(1000).optional(),
  /** What hooks add. */
  hooks: z
    .array(z.strictObject({ name: z.string().max(400), content: z.string().max(1_000_000) }))
    .max(1000)
    .optional(),
  attachments: z
    .array(z.strictObject({ path, lines: z.tuple([z.number().int(), z.number().int()]).optional() }))
    .max(1000)
    .optional(),
})

/** Tokens of one physical layer and of what the model may take. Tokens of texts are estimates, those of the history come from usage. */
export interface TokenBudget {
  /** The context window of the model. */
  readonly modelLimit: number
  /** Whether the table of windows lists the model; false: the limit is the smallest of usual models. */
  readonly isLimitKnown: boolean
  readonly reserveResponse: number
  readonly reserveTools: number
  /** What the three layers may take: the limit less the reserves, or the budget that was asked for where that is less. */
  readonly available: number
  readonly used: {
    readonly systemPrompt: number
    /** Definitions of tools. */
    readonly tools: number
    readonly history: number
    readonly event: number
    readonly total: number
  }
  /** Negative: it does not fit. */
  readonly remaining: number
}

export interface AssembledMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly JsonObject[]
  /** What was injected into the message, with hashes (SHA-256); null: nothing. */
  readonly contextJson: JsonObject | null
}

/** What a part of the context became under the budget. */
export interface AssembledPack {
  readonly name: string
  readonly layer: 1 | 2 | 3
  readonly priority: 'required' | 'high' | 'medium' | 'low'
  readonly form: PackForm
  readonly tokens: number
  readonly why: string
}

export interface AssembledContext {
  readonly systemPrompt: string
  /** Versions of what the system prompt is made of. */
  readonly systemContextJson: JsonObject
  readonly history: readonly AssembledMessage[]
  /** Null: no event was given. */
  readonly currentMessage: AssembledMessage | null
  /** As the client recorded them; those that the history calls and no record defines are derived from their calls. */
  readonly tools: readonly JsonObject[]
  readonly model: string
  readonly provider: string
  /** `recorded`: parameters of the last request that the client recorded, such as thinking, effort and betas; null: none is recorded. */
  readonly modelConfig: { readonly max_tokens: number; readonly recorded: JsonObject | null }
  readonly tokenBudget: TokenBudget
  readonly sessionLabel: string
  /** The commit that the next turn continues. */
  readonly parentTurnId: string
  readonly role: AgentRole
  readonly toolsetName: string
  readonly permissionsGranted: readonly string[]
  readonly sourceEventId: string | null
  readonly workspacePath: string | null
  /** Tokens of the request, as estimated. */
  readonly tokens: number
  /** The budget that was asked for; null: none. */
  readonly budget: number | null
  /** Recorded tokens of the history for each estimated one; null: no usage is recorded. */
  readonly estimateScale: number | null
  /** Name of the policy that chose the history; null: none did. */
  readonly policy: string | null
  readonly packs: readonly AssembledPack[]
  /** `context_limit`: it was compacted before it is sent; `overflow_recovery`: after a refusal; null: it was not. */
  readonly compacted: 'context_limit' | 'overflow_recovery' | null
  /** Tokens that the prompt cache is expected to hold, while its lifetime has not passed. */
  readonly expectedCacheTokens: number
  readonly lost: readonly Lost[]
}

/** A context whose compaction is a commit. */
export interface StoredContext {
  readonly assembled: AssembledContext
  /** The compaction; null: nothing was compacted, and no fork was made. */
  readonly commitId: string | null
  readonly fork: string | null
}

const given = () => ({
  commitId: id,
  role: z.enum(agentRoles).default('unified'),
  /** Default: the model that answered last. */
  model: z.string().min(1).max(200).optional(),
  /** Folder with AGENTS.md, CLAUDE.md and rules; omitted: the system prompt as recorded. */
  workspace: path.optional(),
  /** Folder with IDENTITY.md, SOUL.md, USER.md and PERMISSIONS.md. */
  persona: path.optional(),
  event: event.optional(),
  /** Most tokens of what is recalled for the event from earlier sessions; omitted: nothing is. */
  recall: z.number().int().min(1).max(maxRecallTokens).optional(),
  budget: z.number().int().min(1).optional(),
  reserveResponse: z.number().int().min(0).max(1_000_000).default(defaultReserves.reserveResponse),
  reserveTools: z.number().int().min(0).max(1_000_000).default(defaultReserves.reserveTools),
  /** The model refused the context before this: it is compacted to 40 % of what is available. */
  isRefused: z.boolean().default(false),
})

export const assembleCalls = {
  /** What an agent would be given at a commit. Deterministic; what is recalled also depends on the other sessions of the store. */
  'context.assemble': call<AssembledContext>('reads')(() => z.object({ ...given(), policy: policy.optional() })),
  /**
   * The same; what a compaction replaces becomes a commit on a fork, which continues from the commit. Nothing before it changes. A fork with
   * the name must be at the commit.
   */
  'context.compact': call<StoredContext>('once')(() => z.object({ ...given(), fork: id })),
} as const

export type GivenEvent = z.output<typeof event>
