/** A person's own secrets, such as names of customers and hosts: texts that must not leave the machine, even if they look harmless. */
import { z } from 'zod'

const minLetters = 3

/** One `*` represents letters, digits and signs up to the next blank or quotation mark. Case is ignored. */
export const privateWord = z
  .string()
  .trim()
  .max(200)
  .refine((text) => text.replaceAll('*', '').replaceAll(/\s/g, '').length >= minLetters, 'It needs at least three letters besides the *')
  .refine((text) => text.split('*').length <= 2, 'It can contain only one *')
  .refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), 'It must be one line')

export const maxPrivateWords = 500
