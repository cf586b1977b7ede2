/** What makes two shell commands the same attempt: without where they ran, and without what only shortens their output. */

const leading =
  /^(?:cd\s+(?:"[^"]*"|'[^']*'|[^\s;&|]+)\s*(?:&&|;)\s*|(?:export\s+)?[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s;&|]*)\s+(?:&&\s*)?|time\s+)/
const trailing =
  /\s*(?:[12]?>\s*&[12]|\d?>>?\s*\/dev\/null|&>\s*\/dev\/null|\|\s*(?:tail|head|cat|less|tee)\b[^|;&]*|;\s*echo\s+[^;&|]*|;)\s*$/

/** Commands that only look: that they find nothing is no failure. */
const looking =
  /^(?:grep|rg|ag|ls|cat|find|fd|head|tail|sed -n|awk|wc|diff|cmp|test|\[|which|type|command -v|stat|file|echo|printf|pwd|sleep|git (?:diff|status|log|show|grep|ls-files|check-ignore|rev-parse|branch))\b/

const replaceUntilSame = (text: string, pattern: RegExp): string => {
  let now = text
  for (;;) {
    const next = now.replace(pattern, '')
    if (next === now || next === '') return now
    now = next
  }
}

/** Characters of a command that are looked at: the rest of a longer one is a text that it writes. */
const maxRead = 8_000

/** Longest key: of longer commands only their beginning is recorded. */
export const maxKey = 160

/** @param root the folder of the project: paths in it are written from there */
export const commandKey = (command: string, root = ''): string => {
  const here = root === '' ? command : command.replaceAll(`${root}/`, '')
  // One blank at a time: the patterns try each way to part several.
  const line = here.replaceAll(/\s+/g, ' ').trim().slice(0, maxRead)
  return replaceUntilSame(replaceUntilSame(line, leading), trailing).trim().slice(0, maxKey)
}

export const isLooking = (key: string): boolean => looking.test(key)

/** The text of a field at the beginning of an input that may be cut. */
export const fieldIn = (inputSummary: string, name: string): string | undefined => {
  const at = inputSummary.indexOf(`"${name}":"`)
  if (at === -1) return undefined
  const from = at + name.length + 4
  const [body = ''] = /^(?:[^"\\]|\\.)*/s.exec(inputSummary.slice(from)) ?? []
  try {
    return JSON.parse(`"${body.replace(/\\(?:u[\da-fA-F]{0,3})?$/, '')}"`) as string
  } catch {
    return undefined
  }
}
