/** Sessions that the palette's text finds. */
import { Command } from 'cmdk'
import { useEffect, useState, type ReactNode } from 'react'
import type { SessionView } from '../../app/contract/sessions.ts'
import { ask } from '../ui/calls/bridge.ts'
import { formatAge } from '../../app/model/format/instant.ts'
import { projectName } from '../ui/format/format-path.ts'
import { showFailure } from '../ui/layout/notice.ts'

export interface PaletteFindsProps {
  readonly text: string
  /** Receives the value of the first result, so that Enter selects it. */
  readonly onFirst: (value: string) => void
  readonly onSession: (sessionId: string) => void
}

export const PaletteFinds = ({ text, onFirst, onSession }: PaletteFindsProps): ReactNode => {
  const finds = useFinds(text.trim())
  const first = finds.sessions[0]
  const firstValue = first === undefined ? undefined : valueOf(finds, first)
  useEffect(() => {
    if (firstValue !== undefined) onFirst(firstValue)
  }, [firstValue, onFirst])
  if (finds.sessions.length === 0) return null
  return (
    <Command.Group heading="Matching sessions">
      {finds.sessions.map((session) => (
        <Command.Item key={session.sessionId} value={valueOf(finds, session)} onSelect={() => onSession(session.sessionId)}>
          <span className="palette-title">{session.title}</span>
          <span className="palette-aside">
            {projectName(session.project)}
            {session.lastAt === null ? '' : ` · ${formatAge(session.lastAt, Date.now())}`}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

interface Finds {
  readonly text: string
  readonly sessions: readonly SessionView[]
}

/** A session that was found for a text matches that text, with any title, but not the next text. */
const valueOf = (finds: Finds, session: SessionView): string =>
  `${finds.text} ${session.title.replaceAll(/\s+/g, ' ')} ${session.sessionId}`

const typingMs = 120
const mostFinds = 8

const useFinds = (text: string): Finds => {
  const [finds, setFinds] = useState<Finds>({ text: '', sessions: [] })
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      ask('sessions.list', { limit: mostFinds, counts: false, ...(text === '' ? {} : { text }) }).then((page) => {
        if (current) setFinds({ text, sessions: page.rows })
      }, showFailure)
    }, typingMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [text])
  return finds
}
