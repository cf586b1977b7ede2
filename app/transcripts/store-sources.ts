/** Manifests: for each source, where the archive contains its bytes, so that it can be restored. */
import { readInto } from '../../importer/read-lines.ts'
import { countLines } from '../model/count-lines.ts'
import type { PlacedLine } from '../chains/session-lines.ts'
import { encodeManifest } from '../store/files/manifest.ts'
import type { ManifestSpan } from '../store/files/manifest.ts'
import type { SessionArchive } from './archive-session.ts'
import { isRecord } from './derive-rows.ts'
import type { DerivedSource } from './derive-task.ts'
import type { ReadSource } from './read-sources.ts'

const manifestSpans = (places: readonly PlacedLine[], archive: SessionArchive): readonly ManifestSpan[] => {
  const spans: ManifestSpan[] = []
  const add = (span: ManifestSpan): void => {
    const last = spans.at(-1)
    if (last?.artifact === span.artifact && last.offset + last.length === span.offset)
      spans[spans.length - 1] = { ...last, length: last.length + span.length }
    else spans.push(span)
  }
  for (const place of places) archive.spansOf(place).forEach(add)
  return spans
}

const storeSource = async (read: ReadSource, spans: readonly ManifestSpan[], archive: SessionArchive): Promise<DerivedSource> => {
  const manifest = encodeManifest({ bytes: read.open.size, contentHash: read.contentHash, spans })
  return {
    sourceId: read.source.sourceId,
    agent: read.source.agent,
    path: read.source.path,
    file: read.source.file,
    root: read.source.root,
    role: read.source.role,
    agentId: read.source.agentId,
    bytes: read.open.size,
    modifiedNs: read.source.modifiedNs ?? String(read.open.modifiedNs),
    contentHash: read.contentHash,
    manifestHash: await archive.put('manifest', manifest),
    lines: countLines(read.lines),
    records: read.lines.filter(isRecord).length,
    seen: read.source.modifiedNs === undefined ? read.open.seen : undefined,
  }
}

const storeNote = async (read: ReadSource, archive: SessionArchive): Promise<DerivedSource> =>
  storeSource(read, await archive.keepBytes(read.open.size, (offset, to) => readInto(read.open, to, offset)), archive)

/**
 * Archives the manifests of all sources, notes last.
 * @param places of the lines of each transcript, in the order of `transcripts`; all of them archived already.
 */
export const storeSources = async (
  transcripts: readonly ReadSource[],
  notes: readonly ReadSource[],
  places: readonly (readonly PlacedLine[])[],
  archive: SessionArchive,
): Promise<readonly DerivedSource[]> => {
  const sources: DerivedSource[] = []
  for (const [index, file] of transcripts.entries())
    sources.push(await storeSource(file, manifestSpans(places[index] ?? [], archive), archive))
  for (const note of notes) sources.push(await storeNote(note, archive))
  return sources
}
