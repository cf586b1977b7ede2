/** The role of a file by its name and place: every layout that Claude Code has used, and the files that it keeps beside transcripts. */
import type { FileRole } from '../../app/model/transcript-file.ts'
import { basename, dirname, relative, sep } from 'node:path'

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const agentName = /^agent-(.+?)\.(?:jsonl|meta\.json)$/i
/** Names may have passed through a disk that knows capital letters only. */
const linesName = /\.jsonl$/i

/** Folder of the configuration, beside `projects`, with a folder of backups for each session. */
const backupsFolder = 'file-history'

export const isSessionId = (text: string): boolean => uuidShape.test(text)

/** The name of a transcript without its extension. */
export const stemOf = (path: string): string => basename(path).replace(linesName, '')

/** The agent in a file name; undefined for other names. */
export const agentIn = (name: string): string | undefined => agentName.exec(name)?.[1]

/** The session whose folder of sub-agents contains the file; undefined: no such folder does. */
export const sessionOfAgents = (path: string): string | undefined => {
  const parts = path.split(sep)
  const at = parts.lastIndexOf('subagents')
  return at > 0 ? parts[at - 1] : undefined
}

const isWorkflowJournal = (name: string, path: string): boolean => name === 'journal.jsonl' && path.includes(`${sep}workflows${sep}`)

/** The session whose folder contains a file, as its own folder or as a folder of backups. */
export const sessionOfSide = (path: string): string | undefined => dirname(path).split(sep).reverse().find(isSessionId)

/** Role of a file below an imported folder; undefined for what the client keeps for other ends. */
export const roleOf = (path: string, root: string): FileRole | undefined => {
  const name = basename(path)
  const isSide = (): boolean => !name.startsWith('.') && sessionOfSide(relative(root, path)) !== undefined
  if (agentName.test(name)) return linesName.test(name) ? 'agent' : 'meta'
  if (isWorkflowJournal(name, path)) return isSide() ? 'side' : undefined
  if (linesName.test(name)) return name === 'history.jsonl' ? undefined : 'session'
  return !name.endsWith('.tmp') && isSide() ? 'side' : undefined
}

const sessionPath = new RegExp(`^(.*[\\\\/]${uuidShape.source.slice(1, -1)})(?:[\\\\/.]|$)`, 'i')

/** The common prefix of the paths of a session's files; the path itself for a file without one. */
export const sessionPathOf = (path: string): string => sessionPath.exec(path)?.[1] ?? path

/** The folder that a session's own folder lies in. */
const folderOfSide = (path: string): string => {
  const upward = dirname(path).split(sep).reverse()
  return upward[upward.findIndex(isSessionId) + 1] ?? ''
}

/** Name of the folder that holds the session of a file. */
export const folderOf = (path: string, role: FileRole): string => {
  if (role === 'side') return folderOfSide(path)
  const parts = path.split(sep)
  const nested = role === 'session' ? -1 : parts.lastIndexOf('subagents')
  return nested > 1 ? (parts[nested - 2] ?? '') : basename(dirname(path))
}

/** The backups folder that belongs to an imported folder or file: that of the configuration whose `projects` it lies in. */
export const backupsNextTo = (path: string): { readonly projects: string; readonly backups: string } | undefined => {
  const parts = path.split(sep)
  const at = parts.lastIndexOf('projects')
  if (at < 1) return undefined
  const config = parts.slice(0, at).join(sep)
  return { projects: `${config}${sep}projects`, backups: `${config}${sep}${backupsFolder}` }
}
