/** How a call is declared: the schema of its input, the type of its answer; and what inputs have in common. */
import { z } from 'zod'

/** `Output` cannot be inferred: it is what the answer promises, and is named where a call is declared. */
export const call =
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the promise of the answer has no value to be inferred from
  <Output>() =>
    <Input extends z.ZodType>(input: Input) =>
      ({ input }) as { readonly input: Input; readonly output?: Output }

/** An id, a name, or the beginning of one. */
export const id = z.string().min(1).max(400)
