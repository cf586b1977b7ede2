/** Reader, files and command line show the same changes for the same two texts. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineChanges } from '../../../app/diff/unified-patch.ts'
import { knownLines } from '../../../app/model/objects/known-lines.ts'
import { editDiff, type DiffLine } from '../../../renderer/panels/reader/diff/edit-diff.ts'
import { compareLines } from '../../../renderer/screens/files/compare/compare-lines.ts'

const text = fc
  .array(fc.constantFrom('', 'a', '  b', '\tc', '}', '  }', 'return x'), { minLength: 1, maxLength: 40 })
  .filter((lines) => lines.some((line) => line !== ''))
  .map((lines) => `${lines.join('\n')}\nend`)

const signs: Readonly<Record<DiffLine['kind'], string>> = { add: '+', delete: '-', context: ' ', gap: '@' }

const drawn = (lines: readonly DiffLine[]): readonly string[] =>
  lines.filter(({ kind }) => kind === 'add' || kind === 'delete').map((line) => signs[line.kind] + line.text)

const whole = (content: string) =>
  knownLines({
    content,
    ranges: [{ from: 1, to: content.split('\n').length, proof: 'observed', record: null }],
    lines: [],
    totalLines: null,
  })

test('an edit in the reader, two versions in Files and a patch of the command line have the same changed lines', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const patch = lineChanges(before, after)
        .patch.split('\n')
        .filter((line) => /^[+-]/.test(line))
      expect(drawn(editDiff('Edit', { old_string: before, new_string: after }, null)?.lines ?? [])).toEqual(patch)
      expect(drawn(compareLines(whole(before), whole(after)).lines)).toEqual(patch)
    }),
  )
})
