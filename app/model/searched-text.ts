/** The text that a search for reasoning can be restricted to. */
import { z } from 'zod'

const fewest = 2
const most = 1000

export const searchedText = z
  .string()
  .max(most, `It can have at most ${most} characters`)
  .refine((text) => text.trim().length >= fewest, `It needs at least ${fewest} characters`)
