/** Checkouts that git commands made: worktrees of a repository, and clones of one address. */
import { filePath, pathText } from '../../model/objects/file-path.ts'

/** Two folders with the same repository, or a folder and the address that it was cloned from. */
export interface NamedCheckout {
  readonly folder: string
  /** The folder of the repository; of a clone, what it is a clone of. */
  readonly of: string
  readonly how: 'worktree' | 'clone'
}

/** Words of a command line, without quotes; expressions that a shell would compute stay unchanged. */
const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ''))

const isComputed = (word: string): boolean => /[$`*?~]/.test(word)

/** Options of both commands that take the next word. */
const withValue: ReadonlySet<string> = new Set(
  '-b -B --reason --orphan -o --origin --branch -u --upload-pack --depth --reference --template -c --config -j --jobs --filter --separate-git-dir --shallow-since --shallow-exclude'.split(
    ' ',
  ),
)

/** The words that are not options. */
const operands = (words: readonly string[]): readonly string[] => {
  const found: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (withValue.has(word)) at += 1
    else if (!word.startsWith('-')) found.push(word)
  }
  return found
}

/** Undefined: only a shell knows. */
const joined = (cwd: string, path: string): string | undefined => {
  if (isComputed(path)) return undefined
  const own = filePath(path)
  const found = own ?? filePath(`${cwd}/${path}`)
  return found && pathText(found)
}

/** Normalizes the address of a repository: the same for every protocol and user. */
const addressOf = (address: string): string =>
  address
    .replace(/^[a-z+]+:\/\/(?:[^@/]*@)?/i, '')
    .replace(/^[\w.-]+@([\w.-]+):/, '$1/')
    .replace(/(?:\.git)?\/*$/, '')
    .toLowerCase()

const isAddress = (text: string): boolean => /^[a-z+]+:\/\/|^[\w.-]+@[\w.-]+:/i.test(text)

const worktreeOf = (cwd: string, words: readonly string[]): readonly NamedCheckout[] => {
  const [path] = operands(words)
  const folder = path === undefined ? undefined : joined(cwd, path)
  return folder === undefined ? [] : [{ folder, of: cwd, how: 'worktree' }]
}

const cloneOf = (cwd: string, words: readonly string[]): readonly NamedCheckout[] => {
  const [from, to] = operands(words)
  if (from === undefined || isComputed(from)) return []
  const name = /([^/:]+?)(?:\.git)?\/*$/.exec(from)?.[1]
  const folder = joined(cwd, to ?? name ?? '$')
  const of = isAddress(from) ? addressOf(from) : joined(cwd, from)
  return folder === undefined || of === undefined ? [] : [{ folder, of, how: 'clone' }]
}

/** @param cwd where the command ran; a `cd` in it leads on */
export const checkoutsNamedIn = (command: string, cwd: string): readonly NamedCheckout[] => {
  let here: string | undefined = cwd
  const found: NamedCheckout[] = []
  for (const part of command.split(/&&|\|\||[;\n|]/)) {
    const [program, ...words] = wordsOf(part)
    if (program === 'cd') here = here === undefined || words[0] === undefined ? undefined : joined(here, words[0])
    if (program !== 'git' || here === undefined) continue
    const isElsewhere = words[0] === '-C'
    const place = isElsewhere ? joined(here, words[1] ?? '$') : here
    const [verb, ...rest] = isElsewhere ? words.slice(2) : words
    if (place === undefined) continue
    if (verb === 'worktree' && rest[0] === 'add') found.push(...worktreeOf(place, rest.slice(1)))
    if (verb === 'clone') found.push(...cloneOf(place, rest))
  }
  return found
}
