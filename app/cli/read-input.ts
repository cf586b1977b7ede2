/** Reads the input of a command: a file, or standard input. */
import { readFile } from 'node:fs/promises'
import { StrataError } from '../model/failure.ts'

const readAll = async (stream: NodeJS.ReadStream): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(Buffer.from(piece as Uint8Array))
  return Buffer.concat(pieces)
}

/** @param file a path, or - for standard input. @throws StrataError path-unreadable */
export const readInput = async (file: string): Promise<Buffer> => {
  if (file === '-') return readAll(process.stdin)
  try {
    return await readFile(file)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    throw new StrataError('path-unreadable', `Cannot read ${file}: ${code}`, { path: file }, cause)
  }
}

/** @throws StrataError invalid-input, path-unreadable */
export const readJson = async (file: string): Promise<unknown> => {
  const text = (await readInput(file)).toString('utf8')
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new StrataError('invalid-input', `${file} is not JSON: ${cause instanceof Error ? cause.message : ''}`, { file }, cause)
  }
}
