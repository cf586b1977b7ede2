/** Exports of the chain of a commit. */
import { z } from 'zod'
import type { Lost } from '../model/chain-event.ts'
import type { PackForm } from '../model/pack-form.ts'
import { call, id, path } from './call.ts'
import type { JobView } from './jobs.ts'
import type { DriftedFile, DriftView } from './known-files.ts'
import { collapse } from './session-state.ts'

export const exportTargets = ['claude-code', 'messages', 'events-v1', 'bureau-agent-v1', 'markdown', 'html', 'narrative'] as const

const packNames = z.array(z.string().min(1).max(100)).max(10_000).default([])

const wish = {
  commitId: id,
  target: z.enum(exportTargets),
  /** compaction, root, or a name of an ancestor at which it begins. */
  stop: id.default('compaction'),
  /** File to write; an existing file is never changed. */
  to: path.optional(),
  /** Working directory that the transcript is for; default: that of the session. */
  cwd: path.optional(),
  /** A transcript for Claude Code: into the client's own folder, as a new session that is recorded as a fork. */
  install: z.boolean().default(false),
  /** Name of the fork; default: a generated name. */
  name: z.string().min(1).max(200).optional(),
  /** Writes messages with the layers of `context.assemble`, without an event. */
  assembled: z.boolean().default(false),
  /** Whether text that looks like a secret is redacted. */
  redact: z.boolean().default(false),
  /** Policy for tool outputs; omitted: all in full, with the changes on a fork. Not for events. */
  ...collapse,
  /**
   * Tokens that it may take. A conversation is packed: older turns are shortened or excluded until it fits. Of events, whole turns are
   * excluded, the oldest first. It fails where the required parts do not fit.
   */
  budget: z.number().int().min(1).optional(),
  /** Names of packs that are required, and of those that are excluded, in a conversation with a budget. */
  pinned: packNames,
  dropped: packNames,
  /** Ids of secrets that stay. */
  leave: z
    .array(z.string().regex(/^[0-9a-f]{16}$/))
    .max(10_000)
    .default([]),
} as const

/** Something that looks like a secret, however often it is said. */
export interface FoundSecret {
  /** Computed from the text of the secret; it reveals nothing of that text. */
  readonly id: string
  /** The kind of secret, for example “GitHub token”. */
  readonly kind: string
  /** Its name and its first letters; the rest is hidden. */
  readonly shown: string
  readonly count: number
  /** Commits that contain it, in order; of a push or bundle also sessions whose files contain it outside of their commits. */
  readonly commits: readonly string[]
  /** True: it is redacted. False: the request keeps it. */
  readonly isTaken: boolean
}

/** Text that looks like a secret in the data of an export. */
export interface SecretsView {
  /** The last commit of each chain. */
  readonly commitIds: readonly string[]
  /** Commits that were looked through, each once. */
  readonly commits: number
  readonly found: readonly FoundSecret[]
}

export type ExportTarget = (typeof exportTargets)[number]

/** Files on this machine that differ from what the agent knew, when it continues. */
export interface DriftWarning {
  /** At most 1000 files. */
  readonly files: readonly Pick<DriftedFile, 'path' | 'disk' | 'state' | 'added' | 'removed' | 'note'>[]
  readonly counts: DriftView['counts']
}

/** What a budget made of a part of a conversation. */
export interface PackView {
  /** `summary`, `state`, `system prompt and tools`, or `turn` and its number in the export without a budget. */
  readonly name: string
  readonly priority: 'required' | 'high' | 'medium' | 'low'
  readonly form: PackForm
  /** Estimated. */
  readonly tokens: number
  readonly why: string
}

/** The budget of an export, and how it was met. */
export interface BudgetKept {
  /** The requested budget, tokens. */
  readonly budget: number
  /** Tokens of the included part, of a conversation estimated; null: no reply records its tokens, so the budget was not checked. */
  readonly tokens: number | null
  /** By how much more tokens are estimated than by four characters a token; null: tokens are recorded, or not available. */
  readonly estimateScale: number | null
  /** In the order of the export; none for events. */
  readonly packs: readonly PackView[]
  /** The first commit of the export, chosen because of the budget; null: everything fits. */
  readonly from: string | null
  /** Number of commits that are excluded because of the budget. */
  readonly excluded: number
}

/** How an export would fit a budget. */
export type ExportPreview = Pick<BudgetKept, 'budget' | 'tokens' | 'packs'>

