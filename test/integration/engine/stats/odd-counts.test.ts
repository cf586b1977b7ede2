/** Invalid or impossible counts: every metric is computed, and no figure is invented. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { askEverything, askEveryMetric } from '../../../support/ask-everything.ts'
import { conversation } from '../../../support/conversation.ts'
import { imported } from '../../../support/exported-talk.ts'
import { some } from '../../../support/rounds.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const largest = '9223372036854775807'
/** What is written for a count. */
const odd = ['-5', '3.5', '"7"', '1e400', '99999999999999999999', largest, '9007199254740991', '9007199254740993']

/** A session of three turns; the second reply states `value` for one of its counts. */
const withCount = (field: string, value: string): string => {
  const talk = conversation({ seed: `${field} ${value}` })
  const written = talk.human('one').agent('1').human('two').agent('2').human('three').agent('3').lines()
  let replies = 0
  const lines = written.map((line) => {
    if (!line.includes('"usage"')) return line
    replies += 1
    return replies === 2 ? line.replace(new RegExp(`"${field}":\\d+`), `"${field}":${value}`) : line
  })
  const projects = path.join(tempDir(), 'projects')
  mkdirSync(path.join(projects, 'p'), { recursive: true })
  writeFileSync(path.join(projects, 'p', `${talk.sessionId}.jsonl`), `${lines.join('\n')}\n`)
  return projects
}

const fields = ['input_tokens', 'output_tokens', 'cache_read_input_tokens']
const cases = odd.flatMap((value) => fields.map((field) => [field, value] as const))

test.for(some([...cases].reverse(), 4))(
  '%s %s does not change the sizes of the other replies and the plan of an export',
  async ([field, value]) => {
    await imported(withCount(field, value), async (engine) => {
      expect([await askEverything(engine), await askEveryMetric(engine)]).toEqual([[], []])
      const [session] = (await engine.ask('sessions.list', { everything: true })).rows
      const sizes = (await engine.ask('session.timeline', { sessionId: session?.sessionId ?? '' })).context.map(({ tokens }) => tokens)
      expect(Math.max(...sizes)).toBeLessThan(1_000_000)
      expect(sizes.length).toBeGreaterThanOrEqual(2)
      for (const { commitId } of (await engine.ask('chain.log', {})).commits) {
        const { goesIn } = await engine.ask('export.plan', { commitId, stop: 'root', target: 'messages', budget: 1_000 })
        expect(goesIn.tokens ?? 0).toBeLessThan(1_000_000)
      }
    })
  },
)
