/** Reads a model's answer to a request for a summary: the summary, or why the answer is not valid. */

/** Unicode characters; longer ones are no lines of a log. */
const longest = 200

export type ReadSummary = { readonly summary: string } | { readonly reason: string }

const quotes = /^(["'`“‘«*]+)([\s\S]*?)(["'`”’»*]+)$/
const heading = /^(?:summary|commit message|title)\s*[:—-]\s*/i
// What would steer a terminal or turn the direction of text.
const steering = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/g

const bare = (line: string): string => {
  const body = line.replace(heading, '').trim()
  return (quotes.exec(body)?.[2] ?? body).trim()
}

/** @param stopReason why the model ended, as the answer says it. */
export const readSummary = (text: string, stopReason: string | null): ReadSummary => {
  if (stopReason === 'refusal') return { reason: 'the model declined to answer' }
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replaceAll(steering, ' ').trim())
    .filter((line) => line !== '')
  const [line, ...more] = lines
  const summary = line === undefined ? '' : bare(line)
  if (summary === '') return { reason: 'the answer is empty' }
  if (more.length > 0) return { reason: `the answer has ${lines.length} lines, not one` }
  const length = Array.from(summary).length
  if (length > longest) return { reason: `the answer has ${length} characters; a summary has at most ${longest}` }
  if (stopReason === 'max_tokens') return { reason: 'the answer was cut off' }
  return { summary }
}
