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
  `${prefix}${session} ${JSON.stringify([model, version])}`

/** The names in a subject of guesses; undefined: the subject is another. */
export const guessOf = (subject: string): Guess | undefined => {
  if (!subject.startsWith(prefix)) return undefined
  const at = subject.indexOf(' ', prefix.length)
  const [model, version] = JSON.parse(subject.slice(at + 1)) as [string, string]
  return { session_id: subject.slice(prefix.length, at), model, model_version: version }
}
