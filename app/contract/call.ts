/** How a call is declared: what it does to the store, the schema of its input, the type of its answer; and what inputs have in common. */
import { z } from 'zod'

/**
 * What a call does, which decides whether it may be made again when its answer was lost.
 * - `reads`: it changes nothing.
 * - `repeatable`: it changes something, and a second time gives the same state; a job that starts again continues where it stopped.
 * - `once`: a second time would fail, or do more than was asked.
 */
export type CallEffect = 'reads' | 'repeatable' | 'once'

/** `Output` cannot be inferred: it is what the answer promises, and is named where a call is declared. */
export const call =
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the promise of the answer has no value to be inferred from
  <Output>(effect: CallEffect) =>
    <Input extends z.ZodType>(input: Input, effectOf: (input: z.output<Input>) => CallEffect = () => effect) =>
      ({ input, effectOf }) as {
        readonly input: Input
        /** Of the call with this input. */
        readonly effectOf: (input: z.output<Input>) => CallEffect
        readonly output?: Output
      }

/** An id, a name, or the beginning of one. */
export const id = z.string().min(1).max(400)
