/** Names the messages that compactions kept, where their boundaries name only the first and the last of them. */
import { uuidsOfSegment } from '../model/kept-segment.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'

/** The lines themselves are completed: what is read of them is kept for sessions that grow. */
export const nameKept = (files: readonly (readonly TranscriptLine[])[]): void => {
  const unnamed = files.flatMap((lines) =>
    lines.flatMap(({ compaction }) => (compaction?.segment !== undefined && compaction.preserved.length === 0 ? [compaction] : [])),
  )
  if (unnamed.length === 0) return
  const parents = new Map<string, string | undefined>()
  for (const lines of files)
    for (const { uuid, parentUuid, logicalParentUuid } of lines)
      if (uuid !== undefined && !parents.has(uuid)) parents.set(uuid, parentUuid ?? logicalParentUuid)
  for (const compaction of unnamed)
    if (compaction.segment !== undefined) compaction.preserved.push(...uuidsOfSegment(compaction.segment, (uuid) => parents.get(uuid)))
}
