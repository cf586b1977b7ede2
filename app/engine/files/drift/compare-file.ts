/** Compares what is known of a file with the file on disk. */
import type { DriftedFile } from '../../../contract/known-files.ts'
import { StrataError, systemCode, systemReason } from '../../../model/failure.ts'
import { formatCount } from '../../../model/format/count.ts'
import { openRegular, readText, type NoText } from '../../file-systems/disk-text.ts'
import { lineChanges } from '../../../diff/unified-patch.ts'
import { contentOf, type KnownFile } from '../../../files/known-file.ts'
import { compareKnownLines } from './compare-known-lines.ts'

export type Comparison = Pick<DriftedFile, 'state' | 'added' | 'removed' | 'patch' | 'note'>

const without = (state: Comparison['state'], note: string | null = null): Comparison => ({
  state,
  added: null,
  removed: null,
  patch: null,
  note,
})

/** As the client shows it. */
const shown = (content: string): string => content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')

/** Maximum size on disk of a text, bytes: in UTF-16, a line feed with its carriage return takes four bytes instead of one. */
const maxBytes = (content: string): number => 4 * Buffer.byteLength(content) + 1024 * 1024

/** No diff is computed for files with more lines than this, old and new lines added. */
const maxLines = 200_000
/** Maximum length of a diff, in characters. */
const maxPatchLength = 1_000_000

const tooLarge = (what: string): string => `not available: too large: ${what}`

const lineCount = (text: string): number => {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

const changesOf = (known: string, now: string, withPatch: boolean): Comparison => {
  if (lineCount(known) + lineCount(now) > maxLines)
    return without('changed', tooLarge(`a diff of more than ${formatCount(maxLines)} lines`))
  const { added, removed, patch } = lineChanges(known, now)
  const isTooLong = withPatch && patch.length > maxPatchLength
  return {
    state: 'changed',
    added,
    removed,
    patch: withPatch && !isTooLong ? patch : null,
    note: isTooLong ? tooLarge(`a diff of more than ${formatCount(maxPatchLength)} characters`) : null,
  }
}

const noText = ({ without: kind, reason }: NoText): Comparison => {
  if (kind === 'absent') return without('deleted')
  return kind === 'too-large' ? without('changed', tooLarge(reason)) : without('unreadable', reason)
}

const differsAtEnd = (known: string, now: string): boolean => `${known}\n` === now || known === `${now}\n`

export interface Comparing {
  readonly withPatch: boolean
  /** Whether a record says if the file ends with a line feed. */
  readonly isEndKnown: () => Promise<boolean>
  /** Throws when the work was cancelled. */
  readonly checkpoint: () => void
}

const compareWhole = async (disk: string, content: string, { withPatch, isEndKnown }: Comparing): Promise<Comparison> => {
  const read = await readText(disk, maxBytes(content))
  if ('without' in read) return noText(read)
  const known = shown(content)
  const isSame = known === read.text || (differsAtEnd(known, read.text) && !(await isEndKnown()))
  return isSame ? without('unchanged') : changesOf(known, read.text, withPatch)
}

const comparePart = async (disk: string, file: KnownFile, { checkpoint }: Comparing): Promise<Comparison> => {
  const opened = await openRegular(disk)
  if ('without' in opened) return noText(opened)
  try {
    const { known, different, hasOtherLength } = await compareKnownLines(opened.file, file, checkpoint)
    if (different === 0 && !hasOtherLength) return without('unchanged')
    return without('changed', different === 0 ? 'another number of lines' : `${different} of ${known} known lines differ`)
  } catch (thrown) {
    if (systemCode(thrown) === undefined || thrown instanceof StrataError) throw thrown
    return without('unreadable', systemReason(thrown))
  } finally {
    await opened.file.close()
  }
}

const compareAbsent = async (disk: string): Promise<Comparison> => {
  const opened = await openRegular(disk)
  if ('file' in opened) await opened.file.close()
  return without('without' in opened && opened.without === 'absent' ? 'unchanged' : 'created')
}

/** @param file null: it was not there */
export const compareFile = async (disk: string, file: KnownFile | null, how: Comparing): Promise<Comparison> => {
  if (file === null) return compareAbsent(disk)
  if (file.stretches.length === 0) return without('unknown')
  const content = contentOf(file)
  return content === undefined ? comparePart(disk, file, how) : compareWhole(disk, content, how)
}
