/** What an agent knows of files after steps: contents, how they are known, and whether later observations confirm them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdit, type TextEdit } from '../../../app/files/apply-edit.ts'
import type { FileStep } from '../../../app/files/file-step.ts'
import { contentOf, isWhole, proofOf, type KnownFile } from '../../../app/files/known-file.ts'
import { KnownFiles } from '../../../app/files/known-files.ts'
import type { FileCheck } from '../../../app/files/file-check.ts'

const path = '/p/a.ts'

const seen = (content: string): FileStep => ({ step: 'whole', path, content, by: 'read' })
const part = (from: number, lines: readonly string[], total?: number): FileStep => ({ step: 'part', path, from, lines, total, by: 'read' })
const written = (content: string): FileStep => ({ step: 'written', path, content, isNew: false })
const edited = (from: string, to: string): FileStep => ({
  step: 'edited',
  path,
  edits: [{ from, to, isEverywhere: false }],
  isModified: false,
})
const ran: FileStep = { step: 'ran', effect: { kind: 'any' } }
const gone: FileStep = { step: 'gone', path }

interface After {
  readonly file: KnownFile | null | undefined
  readonly checks: readonly FileCheck[]
  readonly versions: number
}

const after = (...steps: readonly FileStep[]): After => {
  const known = new KnownFiles()
  const outcomes = steps.map((step, record) => known.take(step, record))
  return {
    file: known.now(path),
    checks: outcomes.flatMap(({ checks }) => checks),
    versions: outcomes.reduce((sum, { versions }) => sum + versions.length, 0),
  }
}

const content = ({ file }: After): string | undefined => (file === null || file === undefined ? undefined : contentOf(file))
const proof = ({ file }: After): string => (file === null || file === undefined ? String(file) : proofOf(file))
const outcomes = ({ checks }: After): readonly string[] => checks.map((check) => `${check.proof} ${check.outcome}`)

test('a notice that the file was changed leaves nothing of what was known', () => {
  const found = after(seen('a\nb\n'), { step: 'part', path, from: 2, lines: ['B'], total: undefined, by: 'mention', isNews: true })
  expect([proof(found), found.checks, found.file?.stretches.map(({ from, lines }) => [from, lines])]).toEqual(['partial', [], [[2, ['B']]]])
})

const selected = (from: number, lines: readonly string[]): FileStep => ({
  step: 'part',
  path,
  from,
  lines,
  total: undefined,
  by: 'mention',
  isSelection: true,
})

const stretches = ({ file }: After) => file?.stretches.map(({ from, lines, proof: own }) => [from, lines.join(' '), own])

test('lines of a selection in an editor are likely', () => {
  const alone = after(selected(3, ['c', 'd']))
  expect([proof(alone), stretches(alone), alone.versions]).toEqual(['partial', [[3, 'c d', 'likely']], 1])
})

test.each([-1, 0, 1])('a selection of lines that are known changes nothing, also where its editor counts them with %i more', (by) => {
  const found = after(seen('a\nb\nc\nd\ne\n'), selected(3 + by, ['c', 'd']))
  expect([content(found), proof(found), found.versions]).toEqual(['a\nb\nc\nd\ne\n', 'observed', 1])
})

test('a selection adds to the lines that are known, which stay as they are known, wherever its editor begins to count', () => {
  for (const from of [1, 2, 3]) {
    const found = after(part(1, ['a', 'b'], 6), part(4, ['d'], 6), selected(from, ['b', 'c', 'd']))
    expect([stretches(found), found.checks]).toEqual([
      [
        [1, 'a b', 'observed'],
        [3, 'c', 'likely'],
        [4, 'd', 'observed'],
      ],
      [],
    ])
  }
})

test('where it is not clear where the lines of a selection are, they are not known', () => {
  expect(stretches(after(part(1, ['a', 'b'], 9), selected(3, ['b', 'c'])))).toEqual([[1, 'a b', 'observed']])
})

test('a selection that differs from known lines only makes them likely: its text may be unsaved', () => {
  const found = after(seen('a\nb\nc\n'), selected(2, ['B']))
  expect([content(found), proof(found), found.versions, found.checks]).toEqual(['a\nb\nc\n', 'likely', 1, []])
  expect(stretches(after(part(1, ['a', 'b'], 4), selected(4, ['d', 'e'])))).toEqual([[1, 'a b', 'likely']])
  expect(after(seen('a\n'), gone, selected(1, ['y'])).file).toBeNull()
})

test('a selection shows lines without the carriage returns that were written', () => {
  const found = after(written('a\r\nb\r\nc\r\n'), selected(2, ['b']))
  expect([content(found), proof(found)]).toEqual(['a\r\nb\r\nc\r\n', 'observed'])
})

test('what is read or written is observed, what is edited is computed', () => {
  expect(proof(after(seen('a\n')))).toBe('observed')
  expect(proof(after(written('a\n')))).toBe('observed')
  const one = after(seen('a\nb\nc\n'), edited('b', 'B\nB'))
  expect([content(one), proof(one)]).toEqual(['a\nB\nB\nc\n', 'computed'])
  expect(one.file?.stretches.map(({ from, lines, proof: own }) => [from, lines.length, own])).toEqual([
    [1, 1, 'observed'],
    [2, 2, 'computed'],
    [4, 2, 'observed'],
  ])
})

test('after a command that may write, what is known is likely until it is seen again', () => {
  expect(proof(after(seen('a\n'), ran))).toBe('likely')
  expect(proof(after(seen('a\n'), ran, edited('a', 'b')))).toBe('likely')
  expect(proof(after(seen('a\n'), ran, seen('a\n')))).toBe('observed')
  expect(proof(after(ran, seen('a\n')))).toBe('observed')
  const elsewhere: FileStep = { step: 'ran', effect: { kind: 'paths', written: ['/p/b.ts'], removed: [], moved: [] } }
  expect(proof(after(seen('a\n'), elsewhere))).toBe('observed')
  const here: FileStep = { step: 'ran', effect: { kind: 'paths', written: [path], removed: [], moved: [] } }
  expect(proof(after(seen('a\n'), here))).toBe('likely')
})

test('a later observation confirms or refutes what was known, and how it was known', () => {
  expect(outcomes(after(seen('a\n'), seen('a\n')))).toEqual(['observed confirmed'])
  expect(outcomes(after(seen('a\n'), edited('a', 'b'), seen('b\n')))).toEqual(['observed confirmed', 'computed confirmed'])
  expect(outcomes(after(seen('a\n'), ran, seen('b\n')))).toEqual(['likely refuted'])
  expect(outcomes(after(seen('a\n'), seen('a')))).toEqual(['observed refuted at its end'])
  expect(outcomes(after(part(2, ['b', 'c'], 9), part(3, ['c', 'd'], 9)))).toEqual(['observed confirmed'])
  expect(outcomes(after(part(2, ['b', 'c'], 9), part(3, ['x'], 9)))).toEqual(['observed refuted'])
  expect(outcomes(after(part(2, ['b'], 9), part(3, ['c'], 9)))).toEqual([])
  expect(outcomes(after(gone, seen('a')))).toEqual(['observed refuted'])
  expect(outcomes(after(gone, ran, seen('a')))).toEqual(['likely refuted'])
})

test('a change without a patch confirms the known lines that its text covers, and refutes a content that lacks the text', () => {
  expect(outcomes(after(seen('a\nb\nc\n'), edited('b', 'B')))).toEqual(['observed confirmed'])
  expect(outcomes(after(seen('a\nb\nc\n'), ran, edited('b\nc', 'B')))).toEqual(['likely confirmed'])
  expect(outcomes(after(seen('a\nb\nc\n'), ran, edited('d', 'B')))).toEqual(['likely refuted'])
  expect(outcomes(after(seen('a\nb\nb\n'), ran, edited('b', 'B')))).toEqual(['likely refuted'])
  expect(outcomes(after(part(3, ['c', 'd'], 9), edited('c\nd', 'C')))).toEqual(['observed confirmed'])
})

test('a change whose record shows the content before it compares that content alone', () => {
  const known = new KnownFiles()
  const steps = [known.take(seen('a\nb\n'), 0), known.take(seen('a\nb\n'), 1), known.take(edited('b', 'B'), 1)]
  expect(steps.map(({ checks }) => checks.length)).toEqual([0, 1, 0])
})

test('the line feed that ends a file, carriage returns and Unicode forms, which clients do not show, refute nothing', () => {
  const unsure: FileStep = { step: 'written', path, content: 'a\nb', isNew: false, isEndUnsure: true }
  expect(outcomes(after(seen('a\nb'), edited('b\n', 'c\n')))).toEqual(['observed refuted at its end'])
  expect(outcomes(after(unsure, edited('b\n', 'c\n')))).toEqual(['likely refuted at its end'])
  expect(outcomes(after(seen('a\nb'), edited('a\n\n', 'c\n')))).toEqual(['observed refuted'])
  expect(outcomes(after(written('a\r\nb\r\n'), edited('a\r\nb', 'c')))).toEqual(['observed confirmed'])
  expect(outcomes(after(written('a\r\nb\r\n'), edited('a\nb\n', 'c')))).toEqual(['observed confirmed'])
  expect(outcomes(after(written('caf\u00e9\nb\n'), edited('cafe\u0301', 'c')))).toEqual([])
})

test('a change whose text is in the file as it is does not count the places that have other quotes', () => {
  expect(outcomes(after(seen("it's\nit\u2019s\n"), edited("it's", 'c')))).toEqual(['observed confirmed'])
  expect(outcomes(after(seen('it\u2019s\nb\n'), edited("it's", 'c')))).toEqual(['observed confirmed'])
})

test('a change of all places refutes only a content that has the text nowhere', () => {
  const everywhere = (from: string): FileStep => ({
    step: 'edited',
    path,
    edits: [{ from, to: 'x', isEverywhere: true }],
    isModified: false,
  })
  expect(outcomes(after(seen('a = 1\nb = 1\n'), everywhere('1')))).toEqual([])
  expect(outcomes(after(seen('a\nb\na\n'), everywhere('a')))).toEqual(['observed confirmed'])
  expect(outcomes(after(seen('a\nb\na\n'), everywhere('c')))).toEqual(['observed refuted'])
})

test('a change without a patch says nothing of lines that it covers in part, or that are not known', () => {
  expect(outcomes(after(seen('a = 1\nb\n'), edited('1', '2')))).toEqual([])
  expect(outcomes(after(part(3, ['c', 'd'], 9), edited('e', 'E')))).toEqual([])
  expect(outcomes(after(edited('e', 'E'), edited('E', 'e')))).toEqual([])
})

test('parts that follow each other become the whole file', () => {
  const two = after(part(1, ['a', 'b'], 4), part(3, ['c', ''], 4))
  expect([content(two), proof(two)]).toEqual(['a\nb\nc\n', 'observed'])
  expect(proof(after(part(1, ['a', 'b'], 4)))).toBe('partial')
})

test('an edit within a part that is known moves the parts behind it', () => {
  const moved = after(part(3, ['c', 'd'], 20), part(9, ['i'], 20), edited('c', 'C1\nC2'))
  expect(moved.file?.stretches.map(({ from, lines }) => [from, lines])).toEqual([
    [3, ['C1', 'C2']],
    [5, ['d']],
    [10, ['i']],
  ])
  expect(moved.file?.total).toBe(21)
})

test('after an edit of a file with lines that may be others, all lines may be: the text may have been elsewhere', () => {
  const mixed = after(part(1, ['a', 'x'], 3), ran, part(3, ['x'], 3), edited('a\nx', 'a\na'))
  expect(mixed.file?.stretches.every((stretch) => stretch.proof === 'likely')).toBe(true)
})

test('a line that is taken out at the end of a part makes it unknown whether its end went too', () => {
  expect(proof(after(part(1, ['a', 'b'], 3), edited('b', '')))).toBe('unknown')
  expect(after(part(2, ['b', ''], 3), edited('b', '')).file).toMatchObject({ stretches: [{ from: 2, lines: [''] }], total: 2 })
})

test('after an edit at a place that is not known, nothing is known', () => {
  expect(proof(after(part(3, ['c'], 20), edited('z', 'y')))).toBe('unknown')
  expect(proof(after(seen('a'), edited('z', 'y')))).toBe('unknown')
})

test('a change that failed doubts a file in which its text is not as often as it found it', () => {
  const sought = (text: string, times: number): FileStep => ({ step: 'sought', path, text, times })
  const proof = (...steps: readonly FileStep[]): string | undefined => {
    const { file } = after(...steps)
    return file === null || file === undefined ? undefined : proofOf(file)
  }
  const file = seen('a b\n“b” c\n')
  expect(proof(file, sought('x', 0))).toBe('observed')
  expect(proof(file, sought('a', 0))).toBe('likely')
  expect(proof(file, sought('"b"', 0))).toBe('likely')
  expect(proof(file, sought('b', 2))).toBe('observed')
  expect(proof(file, sought('b', 3))).toBe('likely')
  expect(proof(written('a\r\nb\r\n'), sought('a\nb', 0))).toBe('likely')
  const known = (...steps: readonly FileStep[]): readonly string[] => {
    const { file: own } = after(...steps)
    return own?.stretches.map((stretch) => stretch.proof) ?? []
  }
  expect(known(part(3, ['a'], 9), sought('b', 2))).toEqual(['observed'])
  expect(known(part(3, ['a'], 9), sought('a', 0))).toEqual(['likely'])
})

test('where the text of an edit is at several places, the content is not the one that the client changed', () => {
  const twice = after(seen('a\nb\na\n'), edited('a', 'c'))
  expect(twice.file && proofOf(twice.file)).toBe('likely')
  expect(after(part(3, ['a', 'b', 'a'], 9), edited('a', 'c')).file?.stretches).toEqual([])
  expect(after(part(1, ['a'], 9), part(4, ['a'], 9), edited('a', 'c')).file?.stretches).toEqual([])
})

test('blanks that the client may have taken from the ends of lines are not certain', () => {
  const blank = after(seen('a\nb\n'), edited('b', 'c \nd'))
  expect(blank.file && proofOf(blank.file)).toBe('likely')
})

test('a file that a person changed while it was edited is likely', () => {
  const modified: FileStep = { step: 'edited', path, edits: [{ from: 'a', to: 'b', isEverywhere: false }], isModified: true }
  expect(proof(after(seen('a'), modified))).toBe('likely')
})

test('a deleted file is not there, and a moved one is elsewhere', () => {
  expect(after(seen('a'), gone).file).toBeNull()
  const known = new KnownFiles()
  known.take(seen('a'), 0)
  known.take({ step: 'moved', path, to: '/p/b.ts' }, 1)
  expect(known.now(path)).toBeNull()
  expect(contentOf(known.now('/p/b.ts') ?? { stretches: [], total: undefined })).toBe('a')
})

test('only what changes or adds to what is known is a version', () => {
  expect(after(seen('a'), seen('a'), ran, seen('a')).versions).toBe(1)
  expect(after(part(1, ['a'], 2), part(1, ['a'], 2), part(2, ['b'], 2)).versions).toBe(2)
  expect(after(seen('a'), edited('a', 'b'), gone, gone).versions).toBe(3)
})

const line = fc.constantFrom('a', 'b', 'c', '', 'x y')
const file = fc.array(line, { minLength: 1, maxLength: 12 })

type Action =
  | { readonly does: 'read' }
  | { readonly does: 'part'; readonly from: number; readonly count: number }
  | { readonly does: 'edit'; readonly from: number; readonly count: number; readonly to: readonly string[] }
  | { readonly does: 'run'; readonly content: readonly string[] | null }

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ does: fc.constant('read' as const) }),
  fc.record({ does: fc.constant('part' as const), from: fc.nat({ max: 11 }), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ does: fc.constant('edit' as const), from: fc.nat({ max: 11 }), count: fc.integer({ min: 1, max: 4 }), to: file }),
  fc.record({ does: fc.constant('run' as const), content: fc.option(file) }),
)

test('without changes by others, every line that is known is the line of the file, and nothing is refuted', () => {
  fc.assert(
    fc.property(file, fc.array(action, { maxLength: 14 }), (begun, actions) => {
      let lines: readonly string[] = begun
      const known = new KnownFiles()
      let wasHidden = false
      actions.forEach((one, record) => {
        const take = (step: FileStep): readonly FileCheck[] => known.take(step, record).checks
        let checks: readonly FileCheck[] = []
        if (one.does === 'read') checks = take(seen(lines.join('\n')))
        if (one.does === 'part') {
          const from = one.from % lines.length
          checks = take(part(from + 1, lines.slice(from, from + one.count), lines.length))
        }
        if (one.does === 'edit') {
          const from = one.from % lines.length
          const edit: TextEdit = { from: lines.slice(from, from + one.count).join('\n'), to: one.to.join('\n'), isEverywhere: false }
          const next = applyEdit(lines.join('\n'), edit)
          // The client refuses an edit whose text is in several places.
          const isUnique = edit.from !== '' && lines.join('\n').split(edit.from).length === 2
          if (next === undefined || !isUnique) return
          lines = next.split('\n')
          checks = take({ step: 'edited', path, edits: [edit], isModified: false })
        }
        if (one.does === 'run') {
          take(ran)
          wasHidden ||= one.content !== null
          lines = one.content ?? lines
        }
        for (const check of checks) if (!wasHidden || check.proof !== 'likely') expect(check.outcome).toBe('confirmed')
        const now = known.now(path)
        for (const stretch of now?.stretches ?? [])
          if (stretch.proof !== 'likely')
            expect(lines.slice(stretch.from - 1, stretch.from - 1 + stretch.lines.length)).toEqual(stretch.lines)
        if (now !== null && now !== undefined && isWhole(now) && proofOf(now) !== 'likely') expect(contentOf(now)).toBe(lines.join('\n'))
      })
    }),
    { numRuns: 500 },
  )
})
