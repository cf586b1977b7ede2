/** Names that persons give to commits. */
import { ask } from '../../analytics/ask.ts'
import type { RefView } from '../../contract/views.ts'
import { StrataError } from '../../model/failure.ts'
import type { StoreUnit } from '../../store/store.ts'
import type { EngineContext } from '../engine-context.ts'

/** A change of a name; null: it is removed. */
export const refUnit = (name: string, commitId: string | null): StoreUnit => ({
  entries: [],
  journal: { kind: 'ref', name, commit_id: commitId },
  replaces: undefined,
  rows: {},
})

/** The fork with a name, `fork/` left out or not. @throws StrataError not-found */
export const forkNamed = async ({ store }: EngineContext, name: string): Promise<RefView> => {
  for (const full of [name, `fork/${name}`]) {
    const [ref] = await ask(store.database, 'refList', { session: null, name: full })
    if (ref?.kind === 'fork') return ref
  }
  throw new StrataError('not-found', `No fork is called “${name}”`, { text: name })
}
