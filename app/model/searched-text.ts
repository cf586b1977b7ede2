/** The text that a search for reasoning can be restricted to. */
import { z } from 'zod'

export const minLetters = 2
const most = 1000

export const searchedText = z
  .string()
  .max(most, `It can have at most ${most} characters`)
  .refine((text) => text.trim().length >= minLetters, `It needs at least ${minLetters} characters`)
