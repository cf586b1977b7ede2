/** Where Claude Code keeps its files: the layouts that it has used, and what it keeps beside transcripts. */
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import type { AgentFiles, FoldersBeside } from '../../app/model/agent.ts'
import type { FileRole, ProbedRoot } from '../../app/model/transcript-file.ts'
import { closeFile, openFile, readLines, type RawLine } from '../read-lines.ts'
import { fields } from '../skim/selection.ts'
import {
  agentIn,
  backupsNextTo,
  folderOf,
  isSessionId,
  roleOf,
  sessionOfAgents,
  sessionOfSide,
  sessionPathOf,
  stemOf,
} from './file-layout.ts'
import { retentionOf } from './retention.ts'
import { readTranscriptEnds } from './transcript-ends.ts'

const peekBytes = 1 << 16

const maxIdLength = 200
const ownId = fields(() => ({ sessionId: 'whole' }))

/** The first session id in the text of an incomplete record. */
const sessionIdWithin = (text: string): string | undefined => /"sessionId"\s*:\s*"([^"\\]{1,200})"/.exec(text.slice(0, peekBytes))?.[1]

const sessionIdIn = ({ short, bytes }: RawLine): string | undefined => {
  const text = short?.text ?? bytes?.toString('utf8').replace(/^\uFEFF/, '') ?? ''
  try {
    const record = JSON.parse(text) as { readonly sessionId?: unknown } | null
    const sessionId = record?.sessionId
    return typeof sessionId === 'string' && sessionId !== '' && sessionId.length <= maxIdLength ? sessionId : undefined
  } catch {
    return sessionIdWithin(text)
  }
}

/** The sessionId of the first record that has one, among the records that begin in the first 64 KiB; undefined when none has one. */
const peekSessionId = (path: string): string | undefined => {
  const file = openFile(path)
  try {
    for (const line of readLines(file, () => undefined, { selection: ownId, chunkBytes: peekBytes })) {
      const sessionId = sessionIdIn(line)
      if (sessionId !== undefined || line.offset + line.length >= peekBytes) return sessionId
    }
    return undefined
  } finally {
    closeFile(file)
  }
}

/** Session of the transcript beside a note; undefined when the transcript is missing or unreadable, which other code reports. */
const sessionNextTo = (note: string): string | undefined => {
  try {
    return peekSessionId(note.replace(/\.meta\.json$/i, '.jsonl'))
  } catch {
    return undefined
  }
}

const sessionIdOf = (path: string, role: FileRole): string | undefined => {
  if (role === 'side') return sessionOfSide(path)
  if (role !== 'session') return sessionOfAgents(path) ?? (role === 'meta' ? sessionNextTo(path) : peekSessionId(path))
  const stem = stemOf(path)
  if (isSessionId(stem)) return stem
  const sessionId = peekSessionId(path)
  return sessionId !== undefined && isSessionId(sessionId) ? sessionId : stem
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** For a configuration folder, its projects folder. */
const rootIn = (folder: string): string | undefined => {
  const projects = join(folder, 'projects')
  return isFolder(projects) ? projects : undefined
}

/** The client's backups of files that the sessions found changed; all there are when the whole `projects` folder is imported. */
const besideOf = (root: string, sessions: () => readonly string[]): FoldersBeside | undefined => {
  const found = backupsNextTo(root)
  if (found === undefined || !isFolder(found.backups)) return undefined
  const { projects, backups } = found
  if (root === projects) return { root: projects, folders: [backups] }
  return {
    root: projects,
    folders: sessions()
      .map((session) => join(backups, session))
      .filter(isFolder),
  }
}

/** Places where Claude Code keeps transcripts on this machine, whether they exist or not. */
const probeRoots = (env: Readonly<Record<string, string | undefined>>): readonly ProbedRoot[] => {
  const candidates: (readonly [string, string])[] = []
  for (const part of (env['CLAUDE_CONFIG_DIR'] ?? '').split(','))
    if (part.trim() !== '') candidates.push([join(part.trim(), 'projects'), 'CLAUDE_CONFIG_DIR'])
  const home = env['HOME'] ?? env['USERPROFILE'] ?? homedir()
  candidates.push([join(home, '.claude', 'projects'), 'default location'])
  candidates.push([join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'claude', 'projects'), 'XDG_CONFIG_HOME'])
  const seen = new Set<string>()
  return candidates.flatMap(([path, origin]) => {
    if (seen.has(path)) return []
    seen.add(path)
    return [{ path, origin, exists: isFolder(path) }]
  })
}

export const files: AgentFiles = {
  probeRoots,
  rootIn,
  retentionOf,
  roleOf,
  ownerOf: (path, role) => ({
    sessionId: sessionIdOf(path, role),
    agentId: role === 'session' ? undefined : agentIn(basename(path)),
    folder: folderOf(path, role),
  }),
  folderOf,
  sessionPathOf,
  besideOf,
  endsOf: readTranscriptEnds,
}
