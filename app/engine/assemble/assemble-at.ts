/** Assembles the context of an agent at a commit. */
import { arch, hostname, platform } from 'node:os'
import { contextWindow, unknownWindow } from '../../analytics/context-windows.ts'
import { assemble, assembleStored, isApart, recoverTo, requestOf, type StoredCompaction } from '../../assemble/assemble.ts'
import { keptTurns } from '../../assemble/compact-history.ts'
import type { Memory } from '../../assemble/memory.ts'
import { recordedContext } from '../../assemble/history-tokens.ts'
import type { SystemParts } from '../../assemble/system-prompt.ts'
import { defaultReserves, type AssembledContext } from '../../contract/assemble.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { recordedCapabilities, recordedPermissions } from '../../conversation/recorded-capabilities.ts'
import { readConversation, type Conversation } from '../../conversation/conversation.ts'
import { requestParts } from '../../conversation/request-parts.ts'
import { StrataError } from '../../model/failure.ts'
import { formatCount } from '../../model/format/count.ts'
import { mainChain, replacedChain } from '../../model/agent-chain.ts'
import type { Lost } from '../../model/chain-event.ts'
import { textIn, type JsonObject } from '../../model/json-object.ts'
import { systemText } from '../../model/system-prompt.ts'
import { compactStateText } from '../../packs/state/state-text.ts'
import { chosenPath } from '../commits/chosen-path.ts'
import { findCommit } from '../commits/find-commit.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { silentProgress } from '../kernel/job.ts'
import { runInSlices } from '../kernel/run-in-slices.ts'
import { readChain } from '../materialise/read-chain.ts'
import { historyAt } from '../packs/history-at.ts'
import { chooserOf } from './choose-by-policy.ts'
import { readPersona, readWorkspace } from './read-context-files.ts'

type Input = CallParsed<'context.assemble'>

interface ModelLimit {
  readonly tokens: number
  readonly isKnown: boolean
}

/** The largest context that a reply reported. */
const largestContext = ({ lines }: Conversation): number =>
  lines.reduce((most, { record }) => Math.max(most, recordedContext(record) ?? 0), 0)

/** @param largest the largest context that the model had here: its name may not say that the window is long */
const limitWith =
  (largest: number) =>
  (model: string): ModelLimit => {
    const known = contextWindow(model, largest)
    return { tokens: known ?? unknownWindow, isKnown: known !== null }
  }

/** The task of the sub-agent whose conversation it is; null: it is no sub-agent's. */
const taskIn = ({ lines, rows }: Conversation, isOfAgent: boolean): string | null => {
  if (!isOfAgent && lines[0]?.record['isSidechain'] !== true) return null
  const first = rows.find(({ role }) => role === 'user')
  // The task is before the compaction.
  return first === undefined || first.isSummary
    ? null
    : (first.blocks.map((block) => textIn(block, 'text') ?? '').find((text) => text !== '') ?? null)
}

/** Layer 1 as recorded: the recorded system prompt names what the agent can use. */
const recordedSystem = (conversation: Conversation, host: string | null): SystemParts => ({
  workspace: { recorded: systemText(requestParts(conversation.requests).system) },
  persona: [],
  capabilities: { skills: [], agents: [], servers: [] },
  machine: { host, os: platform(), arch: arch() },
  role: 'unified',
  task: null,
})

const partsOf = async (
  { workspace, persona, role, event }: Input,
  conversation: Conversation,
  isOfAgent: boolean,
): Promise<SystemParts> => ({
  ...recordedSystem(conversation, hostname()),
  ...(workspace === undefined
    ? {}
    : { workspace: { files: await readWorkspace(workspace) }, capabilities: recordedCapabilities(conversation.lines) }),
  ...(persona === undefined ? {} : { persona: await readPersona(persona) }),
  role,
  task: role === 'worker' ? (taskIn(conversation, isOfAgent) ?? event?.content ?? null) : null,
})

/** The working directory of the last record that has one. */
const recordedDirectory = ({ lines }: Conversation): string | null =>
  lines.reduce<string | null>((last, { record }) => textIn(record, 'cwd') ?? last, null)

/** After a refusal, what would be refused again is not given. @throws StrataError over-budget */
const refuseAgain = ({ compacted, policy, parentTurnId, tokenBudget: { available, used } }: AssembledContext): void => {
  if (policy === null && compacted !== null) return
  const allowed = Math.floor(available * recoverTo)
  if (policy !== null && used.total <= allowed) return
  const why =
    policy === null
      ? `it has no tool results or turns before its last ${keptTurns} turns. Assemble an earlier commit, or choose a model with a larger window`
      : `with the policy ${policy} it takes ${formatCount(used.total)} tokens, and after a refusal ${formatCount(allowed)} are allowed. Choose another policy, or a model with a larger window`
  throw new StrataError('over-budget', `Cannot shorten ${parentTurnId} after a refusal: ${why}`, {
    budget: policy === null ? available : allowed,
    tokens: used.total,
  })
}

