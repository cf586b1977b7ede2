/** Handlers of the calls that read commits and artifacts. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { readerCalls } from '../../contract/reader.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { findCommit } from '../commits/find-commit.ts'
import { artifactBytes, listFormats, readArtifact } from './read-artifact.ts'
import { readCommit } from './read-commit.ts'
import { recordText } from './record-text.ts'
import { findRows } from './find-rows.ts'
import { locateRow } from './locate-row.ts'
import { readRows } from './read-rows.ts'
import { showContents } from './show-contents.ts'
import { showOutline } from './show-outline.ts'

export const readerHandlers = ({ context }: HandlerParts): HandlersOf<typeof readerCalls> => ({
  'commit.read': async ({ commitId, ...input }) => readCommit(context.store, await findCommit(context, commitId), input),
  'session.outline': ({ sessionId, tip }) => showOutline(context.store, sessionId, tip),
  'session.read': (input) => readRows(context.store, input),
  'session.contents': ({ sessionId, tip }) => showContents(context.store, sessionId, tip),
  'session.find': ({ sessionId, tip, ...sought }) => findRows(context.store, sessionId, tip, sought),
  'session.locate': (input) => locateRow(context.store, input),
  'record.text': (input) => recordText(context.store, input),
  'artifact.bytes': ({ ref }) => artifactBytes(context, ref),
  'artifact.read': (input) => readArtifact(context, input),
  'formats.list': () => Promise.resolve(listFormats()),
})
