/** The text that a search for reasoning can be restricted to. */
import { z } from 'zod'

export const fewestLetters = 2
const most = 1000

export const searchedText = z
  .string()
  .max(most, `It can have at most ${most} characters`)
  .refine((text) => text.trim().length >= fewestLetters, `It needs at least ${fewestLetters} characters`)