/** System prompt, event and the last turns are never cut: what is over its budget with these alone is not given. @throws StrataError over-budget */
const refuseOver = (assembled: AssembledContext, isRefused: boolean): AssembledContext => {
  const { available, used, remaining, reserveResponse, reserveTools } = assembled.tokenBudget
  if (remaining >= 0) {
    if (isRefused) refuseAgain(assembled)
    return assembled
  }
  const parts = `the system prompt and tools (${formatCount(used.systemPrompt + used.tools)}), the event (${formatCount(used.event)}) and the history (${formatCount(used.history)})`
  const way =
    assembled.budget === null
      ? `choose a model with a larger window: ${formatCount(reserveResponse + reserveTools)} of ${formatCount(assembled.tokenBudget.modelLimit)} tokens are reserved`
      : `give a budget of ${formatCount(used.total)} tokens (--budget ${used.total})`
  const why =
    assembled.policy === null
      ? `${parts} are never cut below their last ${keptTurns} turns; ${way}, or let a policy shorten these turns (--policy export)`
      : `${parts} are what the policy ${assembled.policy} shows; ${way}, or another policy`
  throw new StrataError('over-budget', `Cannot assemble ${assembled.parentTurnId} in ${formatCount(available)} tokens: ${why}`, {
    budget: available,
    tokens: used.total,
  })
}

const isOfAgentOf = ({ chain }: CommitView): boolean => chain !== mainChain && chain !== replacedChain

/** What of a commit and its conversation does not depend on the request. */
const recordedOf = (commit: CommitView, conversation: Conversation) => ({
  conversation,
  sessionLabel: commit.sessionId,
  parentTurnId: commit.commitId,
  permissions: recordedPermissions(conversation.lines),
  isOfAgent: isOfAgentOf(commit),
})

/**
 * The request of a conversation that an export made, with the three layers: that of `context.assemble` without an event. It is not
 * compacted: a budget is a matter of the export.
 * @param isRedacted the machine has no name
 */
export const assembledRequest = (
  commit: CommitView,
  conversation: Conversation,
  isRedacted: boolean,
): { readonly body: JsonObject; readonly messages: number; readonly lost: readonly Lost[] } => {
  const assembled = assemble({
    ...recordedOf(commit, conversation),
    ...defaultReserves,
    limitOf: () => ({ tokens: Number.MAX_SAFE_INTEGER, isKnown: true }),
    parts: recordedSystem(conversation, isRedacted ? null : hostname()),
    event: undefined,
    role: 'unified',
    model: undefined,
    budget: undefined,
    isRefused: false,
    state: '',
    workspacePath: recordedDirectory(conversation),
  })
  const body = requestOf(assembled)
  return { body, messages: body.messages.length, lost: assembled.lost }
}

/** What is assembled at a commit, with the state of the work where a compaction needs it. */
export interface AssembledAt {
  readonly commit: CommitView
  readonly assembled: AssembledContext
  readonly compaction: StoredCompaction | null
}

/** What is asked for beside the commit and its options. */
interface Asking {
  /** Whether the compaction becomes a commit. */
  readonly isStored: boolean
  /** What is recalled for the event; undefined: nothing was asked for. */
  readonly memory: Memory | undefined
}

/**
 * @throws StrataError not-found, ambiguous-id, malformed-id, artifact-corrupt, path-refused, invalid-input, over-budget
 */
export const readAssembled = async (
  context: EngineContext,
  { policy: givenPolicy, ...input }: Input,
  { isStored, memory }: Asking,
): Promise<AssembledAt> => {
  const { commit } = await findCommit(context, input.commitId)
  const path = await chosenPath(context.store, commit, 'compaction')
  const { source, lost } = await readChain(context, path, { progress: silentProgress, redactor: undefined })
  const read = await runInSlices(readConversation(source), silentProgress)
  const conversation = { ...read, lost: [...lost, ...read.lost] }
  const isOfAgent = isOfAgentOf(commit)
  const message = input.event?.content ?? ''
  if (givenPolicy !== undefined && isApart({ role: input.role, conversation, isOfAgent }))
    throw new StrataError('invalid-input', 'Cannot combine a policy with the role worker here: a worker has its task and no history', {
      option: 'policy',
    })
  const policy =
    givenPolicy === undefined ? undefined : await chooserOf(context, commit, { given: givenPolicy, conversation, message, isOfAgent })
  const workspacePath = input.workspace ?? recordedDirectory(conversation)
  const given = {
    ...input,
    policy,
    memory,
    ...recordedOf(commit, conversation),
    limitOf: limitWith(input.model === undefined ? largestContext(conversation) : 0),
    parts: await partsOf(input, conversation, isOfAgent),
    event: input.event,
    model: input.model,
    budget: input.budget,
    workspacePath,
    isStored,
  }
  if (input.role === 'worker' && given.parts.task === null)
    throw new StrataError('invalid-input', `A worker needs a task: give --message or --event, or a commit of a sub-agent`, {
      option: 'event',
    })
  const bare = assembleStored({ ...given, state: '' })
  const made =
    bare.assembled.compacted === null
      ? bare
      : assembleStored({ ...given, state: compactStateText((await historyAt(context.store, commit)).state) })
  return { commit, assembled: refuseOver(made.assembled, input.isRefused), compaction: made.compaction }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id, artifact-corrupt, path-refused, invalid-input, over-budget */
export const assembleAt = async (context: EngineContext, input: Input, memory: Memory | undefined): Promise<AssembledContext> =>
  (await readAssembled(context, input, { isStored: false, memory })).assembled
