/** A new session that begins with a copy of another one's rows, as `--fork-session` and older resumes write it. */
import { chainTo } from './copy-chain.ts'
import { openSession, type Fields, type Session } from './session.ts'
import { endReply, openMainThread, type Thread } from './thread.ts'

function sameClient(session: Session, sessionId: string): Session {
  return openSession({
    version: session.client.version,
    cwd: session.cwd,
    gitBranch: session.gitBranch,
    model: session.model,
    pace: session.pace,
    entrypoint: session.entrypoint,
    start: new Date(session.startedAtMs).toISOString(),
    seed: `${session.seed}/${sessionId}`,
    sessionId,
  })
}

// Client 1.0.128 gives the copied rows the time of the copy; client 2.0.76 leaves the old session id in them.
function changesOf(from: Thread, to: Session): Fields {
  const { version } = to.client
  const stamped = version === '1.0.128' ? { timestamp: new Date(from.nowMs).toISOString() } : {}
  return version === '2.0.76' ? stamped : { ...stamped, sessionId: to.id }
}

/** The main thread of the copy; it goes on where the other one stands. */
export function forkThread(from: Thread, sessionId: string | undefined): Thread {
  endReply(from)
  const copy = sameClient(from.session, sessionId ?? from.session.ids.uuid())
  const changes = changesOf(from, copy)
  for (const record of chainTo(from.session.main, from.parent))
    copy.main.push({ kind: 'record', record: record['uuid'] === undefined ? record : { ...record, ...changes } })
  for (const [path, text] of from.session.workingCopy) copy.workingCopy.set(path, text)
  const thread = openMainThread(copy, from.nowMs, from.contextTokens)
  thread.parent = from.parent
  thread.turns = from.turns
  thread.prompts.push(...from.prompts)
  return thread
}
