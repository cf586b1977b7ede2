/** Looks for what seems to be a secret in the commits that exports would be made of; a commit of several chains is searched once. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { SecretsView } from '../../contract/export.ts'
import { redactArtifact, Redactor } from '../../secrets/redactor.ts'
import { artifactHash } from '../../model/ids.ts'
import { formats } from '../kernel/chain-formats.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { privateWords } from '../kernel/settings.ts'
import { chosenPath } from '../commits/chosen-path.ts'
import { findCommit } from '../commits/find-commit.ts'
import { runInSlices } from '../kernel/run-in-slices.ts'

/** @throws StrataError not-found, ambiguous-id, malformed-id, artifact-corrupt, cancelled */
export const findSecrets = async (
  context: EngineContext,
  { commitIds, stop }: CallParsed<'export.secrets'>,
  progress: JobProgress,
): Promise<SecretsView> => {
  const last: string[] = []
  const chosen = new Map<string, ChainLink>()
  for (const commitId of commitIds) {
    progress.checkpoint()
    const { commit } = await findCommit(context, commitId)
    last.push(commit.commitId)
    const { path: chain } = await chosenPath(context.store, commit, stop)
    for (const link of chain) chosen.set(link.commitId, link)
  }
  const links = [...chosen.values()]
  const redactor = new Redactor(privateWords(context.store.dir))
  const read = async ({ artifactHash: hash, commitId: of, format }: ChainLink): Promise<void> => {
    const bytes = await context.store.read(artifactHash(hash))
    const known = formats.find(format)
    redactor.reads(of)
    if (known === undefined) redactor.text(new TextDecoder().decode(bytes))
    else await runInSlices(redactArtifact(known, bytes, redactor), progress)
  }
  progress.phase('Searching for secrets', 'commits', links.length)
  for (const link of links) {
    progress.checkpoint()
    await read(link)
    progress.advance(1)
  }
  return { commitIds: last, commits: links.length, found: redactor.found() }
}
