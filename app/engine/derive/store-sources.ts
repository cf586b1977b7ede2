/** Manifests: for each source, where its bytes stand in the archive, so that it can be restored. */
import { readAt } from '../../../importer/read-lines.ts'
import type { PlacedLine } from '../../chains/session-lines.ts'
import { encodeManifest } from '../../store/manifest.ts'
import type { ManifestSpan } from '../../store/manifest.ts'
import type { SessionArchive } from './archive-session.ts'
import { isRecord } from './derive-rows.ts'
import type { DerivedSource } from './derive-task.ts'
import type { ReadSource } from './read-sources.ts'

const manifestSpans = (places: readonly PlacedLine[], archive: SessionArchive): readonly ManifestSpan[] => {
  const spans: ManifestSpan[] = []
  for (const place of places) {
    const at = archive.linePlaces.get(place)
    if (at === undefined) throw new Error('every line is archived')
    const last = spans.at(-1)
    if (last?.artifact === at.artifact && last.offset + last.length === at.offset)
      spans[spans.length - 1] = { ...last, length: last.length + place.line.length }
    else spans.push({ artifact: at.artifact, offset: at.offset, length: place.line.length })
  }
  return spans
}

const storeSource = async (read: ReadSource, spans: readonly ManifestSpan[], archive: SessionArchive): Promise<DerivedSource> => {
  const manifest = encodeManifest({ bytes: read.open.size, contentHash: read.contentHash, spans })
  return {
    sourceId: read.source.sourceId,
    path: read.source.path,
    file: read.source.file,
    root: read.source.root,
    role: read.source.role,
    agentId: read.source.agentId,
    bytes: read.open.size,
    modifiedNs: read.source.modifiedNs ?? String(read.open.modifiedNs),
    contentHash: read.contentHash,
    manifestHash: await archive.put('manifest', manifest),
    lines: read.lines.length,
    records: read.lines.filter(isRecord).length,
  }
}

const storeNote = async (read: ReadSource, archive: SessionArchive): Promise<DerivedSource> => {
  if (read.open.size === 0) return storeSource(read, [], archive)
  const bytes = readAt(read.open, 0, read.open.size)
  const artifact = await archive.put('raw', bytes)
  return storeSource(read, [{ artifact, offset: 0, length: bytes.length }], archive)
}

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
