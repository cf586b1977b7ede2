/**
 * Reads `history.jsonl`, in which the client's prompt line keeps what was typed in every session, also of sessions whose transcripts it
 * deleted since. One line per prompt: `{display, pastedContents, timestamp, project, sessionId}`.
 */
import type { OpenFile } from '../../app/model/transcript-file.ts'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { HistoryLine, HistoryPlace, HistoryPrompt, HistoryRecord, PromptHistory } from '../../app/model/prompt-history.ts'
import { isPlausibleYear } from '../../app/model/plausible-year.ts'
import { isObject, textIn } from '../../app/model/json-object.ts'
import { stemOf } from './file-layout.ts'
import { closeFile, openFile } from '../read-lines.ts'

/** Between the path of the history and the session of a source that was made of its lines. */
const mark = '#'

/** Where the source of a session's prompts is said to be: it is part of a file. */
const historySource = (history: string, sessionId: string): string => `${history}${mark}${sessionId}`

/** Whether a path is that of prompts without a transcript. */
const isHistorySource = (path: string): boolean => /(?:^|[\\/])history\.jsonl#/.test(path)

/** The file that a source is in: a history, or the source itself. */
const fileOfSource = (path: string): string => path.replace(/((?:^|[\\/])history\.jsonl)#.*$/s, '$1')

/** How the client was started, in records that were made of a history: it makes the template `claude-code/history`. */
const entrypoint = 'history'

/** A line that is longer is not read, bytes. */
const maxLineLength = 64 * 1024 * 1024
const chunkBytes = 1024 * 1024
/** A pasted text that is longer stays a reference, bytes. */
const maxPasteLength = 16 * 1024 * 1024

const timeOf = (value: unknown): number | undefined => {
  const at = typeof value === 'string' ? Date.parse(value) : value
  return typeof at === 'number' && isPlausibleYear(at) ? Math.trunc(at) : undefined
}

const maxIdLength = 200

const promptOf = (line: string): HistoryLine['read'] => {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { code: 'malformed-json', reason: 'it is not valid JSON' }
  }
  if (!isObject(value)) return { code: 'not-an-object', reason: 'it is not a JSON object' }
  const { display, pastedContents, timestamp } = value
  if (typeof display !== 'string') return { code: 'unknown-type', reason: 'it has no prompt (display)' }
  const session = textIn(value, 'sessionId')
  if (session !== undefined && (session.length > maxIdLength || /[\\/\0]/.test(session)))
    return { code: 'unknown-type', reason: 'its session id cannot be one' }
  const pasted = isObject(pastedContents) && Object.keys(pastedContents).length > 0 ? pastedContents : undefined
  return { sessionId: session, project: textIn(value, 'project'), at: timeOf(timestamp), display, pasted }
}

/** Lines with their ending; one that is too long comes without its bytes. */
function* rawLines(file: OpenFile): Generator<{ readonly offset: number; readonly length: number; readonly bytes: Buffer | undefined }> {
  let parts: Buffer[] = []
  let held = 0
  let start = 0
  for (let at = 0; at < file.size;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, file.size - at))
    const read = readSync(file.fd, chunk, 0, chunk.length, at)
    if (read === 0) break
    for (let from = 0; from < read;) {
      const newline = chunk.subarray(0, read).indexOf(0x0a, from)
      const end = newline === -1 ? read : newline + 1
      held += end - from
      if (held <= maxLineLength) parts.push(chunk.subarray(from, end))
      else parts = []
      from = end
      if (newline === -1) continue
      yield { offset: start, length: held, bytes: held <= maxLineLength ? Buffer.concat(parts) : undefined }
      start += held
      parts = []
      held = 0
    }
    at += read
  }
  if (held > 0) yield { offset: start, length: held, bytes: held <= maxLineLength ? Buffer.concat(parts) : undefined }
}

/**
 * Lines of a history, without blank ones and without a last line that is still being written.
 * @throws the system's error when the file cannot be read
 */
function* readHistory(path: string): Generator<HistoryLine> {
  const file = openFile(path)
  try {
    let line = 0
    for (const { offset, length, bytes } of rawLines(file)) {
      line += 1
      if (bytes === undefined) {
        yield { line, offset, length, read: { code: 'too-large', reason: `it is longer than ${maxLineLength} bytes` } }
        continue
      }
      const content = bytes
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .trim()
      if (content === '') continue
      const read = promptOf(content)
      const isTorn = 'code' in read && read.code === 'malformed-json' && bytes.at(-1) !== 0x0a
      yield { line, offset, length, read: isTorn ? { code: 'truncated-line', reason: 'the file ends within this line' } : read }
    }
  } finally {
    closeFile(file)
  }
}

