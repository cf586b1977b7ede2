/** Reads the files of a workspace or persona that belong into a system prompt, in a fixed order. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ContextFile } from '../../assemble/system-prompt.ts'
import { StrataError } from '../../model/failure.ts'

/** Largest file: it is sent with each request. */
const maxBytes = 1_000_000
const maxFiles = 200

const workspaceFiles = ['AGENTS.md', 'CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'] as const
const personaFiles = ['IDENTITY.md', 'SOUL.md', 'USER.md', 'user/IDENTITY.md', 'PERMISSIONS.md'] as const
/** The folder whose Markdown files are rules. */
const rulesFolder = '.claude/rules'

const isMissing = (thrown: unknown): boolean => {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR'
}

const folderAt = async (folder: string): Promise<string> => {
  try {
    const found = await realpath(folder)
    if ((await stat(found)).isDirectory()) return found
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown
  }
  throw new StrataError('not-found', `${folder} is not a folder`, { path: folder })
}

interface FoundFile extends ContextFile {
  /** Without links. */
  readonly file: string
}

const kindOf = async (file: string): Promise<{ readonly size: number; readonly isFile: boolean }> => {
  const found = await stat(file)
  return { size: found.size, isFile: found.isFile() }
}

/** Undefined: there is no such file. A link that leads out of the folder is refused. */
const textAt = async (folder: string, name: string): Promise<FoundFile | undefined> => {
  try {
    const file = await realpath(path.join(folder, name))
    if (path.relative(folder, file).startsWith('..'))
      throw new StrataError('path-refused', `${name} leads out of ${folder}`, { path: name })
    const { size, isFile } = await kindOf(file)
    if (!isFile) throw new StrataError('invalid-input', `${name} is not a file`, { path: name })
    if (size > maxBytes) throw new StrataError('invalid-input', `${name} has ${size} bytes; the limit is ${maxBytes}`, { path: name })
    return { path: name, text: await readFile(file, 'utf8'), file }
  } catch (thrown) {
    if (isMissing(thrown)) return undefined
    throw thrown
  }
}

const rulesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    const names = await readdir(path.join(folder, rulesFolder), { recursive: true })
    return names
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${rulesFolder}/${name.split(path.sep).join('/')}`)
      .sort()
  } catch (thrown) {
    if (isMissing(thrown)) return []
    throw thrown
  }
}

const readAll = async (folder: string, names: readonly string[]): Promise<readonly ContextFile[]> => {
  if (names.length > maxFiles)
    throw new StrataError('invalid-input', `${folder} has more than ${maxFiles} files of rules`, { path: folder })
  // A file with two names, such as a link from CLAUDE.md to AGENTS.md, is read once.
  const files = new Map<string, ContextFile>()
  for (const name of names) {
    const found = await textAt(folder, name)
    if (found !== undefined && !files.has(found.file)) files.set(found.file, { path: name, text: found.text })
  }
  return [...files.values()]
}

/** @throws StrataError not-found, path-refused, invalid-input */
export const readWorkspace = async (folder: string): Promise<readonly ContextFile[]> => {
  const found = await folderAt(folder)
  return readAll(found, [...workspaceFiles, ...(await rulesIn(found))])
}

/** @throws StrataError not-found, path-refused, invalid-input */
export const readPersona = async (folder: string): Promise<readonly ContextFile[]> => readAll(await folderAt(folder), personaFiles)
