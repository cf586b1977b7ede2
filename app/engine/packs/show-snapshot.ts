/** The state of the work at a commit. */
import type { CallParsed } from '../../contract/calls.ts'
import type { RecordName } from '../../contract/objects.ts'
import type { SnapshotView } from '../../contract/packs.ts'
import type { RecordPlace } from '../../packs/ledger-message.ts'
import { compactStateText, stateText } from '../../packs/state/state-text.ts'
import { findCommit } from '../commits/find-commit.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { historyAt, redactorOf } from './history-at.ts'

type Placed<T> = Omit<T, 'place'> & { readonly record: RecordName; readonly commitId: string }

const cited = <T extends { readonly place: RecordPlace }>({ place, ...rest }: T): Placed<T> => ({
  ...rest,
  record: { sourceId: place.sourceId, line: place.line, fileLine: place.fileLine, ofLine: place.ofLine },
  commitId: place.commitId,
})

const maybe = <T extends { readonly place: RecordPlace }>(value: T | null): Placed<T> | null => (value === null ? null : cited(value))

/** @throws StrataError not-found, ambiguous-id, malformed-id, artifact-corrupt */
export const showSnapshot = async ({ store }: EngineContext, { at, redact }: CallParsed<'snapshot.show'>): Promise<SnapshotView> => {
  const { commit } = await findCommit({ store }, at)
  const { state } = await historyAt(store, commit, redactorOf(store, redact))
  const { validation } = state
  return {
    sessionId: commit.sessionId,
    commitId: commit.commitId,
    goal: maybe(state.goal),
    request: maybe(state.request),
    plan: state.plan.map(cited),
    files: state.files.map(cited),
    unseenAgents: maybe(state.unseenAgents),
    validation: validation === null ? null : { ...cited(validation), earlier: validation.earlier.map(cited) },
    errors: state.errors.map(cited),
    decisions: state.decisions.map(cited),
    next: maybe(state.next),
    text: stateText(state),
    compactText: compactStateText(state),
  }
}
