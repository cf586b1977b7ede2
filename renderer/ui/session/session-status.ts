/** The status of a session in words, and why values of it are not available. */
import type { SessionView } from '../../../app/contract/sessions.ts'
import { endingMeaning, endingWord, isGuessedEnding, type Ended, type SessionEnding } from '../../../app/model/session-ending.ts'
import { endedAfterMs, isPromptsOnly, promptsOnlyWords, staleAfterMs, statusAt, type Standing } from '../../../app/model/session-status.ts'

/** How a session stands, or how it ended, as a dot with words: colour is never the only sign. */
interface SessionSign {
  readonly tone: 'ok' | 'plain' | 'live' | 'warn' | 'danger' | 'faint'
  readonly sign: string
  readonly word: string
  readonly meaning: string
}

const outcomes = new Map(
  Object.entries<SessionSign>({
    success: { tone: 'ok', sign: '●', word: 'done', meaning: 'The client recorded that it finished.' },
    interrupted: { tone: 'warn', sign: '◐', word: 'interrupted', meaning: 'The user interrupted the last turn.' },
    error_max_turns: { tone: 'danger', sign: '▲', word: 'turn limit', meaning: 'The session stopped at the turn limit.' },
    error_max_budget_usd: { tone: 'danger', sign: '▲', word: 'budget limit', meaning: 'The session stopped at the budget limit.' },
    error_during_execution: { tone: 'danger', sign: '▲', word: 'error', meaning: 'The session stopped with an error.' },
  }),
)

const kinds = new Map(
  Object.entries<SessionSign>({
    one_shot: { tone: 'faint', sign: '·', word: 'one-shot', meaning: 'One prompt and at most one reply.' },
    warm_up: { tone: 'faint', sign: '·', word: 'warm-up', meaning: 'Contains only warm-up agents that the client started.' },
    prompts_only: {
      tone: 'faint',
      sign: '¶',
      word: promptsOnlyWords,
      meaning: 'The client deleted the transcript before it was imported. Only the prompts are known, from its history.',
    },
    empty: { tone: 'faint', sign: '○', word: 'empty', meaning: 'No conversation was recorded.' },
  }),
)

const over: SessionSign = { tone: 'plain', sign: '○', word: 'ended', meaning: 'The session ended; the transcript does not record how.' }

const endings: Readonly<Record<Exclude<SessionEnding, 'unknown'>, Pick<SessionSign, 'tone' | 'sign'>>> = {
  finished: { tone: 'plain', sign: '○' },
  'handed over': { tone: 'plain', sign: '◔' },
  interrupted: { tone: 'warn', sign: '◐' },
  failed: { tone: 'danger', sign: '▲' },
  abandoned: { tone: 'faint', sign: '◌' },
}

/** The ending that follows from the transcript; undefined: nothing shows it. */
const signOfEnding = (ended: Ended | null): SessionSign | undefined =>
  ended === null || ended.ending === 'unknown'
    ? undefined
    : { ...endings[ended.ending], word: endingWord(ended), meaning: endingMeaning(ended) }

const running: SessionSign = { tone: 'live', sign: '●', word: 'running', meaning: 'The model or a tool is running.' }

const failed: SessionSign = { tone: 'danger', sign: '▲', word: 'failed', meaning: 'The last request to the model failed.' }

const waiting = { tone: 'warn', sign: '◔', word: 'waiting' } as const

const minutes = String(staleAfterMs / 60_000)

const hours = String(endedAfterMs / 3_600_000)

const stale: SessionSign = {
  tone: 'faint',
  sign: '◌',
  word: 'stale',
  meaning: `The records show a running session, but none arrived for ${minutes} minutes. A tool may be slow or wait for permission, or the client was closed.`,
}

const waits: Readonly<Partial<Record<Standing, string>>> = {
  replied: 'The agent finished its reply and waits for you',
  asking: 'The agent asked a question and waits for you',
  interrupted: 'You stopped the agent; it waits for you',
  failed: 'The last request to the model failed; it waits for you',
}

const waitingFor = (standing: Standing): SessionSign => ({
  ...waiting,
  meaning: `${waits[standing] ?? 'The agent waits for you'}. After ${hours} hours the session counts as ended.`,
})

export type StatusFacts = Pick<SessionView, 'kind' | 'outcome' | 'standing' | 'lastAt' | 'ended'>

/** What was recorded comes first, then a special kind, then a guess. */
const endedHow = ({ outcome, kind, standing, ended }: StatusFacts): SessionSign => {
  const sign = signOfEnding(ended)
  const recorded = outcomes.get(outcome) ?? (standing === 'failed' ? failed : undefined)
  const certain = ended !== null && !isGuessedEnding(ended) && ended.rule !== 'recorded' ? sign : undefined
  return certain ?? recorded ?? kinds.get(kind) ?? sign ?? over
}

/** For a running session: whose turn it is. Otherwise how it ended, as recorded, else a special kind, else as the transcript shows. */
export const sessionStatus = (session: StatusFacts, now: number): SessionSign => {
  switch (statusAt(session.standing, session.lastAt, now)) {
    case 'running':
      return running
    case 'waiting':
      return waitingFor(session.standing)
    case 'stale':
      return stale
    case 'ended':
      return endedHow(session)
  }
}

/** Why a figure of a session may not be known. */
export const noTimes = 'No record of the session itself has a readable time'

const noUsage = 'No reply of this session recorded its token usage'

export const onlyPrompts = 'Only the prompts are known: the client deleted the transcript'

type OfKind = Pick<SessionView, 'kind'>

export const whyNoLength = (session: OfKind): string => (isPromptsOnly(session) ? onlyPrompts : noTimes)

export const whyNoUsage = (session: OfKind): string => (isPromptsOnly(session) ? onlyPrompts : noUsage)
