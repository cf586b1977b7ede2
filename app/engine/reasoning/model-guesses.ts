/** Texts that a model is asked about, and what it takes them for: guesses that are stored apart from those by rules. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { TextToGuess, UnguessedSession } from '../../contract/reasoning.ts'
import { count, text } from '../../model/columns.ts'
import { Redactor } from '../../secrets/redactor.ts'
import { guessSubject } from '../../store/files/guess-entry.ts'
import { resolveOptionalSession, resolveSession } from '../commits/resolve-name.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { privateWords } from '../kernel/settings.ts'
import { withWriteLock } from '../kernel/write-lock.ts'
import textsToGuessSql from './texts-to-guess.sql?raw'
import unguessedSessionsSql from './unguessed-sessions.sql?raw'

/** Shorter texts say nothing about a choice. */
const leastChars = 20
/** The beginning of a longer text is sent. */
const maxChars = 3_000
/** Texts and characters of one request. */
const maxTexts = 60
const maxTogether = 60_000

const sessionColumns = { sessionId: text('session_id'), title: text('title'), texts: count('texts'), chars: count('chars') } as const
const textColumns = {
  sourceId: text('source_id'),
  line: count('line'),
  block: count('block'),
  textHash: text('text_hash'),
  body: text('body'),
} as const

/** @throws StrataError not-found, ambiguous-id */
export const unguessedSessions = async (
  tables: Tables,
  { model, modelVersion, sessionId }: CallParsed<'reasoning.unguessed'>,
): Promise<readonly UnguessedSession[]> =>
  tables.query(unguessedSessionsSql, sessionColumns, {
    session: await resolveOptionalSession(tables, sessionId),
    model,
    version: modelVersion,
    least_chars: String(leastChars),
    most_chars: String(maxChars),
  })

/** As many as fit into a request, at least one. */
const together = (texts: readonly TextToGuess[]): readonly TextToGuess[] => {
  let chars = 0
  const more = texts.findIndex(({ text: own }, at) => {
    chars += own.length
    return at > 0 && chars > maxTogether
  })
  return more === -1 ? texts : texts.slice(0, more)
}

/** @throws StrataError not-found, ambiguous-id, invalid-input when the private words are unknown */
export const textsToGuess = async (
  { store }: EngineContext,
  { model, modelVersion, sessionId }: CallParsed<'reasoning.textsToGuess'>,
): Promise<readonly TextToGuess[]> => {
  const redactor = new Redactor(privateWords(store.dir))
  const rows = await store.database.query(textsToGuessSql, textColumns, {
    session: await resolveSession(store.database, sessionId),
    model,
    version: modelVersion,
    least_chars: String(leastChars),
    most: String(maxTexts),
  })
  // Redacted before it is cut: a part of a secret is not known for one.
  return together(rows.map(({ body, ...place }) => ({ ...place, text: redactor.text(body).slice(0, maxChars) })))
}

/** @throws StrataError not-found, ambiguous-id, disk-full */
export const storeGuesses = async (context: EngineContext, input: CallParsed<'reasoning.storeGuesses'>): Promise<{ stored: number }> => {
  const { store } = context
  const { model, modelVersion, guesses } = input
  const sessionId = await resolveSession(store.database, input.sessionId)
  const hashes = new Set(guesses.map(({ textHash }) => textHash))
  await withWriteLock(store, async () => {
    const names = { session_id: sessionId, model, model_version: modelVersion }
    const before = store.entry(guessSubject(names))
    const others = before?.kind === 'guess' ? before.guesses.filter((one) => !hashes.has(one.text_hash)) : []
    const fresh = guesses.map(({ sourceId, textHash, ...guess }) => ({ source_id: sourceId, text_hash: textHash, ...guess }))
    const journal = { kind: 'guess', ...names, guessed_at: new Date().toISOString(), guesses: [...others, ...fresh] } as const
    await store.writeUnits([{ entries: [], journal, replaces: undefined, rows: {} }])
  })
  context.changed([sessionId])
  return { stored: guesses.length }
}
