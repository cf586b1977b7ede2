/** Handlers of the calls that read commits and artifacts. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { readerCalls } from '../../contract/reader.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { findCommit } from '../commits/find-commit.ts'
import { artifactBytes, listFormats, readArtifact } from './read-artifact.ts'
import { readCommit } from './read-commit.ts'

export const readerHandlers = ({ context }: HandlerParts): HandlersOf<typeof readerCalls> => ({
  'commit.read': async ({ commitId, ...input }) => readCommit(context.store, (await findCommit(context, commitId)).commit, input),
  'artifact.bytes': ({ ref }) => artifactBytes(context, ref),
  'artifact.read': (input) => readArtifact(context, input),
  'formats.list': () => Promise.resolve(listFormats()),
})