const hashShape = /^[0-9a-f]{8,128}$/i

/** A pasted text that the client keeps in a separate file. */
const cachedPaste = (history: string, hash: unknown): string | undefined => {
  if (typeof hash !== 'string' || !hashShape.test(hash)) return undefined
  const path = join(dirname(history), 'paste-cache', `${hash}.txt`)
  try {
    const found = lstatSync(path)
    return found.isFile() && found.size <= maxPasteLength ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

const reference = /\[(?:Pasted text|\.\.\.Truncated text) #(\d+)(?: \+\d+ lines)?(?:\.\.\.)?\]/g

/** The prompt that the client sent: with pasted texts in place of their references, where they are known. */
const sentText = ({ display, pasted }: HistoryPrompt, history: string): string => {
  if (pasted === undefined) return display
  return display.replaceAll(reference, (whole, number: string) => {
    const paste = pasted[number]
    if (!isObject(paste)) return whole
    return textIn(paste, 'content') ?? cachedPaste(history, paste['contentHash']) ?? whole
  })
}

const command = /^\/([a-z][\w:.-]*)(?:\s+([\s\S]*))?$/i

/** The prompt in the form of a transcript, which has elements for shell commands and commands of the client. */
const contentOf = (sent: string): string => {
  if (sent.startsWith('!') && sent.length > 1) return `<bash-input>${sent.slice(1)}</bash-input>`
  const found = command.exec(sent.trim())
  if (found === null) return sent
  const [, name = '', args = ''] = found
  return `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args>${args}</command-args>`
}

/** A uuid that depends only on the session, the place of the prompt and its content: the same history gives the same records. */
const uuidOf = (sessionId: string, place: number, content: string): string => {
  const hex = createHash('sha256').update(`${sessionId}\0${place}\0${content}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A prompt as a record of a transcript. The fields of its line that the record has no place for are under `history`. */
const historyRecord = (history: string, sessionId: string, prompt: HistoryPrompt, { prompts, lastUuid }: HistoryPlace): HistoryRecord => {
  const sent = sentText(prompt, history)
  const content = contentOf(sent)
  const uuid = uuidOf(sessionId, prompts, prompt.display)
  const isTyped = content === sent
  const record = {
    parentUuid: lastUuid,
    isSidechain: false,
    userType: 'external',
    ...(prompt.project === undefined ? {} : { cwd: prompt.project }),
    sessionId,
    type: 'user',
    message: { role: 'user', content },
    uuid,
    ...(prompt.at === undefined ? {} : { timestamp: new Date(prompt.at).toISOString() }),
    entrypoint,
    ...(isTyped ? { promptSource: 'typed' } : {}),
    history: { display: prompt.display, ...(prompt.pasted === undefined ? {} : { pastedContents: prompt.pasted }) },
  }
  return { line: `${JSON.stringify(record)}\n`, uuid }
}

/** Name of the session that prompts without one belong to: those of one project and one day (UTC). */
const unnamedSession = ({ project, at }: HistoryPrompt): string => {
  const day = at === undefined ? 'unknown day' : new Date(at).toISOString().slice(0, 10)
  return `history-${day.replace(' ', '-')}-${createHash('sha256')
    .update(project ?? '')
    .digest('hex')
    .slice(0, 8)}`
}

/** The history beside a folder of transcripts, or the file itself; undefined: the path is neither. */
const historyAt = (path: string): string | undefined => {
  const name = basename(path)
  if (name === 'history.jsonl') return path
  return name === 'projects' ? join(dirname(path), 'history.jsonl') : undefined
}

/** Sessions that have a transcript beside the history. */
const sessionsBeside = (history: string): readonly string[] => {
  const projects = join(dirname(history), 'projects')
  if (!existsSync(projects)) return []
  return readdirSync(projects, { withFileTypes: true }).flatMap((folder) => {
    if (!folder.isDirectory()) return []
    try {
      return readdirSync(join(projects, folder.name)).flatMap((name) => (/\.jsonl$/i.test(name) ? [stemOf(name)] : []))
    } catch {
      // What cannot be listed is a problem of the import that looks into it.
      return []
    }
  })
}

export const history: PromptHistory = {
  at: historyAt,
  sessionsBeside,
  read: readHistory,
  recordOf: historyRecord,
  unnamedSession,
  sourceOf: historySource,
  isSource: isHistorySource,
  fileOf: fileOfSource,
}
