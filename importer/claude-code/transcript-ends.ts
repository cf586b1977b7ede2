/** Facts from the first and the last bytes of a transcript: which conversation it continues, and when it was last written. */
import type { OpenFile, TranscriptEnds } from '../../app/model/transcript-file.ts'
import { closeFile, openFile, readAt } from '../read-lines.ts'

/** Enough for the first record with an id, and for the last ones with a time; longer records are passed over. */
const headBytes = 16 * 1024
const tailBytes = 8 * 1024

const uuidField = /"uuid":\s*"([^"\\]{1,64})"/
const timeFields = /"timestamp":\s*"([^"\\]{10,40})"/g

const textAt = (file: OpenFile, offset: number, length: number): string => readAt(file, offset, length).toString('latin1')

const latestIn = (text: string): number | undefined => {
  const times = [...text.matchAll(timeFields)].flatMap(([, time = '']) => {
    const at = Date.parse(time)
    return Number.isNaN(at) ? [] : [at]
  })
  return times.length === 0 ? undefined : Math.max(...times)
}

/** Only a guess, for the order in which files are read: the bytes are searched, not parsed. A file that cannot be read gives nothing. */
export const readTranscriptEnds = (path: string): TranscriptEnds => {
  let file: OpenFile | undefined
  try {
    file = openFile(path)
    const tail = Math.min(tailBytes, file.size)
    const head = textAt(file, 0, Math.min(headBytes, file.size))
    return { firstUuid: uuidField.exec(head)?.[1], lastAt: latestIn(textAt(file, file.size - tail, tail)) }
  } catch {
    // The import reads the file again, and reports what is wrong.
    return { firstUuid: undefined, lastAt: undefined }
  } finally {
    if (file !== undefined) closeFile(file)
  }
}
