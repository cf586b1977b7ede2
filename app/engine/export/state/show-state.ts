/** A conversation as a working state or a policy leaves it: one line for what is not active, and the content of what is. */
import type { ChainLink } from '../../../chains/choose-commits.ts'
import type { CallParsed } from '../../../contract/calls.ts'
import type { CommitView } from '../../../contract/commits.ts'
import type { Conversation } from '../../../conversation/conversation.ts'
import { addedRow, type ConversationRow } from '../../../conversation/conversation-row.ts'
import { contentBlocks } from '../../../conversation/message-content.ts'
import { StrataError } from '../../../model/failure.ts'
import type { JsonObject } from '../../../model/json-object.ts'
import { Losses } from '../../../model/losses.ts'
import { metadataLine } from '../../../model/objects/metadata-line.ts'
import type { Redactor } from '../../../secrets/redactor.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { chainOf } from '../../commits/chain-links.ts'
import { toolcallContent } from '../../objects/list/toolcall-content.ts'
import { sessionsOfChain } from '../../objects/find-file.ts'
import { fileTrail } from '../../objects/file-trail.ts'
import { markedContent } from '../../objects/file-gaps.ts'
import { contentOf } from '../../objects/versions/known-file.ts'
import { givenPolicy, policyNamed, type CollapsePolicy } from '../../objects/state/collapse-policy.ts'
import type { MetCall, MetFile, MetObjects } from '../../objects/state/met-objects.ts'
import { objectLevels, type ObjectLevels, type SetState } from '../../objects/state/object-levels.ts'
import { metAt, workingStates } from '../../objects/state/session-state.ts'
import { collapseAttachments, collapseOutputs, outputsIn, type ShownOutput } from './collapse-outputs.ts'

type Input = Pick<CallParsed<'export.make'>, 'commitId' | 'policy' | 'outputsPerTurn' | 'turnsBack'>

interface ShownState {
  readonly commit: CommitView
  readonly states: readonly SetState[]
  readonly met: MetObjects
  readonly policy: CollapsePolicy
  readonly levels: ObjectLevels
}

/** Undefined: no policy was asked for, and nothing was set on the fork. @throws StrataError not-found, ambiguous-id, artifact-corrupt */
const shownState = async (context: EngineContext, input: Input): Promise<ShownState | undefined> => {
  const given = givenPolicy(input)
  const { commit, states } = await workingStates(context, input.commitId)
  if (given === undefined && states.length === 0) return undefined
  // What was set counts, and nothing else is collapsed.
  const policy = given ?? policyNamed('none')
  const met = await metAt(context, commit)
  return { commit, states, met, policy, levels: objectLevels(met, policy, states) }
}

const lineOfCall = ({ id, about, tool, failed }: MetCall): string => metadataLine({ id, type: 'toolcall', name: about, tool, failed })
const lineOfFile = ({ id, path }: MetFile): string => metadataLine({ id, type: 'file', name: path, tool: null, failed: null })

const textBlock = (text: string): JsonObject => ({ type: 'text', text })

/** A line, and below it the content. */
const contentBlock = (line: string, content: unknown): readonly JsonObject[] => {
  const blocks = contentBlocks(content)
  const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => String(text))
  return [textBlock([line, ...texts].join('\n')), ...blocks.filter(({ type }) => type !== 'text')]
}

const activeHead = 'Contents of active objects:'
const poolHead = 'Objects of this session in one line each:'

class StateShown {
  readonly #context: EngineContext
  readonly #state: ShownState
  readonly #redactor: Redactor | undefined
  readonly #losses = new Losses()
  #chain: readonly ChainLink[] | undefined

  constructor(context: EngineContext, state: ShownState, redactor: Redactor | undefined) {
    this.#context = context
    this.#state = state
    this.#redactor = redactor
    redactor?.reads(state.commit.commitId)
  }

