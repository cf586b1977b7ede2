/** Kinds of reasoning, and the text that can restrict them. */
import { z } from 'zod'

const fewest = 2
const most = 1000

export const searchedText = z
  .string()
  .max(most, `It can have at most ${most} characters`)
  .refine((text) => text.trim().length >= fewest, `It needs at least ${fewest} characters`)

/** Kinds of thoughts: the model chose something, dropped something, or weighed one against the other. */
export const reasonings = ['decision', 'rejection', 'tradeoff'] as const
export type Reasoning = (typeof reasonings)[number]
