/** Blame of lines, against git itself: every call of an agent is a commit of a repository. */
import { expect, test } from 'vitest'
import { LineBlame } from '../../../app/files/line-blame.ts'
import { Replay } from '../../../app/files/replay.ts'
import type { TextEdit } from '../../../app/files/apply-edit.ts'
import type { FileStep } from '../../../app/files/file-step.ts'
import { gitBlame } from '../../support/git-blame.ts'

const path = '/p/file'

/** The lines of files after steps, each of a record of its own. */
class Blamed {
  readonly #files = new Replay()
  readonly #blame = new LineBlame()
  readonly origins = this.#blame.origins

  take(step: FileStep, place: number): void {
    this.#files.take({ at: { commitId: '', occurredAt: null }, steps: [step] }, place, this.#blame)
  }

  linesNow(name: string): ReturnType<LineBlame['linesNow']> {
    return this.#blame.linesNow(name)
  }
}

const randomOf = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, oneOf: <T>(...all: readonly T[]): T => all[below(all.length)] as T }
}

type Random = ReturnType<typeof randomOf>

/** Lines as programs have them: many are alike, indented and blank. @param words how many different ones */
const lineOf = ({ below, oneOf }: Random, words: number): string =>
  oneOf(
    '',
    '}',
    '  }',
    '  return x',
    '\tif (a) {',
    `line ${below(words)}`,
    `  const v${below(words)} = ${below(3)}`,
    `    call(${below(words)})`,
  )

interface Change {
  readonly step: FileStep
  readonly content: string | null
}

/** Written without the code that is tested. */
const replaced = (content: string, { from, to, isEverywhere }: TextEdit): string =>
  isEverywhere
    ? content.split(from).join(to)
    : content.slice(0, content.indexOf(from)) + to + content.slice(content.indexOf(from) + from.length)

const edited = (content: string, edit: TextEdit): Change => ({
  step: { step: 'edited', path, edits: [edit], isModified: false },
  content: replaced(content, edit),
})

const written = (content: string): Change => ({ step: { step: 'written', path, content, isNew: false }, content })

/** A call of an agent: edits of lines, of a word everywhere, of the end of the file, and rewrites with moved and doubled lines. */
const changeOf = (random: Random, content: string, words: number): Change => {
  const lines = content.split('\n')
  const at = random.below(lines.length)
  const some = lines.slice(at, at + 1 + random.below(8))
  const fresh = (): readonly string[] => Array.from({ length: 1 + random.below(8) }, () => lineOf(random, words))
  const from = some.join('\n')
  const others = [...lines.slice(0, at), ...lines.slice(at + some.length)]
  switch (random.below(8)) {
    case 0:
      return edited(content, { from: `${from}\n`, to: `${from}\n${fresh().join('\n')}\n`, isEverywhere: false })
    case 1:
      return edited(content, { from: `${from}\n`, to: '', isEverywhere: false })
    case 2:
      return edited(content, { from, to: fresh().join('\n'), isEverywhere: false })
    case 3:
      return edited(content, {
        from: random.oneOf('line', 'const', 'return', '  '),
        to: random.oneOf('row', 'let', ' '),
        isEverywhere: true,
      })
    case 4: {
      const to = random.below(others.length + 1)
      return written([...others.slice(0, to), ...some, ...others.slice(to)].join('\n'))
    }
    case 5:
      return written([...lines.slice(0, at), ...some, ...lines.slice(at)].join('\n'))
    case 6:
      return written(content.endsWith('\n') ? content.slice(0, -1) : `${content}\n`)
    default:
      return written(random.below(10) === 0 ? fresh().join('\n') : [...lines.slice(0, at), ...fresh(), ...lines.slice(at)].join('\n'))
  }
}

/** Of a text that nothing replaces the client removes the end of its line too: another test is about that. */
const isPlain = (before: string, { from, to }: TextEdit): boolean =>
  from.trim() !== '' && before.includes(from) && (to !== '' || from.endsWith('\n'))

const isReal = (before: string, { step, content }: Change): boolean => {
  const fits = step.step !== 'edited' || step.edits.every((edit) => isPlain(before, edit))
  return fits && content !== null && content !== before && content.replaceAll('\n', '') !== ''
}

