/** The journal entry of what a model takes texts of a session for. */
import { z } from 'zod'
import { thinkingTypes } from '../../model/reasoning.ts'

/** Types of texts by a model: guesses, apart from those by rules. */
export const guessEntry = z.object({
  kind: z.literal('guess'),
  session_id: z.string(),
  /** As the person named it who had it asked. */
  model: z.string(),
  model_version: z.string(),
  /** ISO 8601. */
  guessed_at: z.string(),
  guesses: z
    .array(
      z
        .object({
          source_id: z.string(),
          line: z.number().int(),
          block: z.number().int(),
          /** MD5 of the text. */
          text_hash: z.string(),
          type: z.enum(thinkingTypes),
          summary: z.string(),
        })
        .readonly(),
    )
    .readonly(),
})

const prefix = 'guess '

type Guess = Pick<z.infer<typeof guessEntry>, 'session_id' | 'model' | 'model_version'>

/** One for each session, model and version. */
export const guessSubject = ({ session_id: session, model, model_version: version }: Guess): string =>
  `${prefix}${JSON.stringify([session, model, version])}`

/** The names in a subject of guesses; undefined: the subject is another. */
export const guessOf = (subject: string): Guess | undefined => {
  if (!subject.startsWith(prefix)) return undefined
  const [session, model, version] = JSON.parse(subject.slice(prefix.length)) as [string, string, string]
  return { session_id: session, model, model_version: version }
}
