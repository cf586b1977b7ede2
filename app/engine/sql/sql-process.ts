/** A process that runs one task of SQL and ends: under Node and in Electron's utility process. It is ended when it takes too long. */
import { writeFileSync } from 'node:fs'
import { StrataError, toFailure } from '../../model/failure.ts'
import { isIndexDamage } from '../../store/tables/damaged-index.ts'
import { runSqlTask } from '../../store/tables/run-sql-task.ts'
import { tooMuchMemoryCode, type FromSqlProcess, type ToSqlProcess } from './sql-process-messages.ts'

/** How often it looks how much memory it has, milliseconds. */
const lookMs = 10

/** Electron's end of a channel to main, which Node does not have. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
}

const parentPort = (process as unknown as { readonly parentPort?: ParentPort }).parentPort

const send = (answer: FromSqlProcess): void => {
  if (parentPort === undefined) process.send?.(answer)
  else parentPort.postMessage(answer)
}

/** On Linux: when memory runs out, the system ends this process before any other. */
const goFirst = (): void => {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Elsewhere there is no such file.
  }
}

/** The first message is DuckDB's, about its memory; the second comes from the JavaScript of this process. */
const isTooLarge = (thrown: unknown): boolean => thrown instanceof Error && /Out of Memory Error|Invalid string length/.test(thrown.message)

const failureOf = (thrown: unknown): FromSqlProcess => {
  const known = isTooLarge(thrown) ? new StrataError('sql-too-large', 'The query exceeded its memory limit') : thrown
  return { ok: false, failure: toFailure(known), isIndexDamaged: isIndexDamage(thrown) }
}

const run = async ({ task, maxMemory }: ToSqlProcess): Promise<void> => {
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemory) process.exit(tooMuchMemoryCode)
  }, lookMs)
  try {
    send({ ok: true, value: await runSqlTask(task) })
  } catch (thrown) {
    send(failureOf(thrown))
  }
}

goFirst()
// DuckDB's threads may be in the middle of something that does not end.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
if (parentPort === undefined) process.on('message', (message) => void run(message as ToSqlProcess))
else parentPort.on('message', ({ data }) => void run(data as ToSqlProcess))