const historyOf = (seed: number): readonly Change[] => {
  const random = randomOf(seed * 7919)
  const words = [5, 20, 1000][seed % 3] ?? 5
  const first = `${Array.from({ length: 20 + random.below(80) }, () => lineOf(random, words)).join('\n')}\n`
  const changes: Change[] = [{ step: { step: 'whole', path, content: first, by: 'read' }, content: first }]
  for (let tries = 0; tries < 40; tries += 1) {
    const before = changes.at(-1)?.content ?? ''
    const change = changeOf(random, before, words)
    if (isReal(before, change)) changes.push(change)
  }
  return changes
}

const recordsOf = (changes: readonly Change[]): readonly number[] => {
  const blame = new Blamed()
  changes.forEach(({ step }, at) => blame.take(step, at))
  return [...blame.linesNow(path).origins].map((origin) => blame.origins[origin]?.record ?? -1)
}

test('96 of 100 lines have the call that git blame gives them, in 150 histories of random edits of lines that are mostly alike', () => {
  const histories = Array.from({ length: 150 }, (_, seed) => historyOf(seed + 1))
  const ofGit = gitBlame(histories.map((changes) => changes.map(({ content }) => content)))
  expect(histories.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(3000)
  let [same, all] = [0, 0]
  histories.forEach((changes, at) => {
    const records = recordsOf(changes)
    expect(records).toHaveLength(ofGit[at]?.length ?? -1)
    all += records.length
    same += records.filter((record, line) => record === ofGit[at]?.[line]).length
  })
  expect(same / all).toBeGreaterThan(0.96)
})

test('a file that was deleted and made again has no line from before', () => {
  const changes: readonly Change[] = [written('a\nb\n'), { step: { step: 'gone', path }, content: null }, written('a\nb\nc\n')]
  const [ofGit] = gitBlame([changes.map(({ content }) => content)])
  expect(recordsOf(changes)).toEqual([2, 2, 2])
  expect(ofGit).toEqual([2, 2, 2])
})

test('ten thousand versions are followed', () => {
  const blame = new Blamed()
  let content = Array.from({ length: 50 }, (_, at) => `line ${at}\n`).join('')
  blame.take({ step: 'written', path, content }, 0)
  for (let version = 1; version <= 10_000; version += 1) {
    const from = `line ${version % 50}\n`
    const edit: TextEdit = content.includes(from)
      ? { from, to: `row ${version}\n`, isEverywhere: false }
      : { from: content.slice(0, content.indexOf('\n') + 1), to: from, isEverywhere: false }
    content = replaced(content, edit)
    blame.take({ step: 'edited', path, edits: [edit], isModified: false }, version)
  }
  const { text, origins } = blame.linesNow(path)
  expect(text.lines.join('\n')).toBe(content.trimEnd())
  expect(origins).toHaveLength(50)
  expect(blame.origins[origins[0] ?? -1]?.record).toBe(10_000)
})

test('what clients do not show is no change: carriage returns, a byte order mark, the last line feed', () => {
  const blame = new Blamed()
  blame.take({ step: 'written', path, content: '\uFEFFa\r\nb\r\nc\r\n' }, 0)
  blame.take({ step: 'whole', path, content: 'a\nb\nc\n', by: 'read' }, 1)
  blame.take({ step: 'whole', path, content: 'a\nb\nc', by: 'read' }, 2)
  expect([...blame.linesNow(path).origins].map((origin) => blame.origins[origin]?.record)).toEqual([0, 0, 0])
})

test('a part that is seen again after a doubt has the lines of the file from before', () => {
  const blame = new Blamed()
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`)
  blame.take({ step: 'written', path, content: `${lines.join('\n')}\n` }, 0)
  const now = ['by hand', ...lines]
  blame.take({ step: 'part', path, from: 1, lines: now.slice(0, 10), total: 42, by: 'read' }, 1)
  blame.take({ step: 'part', path, from: 11, lines: now.slice(10, 30), total: 42, by: 'read' }, 2)
  const { text, origins } = blame.linesNow(path)
  const sources = text.lines.slice(0, 30).map((_, at) => blame.origins[origins[at] ?? -1]?.source)
  expect(sources).toEqual(['outside', ...Array.from({ length: 29 }, () => 'agent')])
})

test('a file that is moved keeps what was known of its lines', () => {
  const blame = new Blamed()
  blame.take({ step: 'written', path: '/p/old', content: 'a\nb\n' }, 0)
  blame.take({ step: 'moved', path: '/p/old', to: path }, 1)
  blame.take({ step: 'edited', path, edits: [{ from: 'b', to: 'c', isEverywhere: false }], isModified: false }, 2)
  expect([...blame.linesNow(path).origins].map((origin) => blame.origins[origin]?.record)).toEqual([0, 2])
})

const sourcesOf = (steps: readonly FileStep[]): readonly string[] => {
  const blame = new Blamed()
  steps.forEach((step, at) => blame.take(step, at))
  const { text, origins } = blame.linesNow(path)
  return text.lines.map((line, at) => {
    const { source, record } = blame.origins[origins[at] ?? -1] ?? { source: 'none', record: -1 }
    return source === 'agent' ? `${line} by ${record}` : `${line} ${source}`
  })
}

const seen = (...lines: readonly string[]): FileStep => ({
  step: 'whole',
  path,
  content: lines.map((line) => `${line}\n`).join(''),
  by: 'read',
})
const editing = (from: string, to: string): FileStep => ({
  step: 'edited',
  path,
  edits: [{ from, to, isEverywhere: false }],
  isModified: false,
})

test('lines that an agent wrote and that went away with a branch keep their call when they come back', () => {
  const [first, last] = ['import { lamp } from "./lamp"', 'export const harbour = lamp(1)']
  const added = ['function count(lamps) {', '  return lamps.length', '}']
  expect(
    sourcesOf([
      seen(first, last),
      editing(`${first}\n`, `${first}\n${added.join('\n')}\n`),
      // Another branch, which is worked on too.
      seen(first, 'const other = 7', last),
      editing('const other = 7', 'const other = 8'),
      seen(first, ...added, last, 'const byHand = true'),
    ]),
  ).toEqual([`${first} before`, ...added.map((line) => `${line} by 1`), `${last} before`, 'const byHand = true outside'])
})

test('a line that an agent wrote once and that stands alone elsewhere now is not known to be its own, and not called foreign', () => {
  expect(
    sourcesOf([
      seen('alpha line', 'omega line'),
      editing('omega line', 'return nil'),
      seen('alpha line'),
      seen('alpha line', 'return nil', 'x', 'return nil'),
    ]),
  ).toEqual(['alpha line before', 'return nil unclear', 'x outside', 'return nil unclear'])
})

test('a bracket that comes with the lines of a person is of that person, though an agent wrote brackets before', () => {
  expect(
    sourcesOf([
      seen('alpha line'),
      editing('alpha line', 'alpha line\nfunction own() {\n}'),
      seen('alpha line', 'function own() {', '}', 'function foreign() {', '  work()', '}'),
    ]).slice(3),
  ).toEqual(['function foreign() { outside', '  work() outside', '} outside'])
})

test('a file that came back after it was deleted has the calls that wrote its lines', () => {
  const lines = ['first line', 'second line']
  expect(sourcesOf([written(`${lines.join('\n')}\n`).step, { step: 'gone', path }, seen(...lines, 'third line')])).toEqual([
    'first line by 0',
    'second line by 0',
    'third line outside',
  ])
})

test('no line that a call wrote in any version is said to be written by a person or a command, in 150 histories with branches', () => {
  let checked = 0
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = randomOf(seed * 104_729)
    const changes = historyOf(seed)
    const blame = new Blamed()
    const texts: string[] = []
    let wrote = new Set<string>()
    const shows = (content: string): void => {
      blame.take({ step: 'whole', path, content, by: 'read' }, texts.length)
      const { text, origins } = blame.linesNow(path)
      text.lines.forEach((line, at) => {
        if (!/[\p{L}\p{N}]/u.test(line) || !wrote.has(line)) return
        const { source, record } = blame.origins[origins[at] ?? -1] ?? { source: 'none', record: -1 }
        // What was found before a call wrote such a line stays what it is.
        if (record === texts.length) expect([seed, line, source]).toEqual([seed, line, 'unclear'])
        checked += 1
      })
    }
    changes.forEach(({ step, content }) => {
      if (content === null) return
      let before = texts.at(-1) ?? ''
      if (step.step !== 'whole') {
        if (random.below(6) === 0 && texts.length > 2) {
          before = random.oneOf(...texts)
          shows(before)
          blame.take({ step: 'written', path, content }, texts.length)
        } else blame.take(step, texts.length)
        const there = new Set(before.split('\n'))
        wrote = new Set([...wrote, ...content.split('\n').filter((line) => !there.has(line))])
      } else blame.take(step, texts.length)
      texts.push(content)
    })
    shows(random.oneOf(...texts))
  }
  expect(checked).toBeGreaterThan(3000)
})
