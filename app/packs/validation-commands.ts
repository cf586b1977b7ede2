/** Which commands validate work: they run tests, check style or types, or build. */
import { namedCommands } from '../shell/named-commands.ts'
import { validationPrograms } from './validation-programs.ts'

export type ValidationKind = 'test' | 'lint' | 'types' | 'build'

export interface Validation {
  /** Each once, in the order in which they run. */
  readonly kinds: readonly ValidationKind[]
  /** Whether the status of the call says how all of them ended: `npm test | tail` has that of `tail`. */
  readonly decidesStatus: boolean
  /** Whether nothing else can make the call fail: `git fetch && npm test` may fail without a test. */
  readonly failsAlone: boolean
  /** How much of what it prints the call shows: `head` shows the beginning, a filter or a file takes a part. */
  readonly shows: 'all' | 'beginning' | 'part'
  /** Lines of the beginning that are shown; null: all, or a number that is not known. */
  readonly shownLines: number | null
}

const beginnings: ReadonlyMap<string, readonly (readonly [readonly string[], ValidationKind])[]> = (() => {
  const byProgram = new Map<string, (readonly [readonly string[], ValidationKind])[]>()
  for (const [kind, lines] of Object.entries(validationPrograms) as [ValidationKind, readonly string[]][]) {
    for (const text of lines.join(', ').split(', ')) {
      const words = text.split(' ')
      const own = byProgram.get(words[0] ?? '') ?? []
      own.push([words, kind])
      byProgram.set(words[0] ?? '', own)
    }
  }
  for (const own of byProgram.values()) own.sort(([a], [b]) => b.length - a.length)
  return byProgram
})()

/** Scripts of a project say by their names what they do. */
const scriptNames: readonly (readonly [RegExp, ValidationKind])[] = [
  [/(?:^|[:_.-])(?:type-?check|types?|tsc|mypy)(?:[:_.-]|$)/i, 'types'],
  [
    /(?:^|[:_.-])(?:lint|eslint|stylelint|vet|(?:fmt|format|prettier|style)[:_.-]?check|check[:_.-]?(?:fmt|format|style))(?:[:_.-]|$)/i,
    'lint',
  ],
  [/(?:^|[:_.-])(?:tests?|specs?|e2e|unit|integration|check|verify|ci|validate)(?:[:_.-]|$)/i, 'test'],
  [/(?:^|[:_.-])(?:build|compile|bundle|dist)(?:[:_.-]|$)/i, 'build'],
]

const kindOfScript = (name: string | undefined): ValidationKind | undefined =>
  name === undefined ? undefined : scriptNames.find(([pattern]) => pattern.test(name))?.[1]

/** Programs that run another one, with the words before it that they take. */
const wrappers: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    npx: [],
    bunx: [],
    pnpx: [],
    time: [],
    sudo: [],
    nice: ['-n'],
    ionice: ['-c', '-n'],
    nohup: [],
    env: [],
    command: [],
    exec: [],
    timeout: ['-k', '-s'],
    gtimeout: ['-k', '-s'],
    'xvfb-run': ['-s', '-n'],
    dotenv: ['-e'],
    'cross-env': [],
  }),
)

/** `poetry run`, `uv run`: the second word runs the rest. */
const runners: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    poetry: new Set(['run']),
    uv: new Set(['run']),
    pipenv: new Set(['run']),
    hatch: new Set(['run']),
    rye: new Set(['run']),
    pdm: new Set(['run']),
    bundle: new Set(['exec']),
    pnpm: new Set(['exec', 'dlx']),
    yarn: new Set(['exec', 'dlx']),
    npm: new Set(['exec', 'x']),
    mise: new Set(['exec', 'x']),
    direnv: new Set(['exec']),
  }),
)

const packageManagers = new Set(['npm', 'pnpm', 'yarn', 'bun', 'deno'])
const targetRunners = new Set(
  'make gmake just task rake invoke mise nox ant mage composer nx turbo lerna moon gradle gradlew mvn mvnw sbt lein'.split(' '),
)

