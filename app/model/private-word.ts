/** A person's own secrets, such as names of customers and hosts: texts that may not leave the machine, whatever they look like. */
import { z } from 'zod'

const fewestLetters = 3

/** One `*` stands for letters, digits and signs up to the next blank or quotation mark. Capitals do not matter. */
export const privateWord = z
  .string()
  .trim()
  .max(200)
  .refine((text) => text.replaceAll('*', '').replaceAll(/\s/g, '').length >= fewestLetters, 'It needs three letters or more beside its *')
  .refine((text) => text.split('*').length <= 2, 'It may have one * at most')
  .refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), 'It has to stand on one line')

export const mostPrivateWords = 500
