/** Makes an export of a commit: reads its chain, puts it in the form that is asked for, and writes it where it is wanted. */
import { setImmediate as turn } from 'node:timers/promises'
import type { ChosenCommits } from '../../chains/choose-commits.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { BudgetKept, ExportPreview, ExportView } from '../../contract/export.ts'
import { apiMessages } from '../../conversation/api-messages.ts'
import { isEmpty, readConversation } from '../../conversation/conversation.ts'
import { redactArtifact, Redactor } from '../../secrets/redactor.ts'
import type { Lost } from '../../model/chain-event.ts'
import { StrataError } from '../../model/failure.ts'
import { formats } from '../kernel/chain-formats.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { silentProgress, type JobProgress } from '../kernel/job.ts'
import { privateWords } from '../kernel/settings.ts'
import { findCommit } from '../commits/find-commit.ts'
import { chosenOf, chosenPath } from '../commits/chosen-path.ts'
import { narrativeOf } from './make-narrative.ts'
import { type ExportFile, makeForm } from './make-form.ts'
import { chainOf } from '../commits/chain-links.ts'
import { currentChain } from '../commits/current-chain.ts'
import { driftWarning } from './drift-warning.ts'
import { workingDirectory, writeExport } from './export-folder.ts'
import { runInSlices } from '../kernel/run-in-slices.ts'
import { installExport, recordExport, sessionCwd } from './install-export.ts'
import { readChain, type Reading } from '../materialise/read-chain.ts'
import { firstShown, inheritedState, type ShownState } from '../context/inherited-state.ts'
import { unappliedExport } from '../context/unapplied-export.ts'
import { refusePolicy, showState } from '../context/shown/show-state.ts'
import { translatedChain } from '../materialise/translated-chain.ts'
import { exportedState } from './exported-state.ts'
import { fitEvents, packExport } from './keep-budget.ts'

/** An export, and whether it replaces the file at `to`: the caller has asked the user. */
type ExportInput = CallParsed<'export.make'> & { readonly replaces?: boolean }

interface Made extends ExportFile {
  readonly commits: readonly string[]
  readonly messages: number
  readonly budget: BudgetKept | null
  /** How it differs from the records; undefined: a policy and the changes on a fork left it unchanged. */
  readonly state?: ShownState | undefined
}

const pathLosses = ({ brokenAt }: ChosenCommits): readonly Lost[] =>
  brokenAt !== undefined
    ? [{ what: 'missing: the earlier conversation', count: 1, why: 'the store does not contain the parent of the first commit' }]
    : []

const asEvents = async (context: EngineContext, input: ExportInput, { progress, redactor }: Reading): Promise<Made> => {
  const { commitId, target } = input
  refusePolicy(input)
  const { stop, kept } = await fitEvents(context, input)
  const { view, bytes: whole } = await translatedChain(context, { commitId, stop, format: target }, progress)
  redactor?.reads(view.commits.at(-1) ?? commitId)
  const bytes = redactor === undefined ? whole : await runInSlices(redactArtifact(formats.get(target), whole, redactor), progress)
  const lost = [...view.lost, ...(await unappliedExport(context, commitId, view.commits))]
  return { ...view, lost, bytes, budget: kept, sessionId: null, uuids: [], messages: view.messageCount }
}

/** Reports the next phase; a cancellation is noticed before the phase begins. */
const begin = async (progress: JobProgress, phase: string, commits: number): Promise<void> => {
  progress.phase(phase, 'commits', commits)
  await turn()
  progress.checkpoint()
}

/** A summary is stored cut: the end of a cut one may be the beginning of a secret. */
const withoutCutEnd = (summary: string): string => summary.replaceAll(/(?:-----BEGIN [^…]*|\S*)…/g, '…')

/** A commit as the head of a page shows it, with secrets redacted. */
const withoutSecrets = (commit: CommitView, redactor: Redactor): CommitView => {
  const { commitId, summary, template, principal } = commit
  redactor.reads(commitId)
  return {
    ...commit,
    summary: redactor.text(withoutCutEnd(summary)),
    template: redactor.text(template),
    principal: redactor.text(principal),
  }
}