const baseName = (program: string): string => program.replace(/^.*\//, '').replace(/^(python)[\d.]+$/, '$1')

const isSetting = (word: string): boolean => /^[A-Za-z_]\w*=/.test(word)

/** Where the wrapped command begins, after the options and settings of the wrapper. */
const afterWrapper = (words: readonly string[], takes: readonly string[]): number => {
  let at = 1
  while (/^-/.test(words[at] ?? '') || isSetting(words[at] ?? '')) at += takes.includes(words[at] ?? '') ? 2 : 1
  return /timeout$/.test(words[0] ?? '') && /^[\d.]+[smhd]?$/.test(words[at] ?? '') ? at + 1 : at
}

const withoutRunner = (words: readonly string[]): readonly string[] => {
  const at = words.findIndex((word, index) => index > 1 && !word.startsWith('-'))
  return at === -1 ? [] : words.slice(at)
}

/** Without wrappers such as `timeout 60` and `npx --yes`. */
const unwrapped = (all: readonly string[]): readonly string[] => {
  let words = all
  for (let round = 0; round < 8; round += 1) {
    const [program = '', second = ''] = words
    const takes = wrappers.get(baseName(program))
    if (takes !== undefined) words = words.slice(afterWrapper(words, takes))
    else if (runners.get(program)?.has(second) === true) words = withoutRunner(words)
    else return words
  }
  return words
}

const operandsOf = (args: readonly string[]): readonly string[] => args.filter((word) => !word.startsWith('-') && !isSetting(word))

/** `npm run lint`, `yarn test`, `npm t`: the script that runs. */
const scriptOf = (args: readonly string[]): string | undefined => {
  const [first, second] = operandsOf(args)
  if (first === 'run' || first === 'run-script' || first === 'task') return second
  // `npm ci` installs.
  if (first === 'ci') return undefined
  return first === 't' || first === 'tst' ? 'test' : first
}

const isBeginning = (words: readonly string[], beginning: readonly string[]): boolean => {
  const [, ...options] = beginning
  const [, ...args] = words
  // Options may stand anywhere among the arguments, sub-commands come first.
  const operands = operandsOf(args)
  let at = 0
  return options.every((word) => (word.startsWith('-') ? args.includes(word) : operands[at++] === word))
}

/** `make lint`, `just test`; `make` alone builds. */
const kindOfTarget = (program: string, args: readonly string[]): ValidationKind | undefined => {
  const targets = operandsOf(args)
  const named = targets.map((target) => kindOfScript(target)).find((kind) => kind !== undefined)
  return named ?? (targets.length === 0 && /^g?make$/.test(program) ? 'build' : undefined)
}

const isQuestion = (word: string): boolean => word === '--version' || word === '--help' || word === '-h'

const kindOf = (all: readonly string[]): ValidationKind | undefined => {
  const words = unwrapped(all)
  const [written = '', ...args] = words
  const program = baseName(written)
  if (args.some(isQuestion)) return undefined
  const known = beginnings.get(program) ?? []
  const longer = known.find(([beginning]) => beginning.length > 1 && isBeginning([program, ...args], beginning))
  if (longer !== undefined) return longer[1]
  if (packageManagers.has(program)) return kindOfScript(scriptOf(args))
  if (targetRunners.has(program)) return kindOfTarget(program, args)
  if (written.includes('/') && /\.(?:sh|py|mjs|js|ts)$/.test(program)) return kindOfScript(program.replace(/\.\w+$/, ''))
  return known.find(([beginning]) => beginning.length === 1)?.[1]
}

/** Programs that do not fail, or say why on standard error. */
const preparing = new Set([
  'cd',
  'pushd',
  'popd',
  'export',
  'set',
  'unset',
  'echo',
  'printf',
  'true',
  ':',
  'pwd',
  'date',
  'tee',
  'tail',
  'head',
])

const filter = /\|\s*(?:sudo\s+)?(?:e?grep|fgrep|rg|ag|awk|gawk|sed|cut|jq|wc|sort|uniq|tr|perl|python3?|node|xargs)\b/
const beginning = /\|\s*head\b/
/** With the number of its lines, if any; another option says something else than lines. */
const heads = /\|\s*head\b(?:\s+(?:-n\s*|--lines[= ]|-)(\d+)(?=\s|$|[|;&)]))?(\s+-)?/g
const usualHead = 10
const toFile = /(?:^|[^<>=-])>>?\|?\s*(?![&>\s])/

const shownOf = (command: string): Validation['shows'] => {
  const plain = command.replaceAll(/\d?>&\d/g, '')
  if (filter.test(plain) || toFile.test(plain)) return 'part'
  return beginning.test(plain) ? 'beginning' : 'all'
}

/** The fewest lines that a `head` of the command lets through. */
const shownLinesOf = (command: string): number | null => {
  const found = [...command.matchAll(heads)]
  if (found.length === 0 || found.some(([, , option]) => option !== undefined)) return null
  return Math.min(...found.map(([, lines]) => (lines === undefined ? usualHead : Number(lines))))
}

/** Undefined: the command validates nothing that Strata recognises. */
export const validationIn = (command: string): Validation | undefined => {
  const all = namedCommands(command).map((each) => ({ ...each, kind: kindOf(each.words) }))
  const found = all.filter(({ kind }) => kind !== undefined)
  if (found.length === 0) return undefined
  const mayFail = all.filter(({ mayFailWhole, words }) => mayFailWhole && !preparing.has(words[0] ?? ''))
  return {
    kinds: [...new Set(found.flatMap(({ kind }) => kind ?? []))],
    decidesStatus: found.every(({ decidesStatus }) => decidesStatus),
    failsAlone: mayFail.length > 0 && mayFail.every(({ kind }) => kind !== undefined),
    shows: shownOf(command),
    shownLines: shownLinesOf(command),
  }
}
