/** Sessions and commits that the palette's text finds. */
import { Command } from 'cmdk'
import { useEffect, useState, type ReactNode } from 'react'
import type { CommitView, SessionView } from '../../app/contract/views.ts'
import { ask } from '../ui/bridge.ts'
import { formatAge } from '../ui/format-time.ts'
import { projectName } from '../ui/format-path.ts'
import { tellFailure } from '../ui/notice.ts'

export interface PaletteFindsProps {
  readonly text: string
  readonly onSession: (sessionId: string) => void
  readonly onCommit: (sessionId: string, commitId: string) => void
}

export const PaletteFinds = ({ text, onSession, onCommit }: PaletteFindsProps): ReactNode => {
  const { sessions, commit } = useFinds(text.trim())
  return (
    <>
      {commit === undefined ? null : (
        <Command.Group heading="Commit">
          <Command.Item value={`${text} ${commit.commitId}`} onSelect={() => onCommit(commit.sessionId, commit.commitId)}>
            <span className="mono">{commit.commitId}</span>
            <span className="palette-title">{commit.summary}</span>
          </Command.Item>
        </Command.Group>
      )}
      {sessions.length === 0 ? null : (
        <Command.Group heading="Sessions">
          {sessions.map((session) => (
            <Command.Item
              key={session.sessionId}
              value={`${text} ${session.title} ${session.sessionId}`}
              onSelect={() => onSession(session.sessionId)}
            >
              <span className="palette-title">{session.title}</span>
              <span className="palette-aside">
                {projectName(session.project)}
                {session.lastAt === null ? '' : ` · ${formatAge(session.lastAt, Date.now())}`}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  )
}

interface Finds {
  readonly sessions: readonly SessionView[]
  readonly commit: CommitView | undefined
}

const nothing: Finds = { sessions: [], commit: undefined }
const typingMs = 120

const useFinds = (text: string): Finds => {
  const [finds, setFinds] = useState(nothing)
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      search(text).then((found) => {
        if (current) setFinds(found)
      }, tellFailure)
    }, typingMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [text])
  return finds
}

const search = async (text: string): Promise<Finds> => {
  if (/^ctx-[0-9a-f]+$/.test(text)) return { sessions: [], commit: await findCommit(text) }
  const page = await ask('sessions.list', { limit: 8, ...(text === '' ? {} : { text }) })
  return { sessions: page.rows, commit: undefined }
}

/** An id that is still being typed may be ambiguous or unknown: then there is nothing to offer yet. */
const findCommit = async (id: string): Promise<CommitView | undefined> => {
  const page = await ask('chain.log', { of: id, limit: 1 }).catch(() => undefined)
  return page?.commits[0]
}
