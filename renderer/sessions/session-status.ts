/** How a session ended, as a dot with words: colour is never the only sign. */
import type { SessionView } from '../../app/contract/views.ts'

export interface SessionStatus {
  readonly tone: 'ok' | 'plain' | 'warn' | 'danger' | 'faint'
  readonly sign: string
  readonly word: string
  readonly meaning: string
}

const outcomes = new Map(
  Object.entries<SessionStatus>({
    success: { tone: 'ok', sign: '●', word: 'done', meaning: 'The client recorded that it finished.' },
    interrupted: { tone: 'warn', sign: '◐', word: 'interrupted', meaning: 'The last turn was interrupted by the person.' },
    error_max_turns: { tone: 'danger', sign: '▲', word: 'turn limit', meaning: 'It stopped at the limit of turns.' },
    error_max_budget_usd: { tone: 'danger', sign: '▲', word: 'budget limit', meaning: 'It stopped at the budget limit.' },
    error_during_execution: { tone: 'danger', sign: '▲', word: 'error', meaning: 'It stopped with an error.' },
  }),
)

const kinds = new Map(
  Object.entries<SessionStatus>({
    one_shot: { tone: 'faint', sign: '·', word: 'one-shot', meaning: 'One prompt and at most one reply.' },
    warm_up: { tone: 'faint', sign: '·', word: 'warm-up', meaning: 'Only agents that the client started by itself, to warm up.' },
    empty: { tone: 'faint', sign: '○', word: 'empty', meaning: 'No conversation was recorded.' },
  }),
)

const ended: SessionStatus = { tone: 'plain', sign: '○', word: 'ended', meaning: 'It ended; the transcript does not say how.' }

/** The outcome when one is recorded, else the kind when it is a special one. */
export const sessionStatus = (session: Pick<SessionView, 'kind' | 'outcome'>): SessionStatus =>
  outcomes.get(session.outcome) ?? kinds.get(session.kind) ?? ended
