/** Writes a conversation as a working state or a policy leaves it: one line for what is not active, and the content of what is. */
import { append } from '../../../model/append.ts'
import type { ChainLink } from '../../../chains/choose-commits.ts'
import type { CommitView } from '../../../contract/commits.ts'
import type { Conversation } from '../../../conversation/conversation.ts'
import { addedRow, type ConversationRow } from '../../../conversation/conversation-row.ts'
import { contentBlocks } from '../../../conversation/message-content.ts'
import type { JsonObject } from '../../../model/json-object.ts'
import { Losses } from '../../../model/losses.ts'
import { metadataLine } from '../../../model/objects/metadata-line.ts'
import type { StableValue } from '../../../model/objects/stable-stringify.ts'
import type { Redactor } from '../../../secrets/redactor.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { knownChain } from '../../commits/current-chain.ts'
import { contentsAt, displayOf } from '../toolcall-content.ts'
import { sessionsOfChain } from '../../file-steps/find-file.ts'
import { fileTrail } from '../../files/file-trail.ts'
import { markedContent } from '../../files/file-gaps.ts'
import { contentOf } from '../../../files/known-file.ts'
import type { CollapsePolicy } from '../../../packs/collapse-policy.ts'
import type { MetCall, MetFile, MetObjects } from '../met-objects.ts'
import { isShorterThanLine, lineOfCall, type ObjectLevels, type SetState } from '../object-levels.ts'
import type { InheritedState, ShownState as ShownBefore } from '../inherited-state.ts'
import { collapseAttachments, collapseOutputs, removeOutputs, type ShownOutput } from './collapse-outputs.ts'

export type Output = ShownOutput<MetCall>

export interface StateToShow {
  readonly commit: CommitView
  /** The fork or captured session whose changes count; null: none. */
  readonly on: string | null
  readonly states: readonly SetState[]
  readonly met: MetObjects
  /** Undefined: none was asked for. */
  readonly policy: CollapsePolicy | undefined
  readonly levels: ObjectLevels
  /** The working state of the exported conversation that the session continues; undefined: it continues none, or a policy decides again. */
  readonly inherited: InheritedState | undefined
  /** Objects whose contents are in a record of the continued conversation. */
  readonly inContents: ReadonlySet<string>
}

/** The conversation as shown, and how it differs from the records. */
export interface ShownConversation {
  readonly conversation: Conversation
  /** Undefined: it does not differ. */
  readonly state: ShownBefore | undefined
}

/** Characters of what a call is about; a longer command is cut. */
const maxNameLength = 120

const textBlock = (text: string): JsonObject => ({ type: 'text', text })

/** A line, and below it the content. */
const contentBlock = (line: string, content: readonly JsonObject[]): readonly JsonObject[] => {
  const texts = content.filter(({ type }) => type === 'text').map(({ text }) => String(text))
  return [textBlock([line, ...texts].join('\n')), ...content.filter(({ type }) => type !== 'text')]
}

const activeHead = 'Contents of active objects:'
const poolHead = 'Objects of this session in one line each:'

export class StateRenderer {
  readonly #context: EngineContext
  readonly #state: StateToShow
  readonly #outputs: readonly Output[]
  readonly #byCall: ReadonlyMap<MetCall, Output>
  readonly #redactor: Redactor | undefined
  readonly #losses = new Losses()
  readonly #demoted: ReadonlySet<string>
  #chain: readonly ChainLink[] | undefined
  #pool: readonly string[] = []

  constructor(context: EngineContext, state: StateToShow, outputs: readonly Output[], redactor: Redactor | undefined) {
    this.#context = context
    this.#state = state
    this.#outputs = outputs
    this.#byCall = new Map(outputs.map((output) => [output.call, output]))
    this.#redactor = redactor
    this.#demoted = new Set(state.states.flatMap(({ objectId, indexed }) => (indexed === true ? [objectId] : [])))
    redactor?.reads(state.commit.commitId)
  }

