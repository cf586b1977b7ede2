/** Files on disk as the client shows them: text without byte order mark, with line feeds alone, UTF-16 where a mark says so. */
import { constants } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { systemCode, systemReason } from '../../model/failure.ts'

/** Why a file has no text. */
export interface NoText {
  readonly without: 'absent' | 'unreadable' | 'too-large'
  readonly reason: string
}

const isUtf16 = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xfe

/** @returns undefined: they are no text */
export const textIn = (bytes: Uint8Array): string | undefined => {
  const text = new TextDecoder(isUtf16(bytes) ? 'utf-16le' : 'utf-8').decode(bytes)
  return text.includes('\0') ? undefined : text.replaceAll('\r\n', '\n')
}

const unreadable = (reason: string): NoText => ({ without: 'unreadable', reason })

const noText = (thrown: unknown): NoText => {
  const code = systemCode(thrown)
  return code === 'ENOENT' || code === 'ENOTDIR' ? { without: 'absent', reason: 'does not exist' } : unreadable(systemReason(thrown))
}

/** Never waits: a pipe without a writer is opened all the same. */
const flags = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK)

const readFrom = async (file: FileHandle, size: number): Promise<Uint8Array> => {
  const bytes = Buffer.alloc(size)
  let length = 0
  for (let read = -1; read !== 0 && length < size; length += read) read = (await file.read(bytes, length, size - length, length)).bytesRead
  return bytes.subarray(0, length)
}

/** Opens a file that is no folder, pipe or device. */
export const openRegular = async (path: string): Promise<{ readonly file: FileHandle; readonly size: number } | NoText> => {
  try {
    const about = await stat(path)
    if (about.isDirectory()) return unreadable('a folder')
    if (!about.isFile()) return unreadable('not a regular file')
    return { file: await open(path, flags), size: about.size }
  } catch (thrown) {
    return noText(thrown)
  }
}

/** @param most bytes; a larger file is not read */
export const readText = async (path: string, most: number): Promise<{ readonly text: string } | NoText> => {
  const opened = await openRegular(path)
  if ('without' in opened) return opened
  const { file, size } = opened
  try {
    if (size > most) return { without: 'too-large', reason: `${size} bytes` }
    const text = textIn(await readFrom(file, size))
    return text === undefined ? unreadable('not text') : { text }
  } catch (thrown) {
    return noText(thrown)
  } finally {
    await file.close()
  }
}
