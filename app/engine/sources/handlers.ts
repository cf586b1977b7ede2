/** Handlers of the calls about folders and files that sessions come from. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { sourcesCalls } from '../../contract/sources.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { showStore } from '../kernel/show-store.ts'
import { listSources } from './list-sources.ts'
import { runDoctor } from './run-doctor.ts'
import { showRoots } from './show-roots.ts'
import { sourceExcerpt, sourceText } from './source-excerpt.ts'

export interface SourcesParts extends HandlerParts {
  /** False: an empty store is used instead of one that does not exist. */
  readonly hasStore: boolean
}

export const sourcesHandlers = ({ context, hasStore }: SourcesParts): HandlersOf<typeof sourcesCalls> => ({
  'roots.list': ({ paths }) => showRoots(context, paths),
  'sources.list': ({ sessionId }) => listSources(context.store.database, sessionId),
  'source.excerpt': (input) => sourceExcerpt(context.store, input),
  'source.text': ({ sourceId, from, length }) => sourceText(context.store, sourceId, from, length),
  'doctor.run': async ({ paths }) => runDoctor(await showRoots(context, paths), hasStore ? await showStore(context.store) : null),
})
