/** Describes what is wrong with the input of a call, in words for the caller. */
import type { z } from 'zod'

const issueText = (issue: z.core.$ZodIssue): string => {
  const place = issue.path.join('.') || 'the input'
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) return `${place} is empty`
  if (issue.code === 'too_big' && issue.origin === 'string') return `${place} is longer than ${String(issue.maximum)} characters`
  return `${place}: ${issue.message}`
}

/** Where in the input, and what is wrong with it. */
export const inputIssues = (error: z.ZodError): readonly string[] => error.issues.map(issueText)
