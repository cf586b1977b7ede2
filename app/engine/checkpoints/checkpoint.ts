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
import { writeCommits } from '../added-commits/write-commits.ts'

type Input = CallParsed<'commit.checkpoint'>

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

/**
 * Gives the id of the commit. The same commit made twice is one commit.
 * @throws StrataError invalid-input, empty-content, not-found, ambiguous-id, malformed-id, disk-full
 */
export const checkpoint = async (context: EngineContext, input: Input): Promise<string> => {
  if (input.onto !== undefined && input.parent !== '')
    throw new StrataError('invalid-input', 'Give a parent or a fork to continue from, not both')
  const artifact = await artifactOf(context, input)
  validateCommit(input)
  const fork = input.onto === undefined ? undefined : await forkNamed(context, input.onto)
  const parent = fork?.commitId ?? (await parentOf(context, input))
  const agent = input.agentCall === '' ? {} : { agent: { call: input.agentCall, type: input.agentType } }
  const commit = { record: recordOf(input, parent, artifact), bytes: artifact.bytes, ...agent }
  const moved = ([commitId = '']: readonly string[]): readonly StoreUnit[] => (fork === undefined ? [] : [refUnit(fork.name, commitId)])
  const [commitId = ''] = await writeCommits(context.store, [commit], moved)
  context.changed([])
  return commitId
}