  async show(conversation: Conversation): Promise<ShownConversation> {
    const lines = await this.#linesOfOutputs()
    const demoted = this.#demotedOutputs()
    const collapsed = collapseOutputs(removeOutputs(conversation.rows, demoted), lines)
    const attachments = this.#linesOfAttachments(collapsed)
    const rows = collapseAttachments(collapsed, attachments)
    const shown = [...(await this.#withPool(rows)), ...(await this.#contents())]
    const calls = [...lines.keys()].map(({ call }) => call)
    const isMoved = ({ id }: MetCall): boolean => this.#isActive({ id })
    const idsOf = (some: readonly MetCall[]): readonly string[] => some.map(({ id }) => id)
    const { policy, states, inherited } = this.#state
    const state: ShownBefore = {
      policy: policy?.name ?? inherited?.policy ?? null,
      oneLine: idsOf(calls.filter((call) => !isMoved(call))),
      moved: idsOf(calls.filter(isMoved)),
      attachments: [...attachments.keys()],
      pool: this.#pool,
      set: states,
    }
    return { conversation: { ...conversation, rows: shown, lost: [...conversation.lost, ...this.#losses.list()] }, state }
  }

  get #isAtEnd(): boolean {
    return this.#state.policy?.shows === 'at_end'
  }

  /** “the policy “default” or the changes on fork/try”. */
  get #cause(): string {
    return [
      ...(this.#state.inherited === undefined ? [] : ['the export that the session continues']),
      ...(this.#state.policy === undefined ? [] : [this.#policyName]),
      ...(this.#state.on === null ? [] : [this.#changes]),
    ].join(' or ')
  }

  get #policyName(): string {
    return `the policy “${this.#state.policy?.name ?? ''}”`
  }

  get #changes(): string {
    return `the changes on ${this.#state.on ?? ''}`
  }

  #isActive({ id }: { readonly id: string }): boolean {
    return this.#state.levels.levels.get(id) === 'active'
  }

  /** Its content is at the end, and a line in its place. */
  #goesToEnd(call: MetCall): boolean {
    return this.#isAtEnd && !isShorterThanLine(call)
  }

  #clean(text: string): string {
    return this.#redactor?.text(text) ?? text
  }

  /** Redacts before cutting: a part of a secret is not recognised. */
  async #lineOf(call: MetCall): Promise<string> {
    if (this.#redactor === undefined) return lineOfCall(call, call.about)
    const use = this.#byCall.get(call)?.use
    const args = use === undefined ? this.#redactor.value(await this.#inputOf(call)) : use['input']
    const name = displayOf({ tool: call.tool, args: (args ?? {}) as StableValue }) ?? ''
    // Commands are cut before this, so a longer `about` is a path, and paths stay whole.
    const most = call.about.length > maxNameLength ? name.length : maxNameLength
    return lineOfCall(call, Array.from(name).slice(0, most).join(''))
  }

  async #inputOf({ id, place: { commitId, record } }: MetCall): Promise<unknown> {
    return (await contentsAt(this.#context.store, { commitId, ...record }, id)).call?.args
  }

  #lineOfFile({ id, path }: MetFile): string {
    return metadataLine({ id, type: 'file', name: this.#clean(path), tool: null, failed: null })
  }

  #isDemoted({ id }: { readonly id: string }): boolean {
    return this.#demoted.has(id)
  }

  /** What left the metadata pool is not in the conversation at all: the call goes with its output. */
  #demotedOutputs(): readonly Output[] {
    const gone = this.#outputs.filter(({ call }) => this.#isDemoted(call))
    this.#losses.add('excluded: demoted calls with their outputs', `they left the metadata pool: ${this.#cause}`, gone.length)
    return gone
  }

  async #linesOfOutputs(): Promise<ReadonlyMap<Output, string>> {
    const moved = new Set(this.#state.inherited?.moved)
    const isKept = (call: MetCall): boolean =>
      call.failed === null || (this.#isActive(call) && !this.#goesToEnd(call) && !moved.has(call.id))
    const lines = new Map<Output, string>()
    for (const output of this.#outputs)
      if (!isKept(output.call) && !this.#isDemoted(output.call)) lines.set(output, await this.#lineOf(output.call))
    const gone = [...lines.keys()].filter(({ call }) => !this.#isActive(call))
    this.#losses.add('collapsed: outputs of tools', `${this.#cause} replaced each with one line`, gone.length)
    return lines
  }

  #linesOfAttachments(rows: readonly ConversationRow[]): ReadonlyMap<string, string> {
    const { met, states } = this.#state
    const deactivated = new Set(states.flatMap(({ objectId, active }) => (active ? [] : [objectId])))
    const files = new Map(met.files.map((file) => [file.id, file]))
    const before = new Set(this.#state.inherited?.attachments)
    const lines = new Map<string, string>()
    for (const uuid of rows.flatMap(({ line }) => line?.uuid ?? [])) {
      const own = [...(met.attachments.get(uuid) ?? [])].flatMap((id) => files.get(id) ?? [])
      if (own.length === 0 || !(before.has(uuid) || own.every(({ id }) => deactivated.has(id)))) continue
      const left = own.filter((file) => !this.#isDemoted(file))
      lines.set(uuid, left.map((file) => this.#lineOfFile(file)).join('\n'))
    }
    this.#losses.add(
      'collapsed: attached files',
      this.#state.on === null ? `${this.#cause} had one line` : `they were deactivated on ${this.#state.on}`,
      lines.size,
    )
    return lines
  }

  /** A call outside the exported range is listed only if its state was changed: the caller chose where the conversation begins. */
  #isListed(call: MetCall): boolean {
    return this.#byCall.has(call) || this.#state.states.some(({ objectId }) => objectId === call.id)
  }

  /** Before the chat, after the summary of a compaction. */
  async #withPool(rows: readonly ConversationRow[]): Promise<readonly ConversationRow[]> {
    const { met, levels, inherited } = this.#state
    const before = new Set(inherited?.pool)
    if (!this.#isAtEnd && before.size === 0) return rows
    const inOneLine = ({ id }: { readonly id: string }): boolean =>
      !this.#demoted.has(id) && (this.#isAtEnd ? levels.levels.get(id) === 'metadata' : before.has(id))
    const files = met.files.filter(inOneLine)
    const calls = met.calls.filter((call) => inOneLine(call) && (!this.#isAtEnd || this.#isListed(call)))
    const lines = files.map((file) => this.#lineOfFile(file))
    for (const call of calls) lines.push(await this.#lineOf(call))
    if (lines.length === 0) return rows
    this.#pool = [...files, ...calls].map(({ id }) => id)
    this.#losses.add(
      'added: objects in one line',
      this.#isAtEnd ? `${this.#policyName} lists them` : `${this.#cause} lists them`,
      lines.length,
    )
    const at = rows.findIndex(({ role, isSummary }) => role !== 'boundary' && !isSummary)
    const place = at === -1 ? rows.length : at
    return [...rows.slice(0, place), addedRow('user', [textBlock([poolHead, ...lines].join('\n'))]), ...rows.slice(place)]
  }

  async #contents(): Promise<readonly ConversationRow[]> {
    const blocks = [...(this.#isAtEnd ? await this.#movedOutputs() : []), ...(await this.#activated())]
    return blocks.length === 0 ? [] : [{ ...addedRow('user', [textBlock(activeHead), ...blocks]), isOfNewSession: true }]
  }

  async #movedOutputs(): Promise<readonly JsonObject[]> {
    const active = this.#outputs.filter(({ call }) => call.failed !== null && this.#isActive(call) && this.#goesToEnd(call))
    this.#losses.add('moved: outputs of tools', `${this.#policyName} shows them at the end`, active.length)
    const blocks: JsonObject[] = []
    for (const { block, call, media } of active) {
      const content = [...contentBlocks(block['content']), ...media.flatMap((row) => row.blocks)]
      append(blocks, contentBlock(await this.#lineOf(call), content))
    }
    return blocks
  }

  /** Messages for activated objects that the conversation does not contain. */
  async #activated(): Promise<readonly JsonObject[]> {
    const { met, states, levels, inContents } = this.#state
    const isSet = new Set(states.flatMap(({ objectId, active }) => (active && !inContents.has(objectId) ? [objectId] : [])))
    const shown = new Set(this.#outputs.map(({ call }) => call.id))
    const calls = met.calls.filter((call) => isSet.has(call.id) && this.#isActive(call) && !shown.has(call.id))
    const files = met.files.filter(({ id }) => levels.loadedFiles.has(id) && !inContents.has(id))
    const blocks: JsonObject[] = []
    for (const call of calls) append(blocks, contentBlock(await this.#lineOf(call), await this.#outputOf(call)))
    for (const file of files) append(blocks, contentBlock(this.#lineOfFile(file), [textBlock(this.#clean(await this.#contentOf(file)))]))
    this.#losses.add('added: contents of objects', `they were activated on ${this.#state.on ?? ''}`, calls.length + files.length)
    return blocks
  }

  async #outputOf({ id, resultPlace }: MetCall): Promise<readonly JsonObject[]> {
    if (resultPlace === null) return []
    const { output } = await contentsAt(this.#context.store, { commitId: resultPlace.commitId, ...resultPlace.record }, id)
    return contentBlocks(this.#redactor === undefined ? output?.content : this.#redactor.value(output?.content))
  }

  async #chainOfFiles(): Promise<readonly ChainLink[]> {
    if (this.#chain !== undefined) return this.#chain
    const { store } = this.#context
    const chain = await knownChain(store, this.#state.commit)
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