  async show(conversation: Conversation): Promise<Conversation> {
    const outputs = outputsIn(conversation.rows, this.#state.met.calls)
    const rows = collapseAttachments(collapseOutputs(conversation.rows, this.#linesOf(outputs)), this.#linesOfAttachments())
    const shown = [...this.#withPool(rows), ...(await this.#contents(outputs))]
    return { ...conversation, rows: shown, lost: [...conversation.lost, ...this.#losses.list()] }
  }

  get #isAtEnd(): boolean {
    return this.#state.policy.shows === 'at_end'
  }

  #isActive({ id }: { readonly id: string }): boolean {
    return this.#state.levels.levels.get(id) === 'active'
  }

  #clean(text: string): string {
    return this.#redactor?.text(text) ?? text
  }

  #linesOf(outputs: readonly ShownOutput<MetCall>[]): ReadonlyMap<JsonObject, string> {
    const isKept = (call: MetCall): boolean => call.failed === null || (this.#isActive(call) && !this.#isAtEnd)
    const collapsed = outputs.filter(({ call }) => !isKept(call))
    const { policy, states } = this.#state
    const by = `the policy “${policy.name}”${states.length === 0 ? '' : ', or what was set on the fork,'}`
    const gone = collapsed.filter(({ call }) => !this.#isActive(call))
    this.#losses.add('collapsed: outputs of tools', `${by} leaves one line of each`, gone.length)
    return new Map(collapsed.map(({ block, call }) => [block, this.#clean(lineOfCall(call))]))
  }

  #linesOfAttachments(): ReadonlyMap<string, string> {
    const { met, states } = this.#state
    const deactivated = new Set(states.flatMap(({ objectId, active }) => (active ? [] : [objectId])))
    const files = met.files.filter(({ id, isAttached }) => isAttached && deactivated.has(id))
    this.#losses.add('collapsed: mentions of files', 'they were deactivated on the fork', files.length)
    return new Map(files.map((file) => [file.path, this.#clean(lineOfFile(file))]))
  }

  /** Behind the summary of a compaction, which is the beginning of what the model sees. */
  #withPool(rows: readonly ConversationRow[]): readonly ConversationRow[] {
    const { met } = this.#state
    const inOneLine = ({ id }: { readonly id: string }): boolean => this.#state.levels.levels.get(id) === 'metadata'
    const lines = [...met.files.filter(inOneLine).map(lineOfFile), ...met.calls.filter(inOneLine).map(lineOfCall)]
    if (!this.#isAtEnd || lines.length === 0) return rows
    this.#losses.add('added: objects in one line', `the policy “${this.#state.policy.name}” shows a list of them`, lines.length)
    const list = addedRow('user', [textBlock(this.#clean([poolHead, ...lines].join('\n')))])
    const at = rows.findIndex(({ role }) => role !== 'boundary')
    return [...rows.slice(0, at), list, ...rows.slice(at)]
  }

  async #contents(outputs: readonly ShownOutput<MetCall>[]): Promise<readonly ConversationRow[]> {
    const blocks = [...(this.#isAtEnd ? this.#shownOutputs(outputs) : []), ...(await this.#activated(outputs))]
    if (blocks.length === 0) return []
    return [addedRow('user', [textBlock(activeHead), ...blocks])]
  }

  #shownOutputs(outputs: readonly ShownOutput<MetCall>[]): readonly JsonObject[] {
    const active = outputs.filter(({ call }) => call.failed !== null && this.#isActive(call))
    this.#losses.add('moved: outputs of tools', `the policy “${this.#state.policy.name}” shows them at the end`, active.length)
    return active.flatMap(({ block, call }) => contentBlock(this.#clean(lineOfCall(call)), block['content']))
  }

  /** What was activated and is nowhere in the conversation. */
  async #activated(outputs: readonly ShownOutput<MetCall>[]): Promise<readonly JsonObject[]> {
    const { met, states } = this.#state
    const isSet = new Set(states.flatMap(({ objectId, active }) => (active ? [objectId] : [])))
    const shown = new Set(outputs.map(({ call }) => call.id))
    const calls = met.calls.filter((call) => isSet.has(call.id) && this.#isActive(call) && !shown.has(call.id))
    const files = met.files.filter(({ id }) => this.#state.levels.loadedFiles.has(id))
    const blocks: JsonObject[] = []
    for (const call of calls) {
      const content = (await toolcallContent(this.#context, call.id))?.payload['content']
      blocks.push(...contentBlock(this.#clean(lineOfCall(call)), this.#clean(typeof content === 'string' ? content : '')))
    }
    for (const file of files) blocks.push(...contentBlock(this.#clean(lineOfFile(file)), this.#clean(await this.#contentOf(file))))
    this.#losses.add('added: contents of objects', 'they were activated on the fork', calls.length + files.length)
    return blocks
  }

  async #chainOfFiles(): Promise<readonly ChainLink[]> {
    if (this.#chain !== undefined) return this.#chain
    const { store } = this.#context
    const chain = await chainOf(store, this.#state.commit)
    await this.#context.ensureObjects(() => sessionsOfChain(store.database, chain))
    return (this.#chain = chain)
  }

  async #contentOf({ path }: MetFile): Promise<string> {
    const { store } = this.#context
    const { file } = await fileTrail(store, await this.#chainOfFiles(), path, { onlyEnd: true })
    if (file === null) return '[deleted]'
    return file === undefined ? '[no line is known]' : (contentOf(file) ?? markedContent(file))
  }
}

/**
 * Collapses and adds what the working state and a policy say; the conversation itself where neither is given.
 * @throws StrataError not-found, ambiguous-id, artifact-corrupt
 */
export const showState = async (
  context: EngineContext,
  input: Input,
  conversation: Conversation,
  redactor: Redactor | undefined,
): Promise<Conversation> => {
  const state = await shownState(context, input)
  return state === undefined ? conversation : new StateShown(context, state, redactor).show(conversation)
}

/** @throws StrataError invalid-input */
export const refusePolicy = ({ policy, target }: Pick<CallParsed<'export.make'>, 'policy' | 'target'>): void => {
  if (policy === undefined) return
  throw new StrataError('invalid-input', `A policy cannot be applied to ${target}: events contain every output`, { option: 'policy' })
}
