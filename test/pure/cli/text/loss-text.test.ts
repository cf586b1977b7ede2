/** What a conversion lost, as text. */
import { expect, test } from 'vitest'
import { lossLine } from '../../../../app/cli/text/loss-text.ts'

test('what an export derived, changed or found missing is not called excluded', () => {
  const why = 'why'
  expect(lossLine({ what: 'failed API requests', count: 2, why })).toBe('excluded: failed API requests × 2 (why)\n')
  for (const what of ['added: times', 'changed: names of tools', 'missing: the system prompt', 'moved: pictures', 'excluded: parts'])
    expect(lossLine({ what, count: 1, why })).toBe(`${what} × 1 (why)\n`)
})
