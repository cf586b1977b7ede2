/** Tells, before any bytes are compared, which lines a person's corrections may concern: their events wait until that is decided. */
import type { TranscriptLine } from '../../model/transcript-line.ts'
import type { DeriveTask } from './derive-task.ts'

export const mayBeCorrected = ({ corrections, sessionId }: DeriveTask): ((line: TranscriptLine) => boolean) => {
  if (corrections.length === 0) return () => false
  const uuids = new Set(corrections.flatMap(({ uuid }) => uuid ?? []))
  const lines = new Set(corrections.flatMap((one) => (one.uuid === undefined && one.sessionId === sessionId ? [one.line] : [])))
  return (line) => (line.uuid === undefined ? lines.has(line.line) : uuids.has(line.uuid))
}