/** A session that continues an export begins where that began, unless the caller says otherwise. */
const shownPath = async ({ store }: EngineContext, { stop, policy }: ExportInput, commit: CommitView): Promise<ChosenCommits> => {
  if (stop !== 'compaction' || policy !== undefined) return chosenPath(store, commit, stop)
  const chain = await currentChain(store, commit)
  const inherited = await inheritedState({ store }, chain)
  const first = inherited?.isCompacted === false ? firstShown(inherited, chain) : stop
  return first === stop ? chosenPath(store, commit, stop) : chosenOf(store, chain, first)
}

/** The conversation of an export, within its budget. */
const packedConversation = async (context: EngineContext, input: ExportInput, reading: Reading) => {
  const { progress, redactor } = reading
  const { commit: original } = await findCommit(context, input.commitId)
  const commit = redactor === undefined ? original : withoutSecrets(original, redactor)
  const path = await shownPath(context, input, commit)
  const { source, lost } = await readChain(context, path, reading)
  await begin(progress, 'Writing the conversation', path.path.length)
  const whole = await runInSlices(readConversation(source), progress)
  if (isEmpty(whole))
    throw new StrataError('empty-content', `Cannot export ${commit.commitId}: its chain contains no messages`, { commit: commit.commitId })
  const { conversation: shown, state } = await showState(context, input, whole, redactor)
  const packed = await packExport(context, input, shown, { commit: original, redactor })
  return { commit, original, path, lost, state, whole, shown, ...packed }
}

/** Only a transcript is continued under an id that is known. */
const stateOf = async (
  context: EngineContext,
  { target, stop, budget }: ExportInput,
  { original, path, state, whole, shown, conversation, plan }: Awaited<ReturnType<typeof packedConversation>>,
): Promise<ShownState | undefined> => {
  if (target !== 'claude-code') return undefined
  const packed = plan === undefined ? undefined : { budget: budget ?? 0, rows: conversation.rows, plan }
  return exportedState(context, {
    commit: original,
    since: path.path[0]?.commitId,
    stop,
    records: whole.rows,
    rows: shown.rows,
    state,
    packed,
  })
}

const asConversation = async (
  context: EngineContext,
  input: ExportInput,
  target: Parameters<typeof makeForm>[0],
  reading: Reading,
): Promise<Made> => {
  const { progress, redactor } = reading
  const packed = await packedConversation(context, input, reading)
  const { commit, path, lost, conversation, kept } = packed
  const form = await runInSlices(
    makeForm(target, conversation, {
      commit,
      stop: input.stop,
      cwd: input.cwd,
      isAssembled: input.assembled,
      isRedacted: redactor !== undefined,
    }),
    progress,
  )
  return {
    ...form,
    state: await stateOf(context, input, packed),
    budget: kept,
    lost: [...pathLosses(path), ...lost, ...form.lost],
    commits: path.path.map(({ commitId }) => commitId),
    messages: form.messages ?? apiMessages(conversation.rows).length,
  }
}

/** @throws StrataError invalid-input */
const refuseAssembled = ({ target, assembled }: ExportInput): void => {
  if (assembled && target !== 'messages')
    throw new StrataError('invalid-input', `Cannot assemble ${target}: only messages have the layers of a request`, { option: 'assembled' })
}

const asNarrative = async (context: EngineContext, input: ExportInput, { redactor }: Reading): Promise<Made> => {
  const { commit } = await findCommit(context, input.commitId)
  return narrativeOf(context, input, redactor === undefined ? commit : withoutSecrets(commit, redactor), redactor)
}

const madeAs = (context: EngineContext, input: ExportInput, reading: Reading): Promise<Made> => {
  switch (input.target) {
    case 'events-v1':
    case 'bureau-agent-v1':
      return asEvents(context, input, reading)
    case 'narrative':
      return asNarrative(context, input, reading)
    default:
      return asConversation(context, input, input.target, reading)
  }
}

const make = async (context: EngineContext, input: ExportInput, reading: Reading): Promise<Made> => {
  const { progress } = reading
  refuseAssembled(input)
  progress.phase('Finding the commits', 'commits', undefined)
  const made = await madeAs(context, input, reading)
  await begin(progress, 'Writing the file', made.commits.length)
  return made
}

/** Where an export is, besides in the answer. */
type Place = Pick<ExportView, 'path' | 'command' | 'ref' | 'drift'>

