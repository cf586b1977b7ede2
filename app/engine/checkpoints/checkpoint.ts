/** Makes a commit: from bytes or from an artifact that the store has, on any commit or on none. */
import { checkContent, createdAtOf, validateCommit } from '../../chains/validate-commit.ts'
import { wholeSeconds } from '../../chains/describe-commit.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { ContextCommit } from '../../model/context-commit.ts'
import { StrataError } from '../../model/failure.ts'
import { refOf, type ArtifactHash } from '../../model/ids.ts'
import { hashArtifact } from '../../store/files/artifact-hash.ts'
import type { StoreUnit } from '../../store/tables/store-unit.ts'
import { findCommit } from '../commits/find-commit.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { findStoredArtifact, readStoredArtifact } from '../materialise/stored-artifact.ts'
import { itemsIn } from '../added-commits/added-rows.ts'
import { forkNamed, refUnit } from '../refs/refs.ts'
import { madeBefore, writeCommits, type NewCommit } from '../added-commits/write-commits.ts'

type List = CallParsed<'commit.checkpoints'>
type Input = List['commits'][number]

const artifactOf = async (context: EngineContext, { bytes, artifactRef }: Input): Promise<{ hash: ArtifactHash; bytes: Uint8Array }> => {
  checkContent(bytes, artifactRef)
  if (bytes !== undefined) return { hash: hashArtifact(bytes), bytes }
  const hash = await findStoredArtifact(context, artifactRef ?? '')
  return { hash, bytes: await readStoredArtifact(context, hash) }
}

const parentOf = async (context: EngineContext, { parent, allowUnknownParent }: Input): Promise<string | undefined> => {
  if (parent === '') return undefined
  if (allowUnknownParent) return parent
  try {
    return (await findCommit(context, parent)).commit.commitId
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'not-found') throw thrown
    throw new StrataError('not-found', `This store does not contain the parent ${parent}`, { text: parent }, thrown)
  }
}

/** A field with its value; nothing for an empty value, because exact optional fields must be absent. */
const given = <K extends keyof ContextCommit>(name: K, value: ContextCommit[K] | undefined): Partial<ContextCommit> =>
  value === undefined || value === '' || value === 0 ? {} : { [name]: value }

const recordOf = (input: Input, parent: string | undefined, artifact: { hash: ArtifactHash; bytes: Uint8Array }): ContextCommit => {
  const { commitType, checkpoint } = validateCommit(input)
  return {
    version: 1,
    commit_type: commitType,
    artifact_ref: refOf(artifact.hash),
    format: input.format,
    checkpoint,
    created_at: input.createdAt === undefined ? wholeSeconds(Date.now()) : createdAtOf(input.createdAt),
    ...given('parent', parent),
    ...given('machine', input.machine),
    ...given('summary', input.summary),
    ...given('template', input.template),
    ...given('principal', input.principal),
    ...given('thread_id', input.threadId),
    ...given('ticket_id', input.ticketId),
    ...given('session_id', input.sessionId),
    ...given('token_count', input.tokenCount),
    ...given('message_count', input.messageCount ?? itemsIn(input.format, artifact.bytes)),
  }
}

type Artifact = Awaited<ReturnType<typeof artifactOf>>

const newCommit = (input: Input, artifact: Artifact, parent: string | undefined): NewCommit => ({
  record: recordOf(input, parent, artifact),
  bytes: artifact.bytes,
  follows: input.follows,
  ...(input.agentCall === '' ? {} : { agent: { call: input.agentCall, type: input.agentType } }),
})

/**
 * Gives the id of the commit. The same commit made twice is one commit.
 * @throws StrataError invalid-input, empty-content, not-found, ambiguous-id, malformed-id, disk-full
 */
export const checkpoint = async (context: EngineContext, input: CallParsed<'commit.checkpoint'>): Promise<string> => {
  if (input.onto !== undefined && input.parent !== '')
    throw new StrataError('invalid-input', 'Give a parent or a fork to continue from, not both')
  const artifact = await artifactOf(context, input)
  validateCommit(input)
  const fork = input.onto === undefined ? undefined : await forkNamed(context, input.onto)
  const commit = newCommit(input, artifact, fork?.commitId ?? (await parentOf(context, input)))
  const moved = ([commitId = '']: readonly string[]): readonly StoreUnit[] => (fork === undefined ? [] : [refUnit(fork.name, commitId)])
  const [commitId = ''] = await writeCommits(context.store, [commit], moved)
  context.changed([])
  return commitId
}

const isMain = ({ agentCall }: Input): boolean => agentCall === ''

const listed = async (context: EngineContext, { commits }: List): Promise<readonly NewCommit[]> => {
  const list: NewCommit[] = []
  for (const [at, input] of commits.entries()) {
    const { follows, parent } = input
    if (follows !== undefined && (follows >= at || parent !== ''))
      throw new StrataError('invalid-input', 'A commit of a list follows one before it, or has a parent')
    const artifact = await artifactOf(context, input)
    list.push(newCommit(input, artifact, follows === undefined ? await parentOf(context, input) : undefined))
  }
  return list
}

/**
 * Makes commits together. On a fork, the first commit of the main chain continues from what the fork names.
 * @returns their ids, and that of the last one on the fork
 * @throws StrataError invalid-input, empty-content, not-found, ambiguous-id, malformed-id, disk-full
 */
export const checkpointAll = async (
  context: EngineContext,
  input: List,
): Promise<{ readonly commitIds: readonly string[]; readonly onFork: string | undefined }> => {
  const commits = await listed(context, input)
  const { onto } = input
  const fork = onto === undefined ? undefined : await forkNamed(context, onto)
  const first = input.commits.findIndex(isMain)
  const known = fork === undefined || first === -1 || commits[first]?.record.parent === fork.commitId
  // A repeated request, for example after the answer was lost, makes nothing: the fork is at the commits of the first request.
  const before = known ? undefined : await madeBefore(context.store, commits)
  if (before !== undefined) return { commitIds: before, onFork: undefined }
  const placed = known
    ? commits
    : commits.map((commit, at) => (at === first ? { ...commit, record: { ...commit.record, parent: fork.commitId } } : commit))
  const last = input.commits.map(isMain).lastIndexOf(true)
  const moved = (ids: readonly string[]): readonly StoreUnit[] =>
    fork === undefined || last === -1 ? [] : [refUnit(fork.name, ids[last] ?? '')]
  const commitIds = await writeCommits(context.store, placed, moved)
  context.changed([])
  return { commitIds, onFork: fork === undefined ? undefined : commitIds[last] }
}
