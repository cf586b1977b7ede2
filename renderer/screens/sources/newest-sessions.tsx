/** The way from an import to a first conversation: the newest sessions, each one press away. */
import type { ReactNode } from 'react'
import { formatAge } from '../../../app/model/format/instant.ts'
import { sessionAddress } from '../session/address.ts'
import { go } from '../../ui/address/location.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { projectName } from '../../ui/format/format-path.ts'

const maxShown = 3

export const NewestSessions = (): ReactNode => {
  const call = useQuery('sessions.list', { limit: maxShown, counts: false })
  if (call.kind !== 'done' || call.value.rows.length === 0) return null
  return (
    <section className="newest-sessions" aria-label="Newest sessions">
      <h2>Newest sessions</h2>
      <ul>
        {call.value.rows.map(({ sessionId, title, project, lastAt }) => (
          <li key={sessionId}>
            <button type="button" className="link" onClick={() => go(sessionAddress(sessionId, 'chain'))}>
              {title}
            </button>
            <span className="faint">
              {projectName(project)}
              {lastAt === null ? '' : ` · ${formatAge(lastAt, Date.now())}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
