/** Commands of Git in the command of a shell, as far as they change which edits of files are kept. */

/** A command, and the files that it is about. */
export interface GitCommand {
  /**
   * add, unstage: of the index; restore: from the index; discard: from a commit, index included; stash, unstash, clean, commit: as Git names
   * them.
   */
  readonly kind: 'add' | 'unstage' | 'restore' | 'discard' | 'stash' | 'unstash' | 'clean' | 'commit'
  readonly options: ReadonlySet<string>
  readonly includes: (path: string) => boolean
}

const hereDocument = /<<-?[ \t]*(['"]?)(\w+)\1[^\n]*\n(?:[^\n]*\n)*?[ \t]*\2(?=\n|\)|$)/g
const redirection = /(?:\d?>>?[ \t]*(?:&\d|[^\s;&|]+)|&>[ \t]*[^\s;&|]+)/g
const token = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(&&|\|\||[;&|\n])|((?:[^\s"'&|;\\]|\\.)+)/g

interface Part {
  readonly words: string[]
  /** Whether it ran is not known: the command before it did not fail. */
  readonly isUncertain: boolean
}

const partsOf = (command: string): readonly Part[] => {
  const parts: Part[] = [{ words: [], isUncertain: false }]
  for (const [, double, single, operator, plain] of command.replaceAll(hereDocument, '').replaceAll(redirection, '').matchAll(token))
    if (operator === undefined) parts.at(-1)?.words.push(double ?? single ?? plain ?? '')
    else parts.push({ words: [], isUncertain: operator === '||' })
  return parts
}

export const plainPath = (path: string): string => path.replaceAll('\\', '/')

/** A path with all its steps taken. */
const resolved = (folder: string, path: string): string => {
  const isWhole = /^(?:\/|[A-Za-z]:\/)/.test(path)
  const steps: string[] = []
  for (const step of (isWhole ? path : `${folder}/${path}`).split('/'))
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  return `${/^[A-Za-z]:$/.test(steps[0] ?? '') ? '' : '/'}${steps.join('/')}`
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** Whether a word of a command names a file, by itself, a folder of it or a pattern. */
const names = (word: string, folder: string, root: string): ((path: string) => boolean) => {
  if (word === ':/') return (path) => isBelow(path, root)
  const whole = resolved(folder, word)
  if (!/[*?]/.test(word)) return (path) => isBelow(path, whole)
  const escaped = whole.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
  const pattern = new RegExp(`^${escaped.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}(?:/|$)`)
  return (path) => pattern.test(path)
}

/** Options that have a value in the next word, also as the last of several letters. */
const withValue = /^(?:--message|--source|--file|-[A-Za-z]*[msFCc])$/

interface Arguments {
  readonly options: ReadonlySet<string>
  readonly before: readonly string[]
  /** Words after `--`; undefined: there is none. */
  readonly after: readonly string[] | undefined
}

const argumentsOf = (words: readonly string[]): Arguments => {
  const at = words.indexOf('--')
  const head = at === -1 ? words : words.slice(0, at)
  const options = new Set<string>()
  const before: string[] = []
  head.forEach((word, nth) => {
    if (withValue.test(head[nth - 1] ?? '')) return
    if (!word.startsWith('-')) before.push(word)
    else if (word.startsWith('--')) options.add(word.replace(/=.*$/, ''))
    else for (const letter of word.slice(1)) options.add(`-${letter}`)
  })
  return { options, before, after: at === -1 ? undefined : words.slice(at + 1) }
}

type Meaning = { readonly kind: GitCommand['kind']; readonly paths: readonly string[]; readonly isExact?: boolean } | undefined

const has = (options: ReadonlySet<string>, ...wanted: readonly string[]): boolean => wanted.some((one) => options.has(one))

const meanings: Readonly<Record<string, (given: Arguments) => Meaning>> = {
  add: ({ options, before, after = [] }) => {
    const paths = [...before, ...after]
    const isAll = has(options, '-A', '--all', '-u', '--update')
    return has(options, '-n', '--dry-run') || (paths.length === 0 && !isAll) ? undefined : { kind: 'add', paths }
  },
  checkout: ({ options, before, after }) => {
    if (has(options, '-b', '-B', '--orphan', '-p', '--patch', '--detach')) return undefined
    if (after !== undefined) return { kind: before.length > 0 ? 'discard' : 'restore', paths: after }
    if (has(options, '-f', '--force')) return { kind: 'discard', paths: [] }
    // A word may also be a branch: it is a file where one has that name.
    const [first, ...rest] = before
    if (first === undefined) return undefined
    if (rest.length > 0 && first === 'HEAD') return { kind: 'discard', paths: rest, isExact: true }
    return { kind: 'restore', paths: before, isExact: true }
  },
  switch: ({ options }) => (has(options, '-f', '--force', '--discard-changes') ? { kind: 'discard', paths: [] } : undefined),
  restore: ({ options, before, after = [] }) => {
    const paths = [...before, ...after]
    if (paths.length === 0 || has(options, '-p', '--patch')) return undefined
    const isStaged = has(options, '-S', '--staged')
    if (isStaged && !has(options, '-W', '--worktree')) return { kind: 'unstage', paths }
    return { kind: isStaged || has(options, '-s', '--source') ? 'discard' : 'restore', paths }
  },
  reset: ({ options, before, after = [] }) => {
    if (has(options, '--hard')) return { kind: 'discard', paths: [] }
    if (has(options, '--soft', '--keep', '--merge', '-p', '--patch')) return undefined
    return { kind: 'unstage', paths: [...before.filter((word) => word !== 'HEAD'), ...after] }
  },
  stash: ({ options, before: [action = 'push', ...words], after = [] }) => {
    if (has(options, '-p', '--patch')) return undefined
    if (action === 'push') return { kind: 'stash', paths: [...words, ...after] }
    if (action === 'save') return { kind: 'stash', paths: [] }
    return action === 'pop' || action === 'apply' || action === 'branch' ? { kind: 'unstash', paths: [] } : undefined
  },
  clean: ({ options, before, after = [] }) =>
    // Without -d it leaves folders that Git does not know, which no record shows.
    has(options, '-f', '--force') && has(options, '-d') && !has(options, '-n', '--dry-run')
      ? { kind: 'clean', paths: [...before, ...after] }
      : undefined,
  commit: () => ({ kind: 'commit', paths: [] }),
}

const leading = /^(?:[A-Za-z_]\w*=.*|time|command)$/

/** In no repository. */
const unknownFolder = ''

const folderAfter = (here: string, word = '~'): string => (/^[~-]|\$/.test(word) ? unknownFolder : resolved(here, plainPath(word)))

/** The words of a command of Git after its own options, and the folder in which it works. */
const withoutOwnOptions = (given: readonly string[], here: string): { readonly words: readonly string[]; readonly own: string } => {
  const words = [...given]
  let own = here
  while (words[0]?.startsWith('-') === true) {
    const option = words.shift() ?? ''
    const value = withValue.test(option) ? words.shift() : undefined
    if (option === '-C') own = folderAfter(own, value)
  }
  return { words, own }
}

const gitCommand = (given: readonly string[], here: string, root: string): readonly GitCommand[] => {
  const { words, own } = withoutOwnOptions(given, here)
  const [action = '', ...rest] = words
  const args = argumentsOf(rest)
  const meaning = Object.hasOwn(meanings, action) ? meanings[action]?.(args) : undefined
  if (meaning === undefined || !isBelow(own, root)) return []
  const { kind, paths, isExact = false } = meaning
  const tests = paths.map(plainPath).map((word) => {
    if (!isExact || /^\.{1,2}$|\/$|[*?]/.test(word)) return names(word, own, own)
    const whole = resolved(own, word)
    return (path: string): boolean => path === whole
  })
  return [
    {
      kind,
      options: args.options,
      // A folder below may be another repository or another checkout.
      includes: (path) => isBelow(path, tests.length === 0 ? own : root) && (tests.length === 0 || tests.some((test) => test(path))),
    },
  ]
}

/** @param folder in which the shell is @param root of the repository */
export const gitCommands = (command: string, folder: string, root: string): readonly GitCommand[] => {
  let here = plainPath(folder)
  return partsOf(command).flatMap(({ words, isUncertain }): readonly GitCommand[] => {
    if (isUncertain) return []
    const [program, ...rest] = words.slice(words.findIndex((word) => !leading.test(word)))
    if (program === 'cd') here = folderAfter(here, rest[0])
    return program === 'git' ? gitCommand(rest, here, root) : []
  })
}
