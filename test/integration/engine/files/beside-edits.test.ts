/** Programs that run beside an edit, as hooks of the client do. */
import { expect, test } from 'vitest'
import { inReportShape } from '../../../support/in-report-shape.ts'

test('after the program of a hook an edited file is likely, and what the next edit found is observed', async (context) => {
  await inReportShape(context, '73-hook-formats', async (engine) => {
    const formatted = await engine.ask('file.show', { path: '/home/mira/fmt/b.js', at: '708caefe' })
    expect(formatted.content).toBe('const a = 2;\nconst b = { x: 1 };\n')
    const before = await engine.ask('file.show', { path: '/home/mira/fmt/a.js', at: '708caefe' })
    expect([before.content, before.proof]).toEqual(['const a = 1\nconst b   = {x:1}\n', 'likely'])
    const { lines, origins } = await engine.ask('file.blame', { path: '/home/mira/fmt/b.js' })
    const sourceOf = (at: number) => origins[lines[at]?.origin ?? -1]
    expect([sourceOf(0)?.prompt, sourceOf(1)?.source]).toEqual(['Make a two in b.js', 'outside'])
  })
})
