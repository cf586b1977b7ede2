/** How files looked when they were last taken in, as watching compares them with what stands there now. */
import type { FileStamp, FileStamps } from '../import/file-changes.ts'
import type { KnownSource } from '../import/plan-import.ts'

const stampOf = ({ bytes, modifiedNs, seen }: KnownSource): FileStamp => ({
  size: bytes,
  modifiedNs,
  changedNs: seen?.changedNs,
  inode: seen?.inode === '' ? undefined : seen?.inode,
  isFile: true,
})

export const knownStamps = (sources: readonly KnownSource[]): FileStamps => new Map(sources.map((source) => [source.path, stampOf(source)]))