interface Placed {
  readonly made: Made
  readonly place: Place
}

const write = async ({ to, replaces }: ExportInput, bytes: Uint8Array): Promise<Place> => {
  if (to !== undefined) await writeExport(to, bytes, replaces)
  return { path: to ?? null, command: null, ref: null, drift: null }
}

interface InstalledAt {
  /** The working directory in which the transcript continues. */
  readonly cwd: string
  /** The same, where it is not that of the session; undefined: it is. */
  readonly root: string | undefined
}

/** The working directory of the session on this machine; null: there is none. @throws faults of the program */
const originalDirectory = async (context: EngineContext, commit: CommitView): Promise<string | null> => {
  try {
    return await workingDirectory(await sessionCwd(context, commit))
  } catch (thrown) {
    if (thrown instanceof StrataError) return null
    throw thrown
  }
}

const installedAt = async (context: EngineContext, input: ExportInput, commit: CommitView): Promise<InstalledAt> => {
  if (input.target !== 'claude-code' || input.to !== undefined)
    throw new StrataError('invalid-input', 'Only a transcript for Claude Code can be installed, without another target file', {})
  if (input.cwd === undefined) return { cwd: await workingDirectory(await sessionCwd(context, commit)), root: undefined }
  const cwd = await workingDirectory(input.cwd)
  return { cwd, root: cwd === (await originalDirectory(context, commit)) ? undefined : cwd }
}

const install = async (context: EngineContext, input: ExportInput, commit: CommitView, reading: Reading): Promise<Placed> => {
  const { cwd, root } = await installedAt(context, input, commit)
  const made = await make(context, { ...input, cwd }, reading)
  const drift = await driftWarning(context, { commitId: commit.commitId, root }, reading.progress)
  return { made, place: { ...(await installExport(context, input, { commit, made, cwd })), drift } }
}

const placed = async (context: EngineContext, input: ExportInput, commit: CommitView, reading: Reading): Promise<Placed> => {
  if (input.install) return install(context, input, commit, reading)
  const made = await make(context, input, reading)
  await recordExport(context, commit.commitId, made)
  return { made, place: await write(input, made.bytes) }
}

/** Number of commits before the first one of an export. */
const earlierCommits = async ({ store }: EngineContext, commit: CommitView, first: string | undefined): Promise<number> => {
  for (const chain of [await chainOf(store, commit), await currentChain(store, commit)]) {
    const place = chain.findIndex(({ commitId }) => commitId === first)
    if (place !== -1) return chain.length - 1 - place
  }
  return 0
}

/** @throws StrataError not-found, ambiguous-id, malformed-id, empty-content, invalid-input, over-budget, artifact-corrupt */
export const previewExport = async (context: EngineContext, asked: CallParsed<'export.preview'>): Promise<ExportPreview> => {
  const input: ExportInput = { ...asked, install: false, assembled: false }
  const redactor = input.redact ? new Redactor(privateWords(context.store.dir), input.leave) : undefined
  const reading = { progress: silentProgress, redactor }
  const kept =
    input.target === 'narrative'
      ? (await asNarrative(context, input, reading)).budget
      : (await packedConversation(context, input, reading)).kept
  const { budget } = asked
  return { budget, tokens: kept?.tokens ?? null, packs: kept?.packs ?? [] }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id, empty-content, target-exists, path-refused, disk-full, artifact-corrupt, over-budget, cancelled */
export const makeExport = async (
  context: EngineContext,
  input: ExportInput,
  progress: JobProgress = silentProgress,
): Promise<ExportView> => {
  const { commit } = await findCommit(context, input.commitId)
  const redactor = input.redact ? new Redactor(privateWords(context.store.dir), input.leave) : undefined
  const { made, place } = await placed(context, input, commit, { progress, redactor })
  const earlier = await earlierCommits(context, commit, made.commits[0])
  const { contentType, commits, messages, sessionId, lost, bytes } = made
  const about = {
    commitId: commit.commitId,
    target: input.target,
    contentType,
    commits,
    earlier,
    budget: made.budget,
    messages,
    sessionId,
    lost,
    bytes: bytes.length,
  }
  return { ...about, ...place, secrets: redactor?.found() ?? null, content: place.path === null ? bytes : null }
}
