/** Sessions, files and commits that the palette's text finds in the store. */
import { useEffect, useState } from 'react'
import type { LogPage } from '../../app/contract/commits.ts'
import type { FilesPage } from '../../app/contract/files.ts'
import type { SessionView } from '../../app/contract/sessions.ts'
import { countOf } from '../../app/model/format/count.ts'
import { formatAge } from '../../app/model/format/instant.ts'
import { filePlace } from '../screens/files/address.ts'
import { sessionAddress } from '../screens/session/address.ts'
import { go } from '../ui/address/location.ts'
import { ask } from '../ui/calls/bridge.ts'
import { projectName } from '../ui/format/format-path.ts'
import { showFailure } from '../ui/layout/notice.ts'
import { wordsOf, type PaletteEntry } from './palette-entries.ts'

interface Finds {
  readonly text: string
  readonly sessions: readonly SessionView[]
  readonly files: FilesPage['rows']
  readonly commits: LogPage['commits']
}

const nothing: Finds = { text: '', sessions: [], files: [], commits: [] }

const typingMs = 120
const maxSessions = 8
const maxOthers = 6
/** Maximum number of files with the longest word that are read; those with all words are shown. */
const maxRead = 200

/** Shorter texts find too much. */
const shortest = 2

const filesWith = async (text: string): Promise<FilesPage['rows']> => {
  const words = wordsOf(text)
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '')
  const { rows } = await ask('files.list', { text: longest, limit: maxRead })
  return rows.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word))).slice(0, maxOthers)
}

const find = async (text: string): Promise<Finds> => {
  const sessions = ask('sessions.list', { limit: maxSessions, counts: false, ...(text === '' ? {} : { text }) })
  if (text.length < shortest) return { ...nothing, text, sessions: (await sessions).rows }
  const [page, files, log] = await Promise.all([sessions, filesWith(text), ask('chain.log', { text, limit: maxOthers })])
  return { text, sessions: page.rows, files, commits: log.commits }
}

const useFound = (text: string): Finds => {
  const [finds, setFinds] = useState(nothing)
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      find(text).then((found) => {
        if (current) setFinds(found)
      }, showFailure)
    }, typingMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [text])
  return finds
}

const ageOf = (at: number | null): string => (at === null ? '' : ` · ${formatAge(at, Date.now())}`)

/** The results for the previous text are shown until the answer for this one arrives, as far as they match. */
export const useFinds = (text: string, close: (then: () => void) => void): readonly PaletteEntry[] => {
  const { text: asked, sessions, files, commits } = useFound(text)
  const found = asked === text ? ({ isFound: true } as const) : {}
  return [
    ...sessions.map(({ sessionId, title, project, lastAt }): PaletteEntry => ({
      ...found,
      id: `session ${sessionId}`,
      kind: 'Session',
      title,
      aside: `${projectName(project)}${ageOf(lastAt)}`,
      words: `${sessionId} ${project}`,
      run: () => close(() => go(sessionAddress(sessionId))),
    })),
    ...files.map(({ path, sessions: count }): PaletteEntry => ({
      id: `file ${path}`,
      kind: 'File',
      title: path,
      isPath: true,
      aside: countOf(count, 'session'),
      run: () => close(() => go(filePlace(path))),
    })),
    ...commits.map(({ commitId, summary, sessionId, endedAt }): PaletteEntry => ({
      ...found,
      id: `commit ${commitId}`,
      kind: 'Commit',
      title: summary === '' ? 'No summary' : summary,
      aside: `${commitId}${ageOf(endedAt)}`,
      run: () => close(() => go(sessionAddress(sessionId, 'chain', commitId))),
    })),
  ]
}
