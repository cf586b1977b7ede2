/** How a call is declared: its effect on the store, its needs, the schema of its input and the type of its answer; also common inputs. */
import { z } from 'zod'

/**
 * What a call does, which decides whether it may be made again when its answer was lost.
 * - `reads`: it changes nothing.
 * - `repeatable`: it changes something, and a second time gives the same state; a job that starts again continues where it stopped.
 * - `once`: a second time would fail, or do more than was asked.
 */
export type CallEffect = 'reads' | 'repeatable' | 'once'

/**
 * Which rows a call needs.
 * - `built`: it waits while the tables are built, as after a change of rules. Most calls: with missing rows their numbers would be too small.
 * - `all`: it also waits while a job adds or removes many sessions, since its answer depends on all of them.
 * - `none`: its answer is not in the tables, or says what is missing.
 */
export type NeededRows = 'built' | 'all' | 'none'

/** What a call needs. Most calls read the tables, so a concurrent import leaves memory for them. */
export interface CallNeeds {
  readonly readsTables: boolean
  readonly rows: NeededRows
}

/** For calls that only start or follow work. */
export const noTables: CallNeeds = { readsTables: false, rows: 'none' }
export const noRows: CallNeeds = { readsTables: true, rows: 'none' }
export const allRows: CallNeeds = { readsTables: true, rows: 'all' }

export interface Call<Input extends z.ZodType, Output> {
  /** Created at the first access: a process makes only a few of all calls, and creating all schemas takes milliseconds. */
  readonly input: Input
  /** The effect of a call with this input. */
  readonly effectOf: (input: z.output<Input>) => CallEffect
  readonly needs: CallNeeds
  readonly output?: Output
}

/** `Output` cannot be inferred: it is the type of the answer, and is named where a call is declared. */
export const call =
  <Output>(effect: CallEffect, needs: CallNeeds = { readsTables: true, rows: 'built' }) =>
  <Input extends z.ZodType>(inputOf: () => Input, effectOf: (input: z.output<Input>) => CallEffect = () => effect): Call<Input, Output> => {
    let made: Input | undefined
    return {
      get input() {
        return (made ??= inputOf())
      },
      effectOf,
      needs,
    }
  }

/** An id, a name, or the beginning of one. */
export const id = z.string().min(1).max(400)

/** The input of a call that takes none. */
export const nothing = z.object({})

/** A path on this machine. */
export const path = z.string().min(1).max(4096)
export const paths = z.array(path).max(1000)

/** Which rows of a list are asked for; to spread into the input of a call. */
export const page = { offset: z.number().int().min(0).default(0), limit: z.number().int().min(1).max(100_000).default(1000) }