export interface ExportView {
  readonly commitId: string
  readonly target: ExportTarget
  readonly contentType: string
  /** Commits that are in it, root first. */
  readonly commits: readonly string[]
  /** Number of commits of the chain before the first one, which are not in it. */
  readonly earlier: number
  /** How it fits the budget of the request; null: the request has none. */
  readonly budget: BudgetKept | null
  /** Messages of the conversation, or events of an event format. */
  readonly messages: number
  readonly bytes: number
  /** Where it was written; null: it is in `content`. */
  readonly path: string | null
  readonly content: Uint8Array | null
  /** A transcript's session; null for other targets. */
  readonly sessionId: string | null
  /** The command that resumes an installed transcript; null: not installed. */
  readonly command: string | null
  /** The ref that records an installed transcript. */
  readonly ref: string | null
  /** Parts that were excluded, changed or added. */
  readonly lost: readonly Lost[]
  /**
   * Differences of the files on disk, compared before a transcript was installed; null: all files are unchanged, were not compared, or the
   * transcript is not installed.
   */
  readonly drift: DriftWarning | null
  /** Text that looked like a secret, redacted or kept on request; null: the request did not ask for a search. */
  readonly secrets: readonly FoundSecret[] | null
}

export interface ExportPart {
  readonly commits: number
  /** Size of their artifacts, bytes. */
  readonly bytes: number
  readonly tokens: number | null
  /** Part of the tokens: first prompts after compactions, from their length, since replies report them together with the summary. */
  readonly estimated: number
  /** Number of compactions and snapshots among them. */
  readonly summaries: number
  /** Number of other commits whose tokens are not known. */
  readonly unmeasured: number
}

export interface ExportPlan {
  readonly commitId: string
  readonly goesIn: ExportPart
  /** Commits that the summary at the beginning covers. */
  readonly compacted: ExportPart
  /** Commits that are not covered at all: those before the first commit, and summaries of commits that are included anyway. */
  readonly leftOut: ExportPart
  /** The model that answered last; null: none did. */
  readonly model: string | null
  /** The context window of that model, tokens; null: not known. */
  readonly window: number | null
  /** The earliest commit to begin with so that it takes no more than the budget; null: none, or no budget was given. */
  readonly fitting: { readonly commitId: string; readonly tokens: number } | null
  /** Where no part fits the budget: what would. Null: something fits, or no budget was given. */
  readonly ways: BudgetWays | null
}

/** Alternatives when the last commit alone exceeds the budget. */
export interface BudgetWays {
  /** The smallest budget for this commit, tokens, with the commit at which the export then begins. */
  readonly larger: { readonly commitId: string; readonly tokens: number } | null
  /** The latest commit before it whose export fits, and what that takes. */
  readonly instead: { readonly commitId: string; readonly tokens: number } | null
}

export const exportCalls = {
  /** The conversation at a commit in a form that others read; without `to` and `install` the answer has its content. */
  'export.make': call<ExportView>('once')(
    () =>
      z.object({
        ...wish,
        /** Folder of the client's settings, when it is not the usual one. */
        configDir: path.optional(),
      }),
    ({ to, install }) => (install || to !== undefined ? 'once' : 'reads'),
  ),
  /** What a budget would make of each part of a conversation or narrative; nothing is written. */
  'export.preview': call<ExportPreview>('reads')(() =>
    z.object({
      commitId: id,
      target: z.enum(['claude-code', 'messages', 'markdown', 'html', 'narrative']),
      stop: wish.stop,
      ...collapse,
      budget: z.number().int().min(1),
      redact: wish.redact,
      leave: wish.leave,
      pinned: packNames,
      dropped: packNames,
    }),
  ),
  /** The contents of an export, the excluded part, and the tokens of both. */
  'export.plan': call<ExportPlan>('reads')(() =>
    z.object({
      commitId: id,
      target: z.enum(exportTargets),
      stop: id.default('compaction'),
      /** Tokens that it may take: the answer says from which commit on it does not take more. */
      budget: z.number().int().min(1).optional(),
    }),
  ),
  /** A job that looks for what seems to be a secret in what exports would contain; its result is a SecretsView. */
  'export.secrets': call<JobView<SecretsView>>('reads')(() =>
    z.object({ commitIds: z.array(id).max(1000), stop: id.default('compaction') }),
  ),
  /** The same as export.make as a job, to a file or into the client's folder; its result is an ExportView without content. */
  'export.start': call<JobView<ExportView>>('once')(
    () =>
      z
        .object({
          ...wish,
          /** Replaces everything at `to`; the person has confirmed it. */
          replaces: z.boolean().default(false),
        })
        .refine(({ to, install }) => install !== (to !== undefined), 'needs a file, or the folder of the client'),
    ({ install }) => (install ? 'once' : 'repeatable'),
  ),
} as const
