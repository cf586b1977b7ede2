/** Hooks in the settings of a client: nothing of the rest changes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMadeForHooks, newSettings, withHooks, withoutHooks, type HookEntry } from '../../../app/agent-context/settings-hooks.ts'

const entries: readonly HookEntry[] = [
  { event: 'SessionStart', matcher: 'compact', command: 'strata reasoning hook session-start', timeout: 5 },
  { event: 'PreToolUse', matcher: 'Edit|Bash', command: 'strata reasoning hook pre-tool', timeout: 5 },
  { event: 'Stop', command: 'strata reasoning hook stop', timeout: 5 },
]
const isOwn = (command: string): boolean => command.includes('reasoning hook')

const gap = fc.stringMatching(/^[ \t\n\r]{0,4}$/)

/** JSON of a value with gaps wherever it may have some. */
const oddly = (value: unknown, next: () => string): string => {
  if (Array.isArray(value)) return `[${next()}${value.map((each) => `${oddly(each, next)}${next()}`).join(`,${next()}`)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}${next()}:${next()}${oddly(each, next)}${next()}`)
  return `{${next()}${members.join(`,${next()}`)}}`
}

const group = fc.record({
  matcher: fc.string(),
  hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string() }), { maxLength: 2 }),
})
const events = fc.dictionary(fc.constantFrom('Stop', 'PreToolUse', 'PostToolUse', 'SessionStart'), fc.array(group, { maxLength: 2 }))
const settings = fc
  .tuple(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.option(events, { nil: undefined }))
  .map(([rest, hooks]) =>
    hooks === undefined ? Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'hooks')) : { ...rest, hooks },
  )
const texts = fc.tuple(settings, fc.array(gap, { minLength: 1, maxLength: 12 }), gap, gap).map(([value, gaps, head, tail]) => {
  let at = 0
  return `${head}${oddly(value, () => gaps[at++ % gaps.length] ?? '')}${tail}`
})

const hooksOf = (text: string): Record<string, unknown[]> => (JSON.parse(text) as { hooks: Record<string, unknown[]> }).hooks

describe('hooks in settings', () => {
  test('settings of any form are byte for byte the same after the hooks were put in and taken out', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(withoutHooks(withHooks(text, entries, isOwn), isOwn)).toBe(text)
      }),
      { numRuns: 400 },
    )
  })

  test('settings with the hooks have all that they had before, and each hook once', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const twice = withHooks(withHooks(text, entries, isOwn), entries, isOwn)
        const { hooks: before = {}, ...rest } = JSON.parse(text) as { hooks?: Record<string, unknown[]> }
        const { hooks: _, ...same } = JSON.parse(twice) as Record<string, unknown>
        expect(same).toEqual(rest)
        for (const { event, command } of entries) {
          const own = hooksOf(twice)[event] ?? []
          expect(own.slice(1)).toEqual(before[event] ?? [])
          expect(JSON.stringify(own[0])).toContain(command)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('a hook that a person adds to the list of one stays when the hooks are taken out', () => {
    const made = withHooks('{"model":"opus"}', entries, isOwn)
    const value = JSON.parse(made) as { hooks: Record<string, unknown[]> }
    const added = { hooks: [{ type: 'command', command: 'echo done' }] }
    for (const list of [
      [...(value.hooks['Stop'] ?? []), added],
      [added, ...(value.hooks['Stop'] ?? [])],
    ]) {
      const text = JSON.stringify({ ...value, hooks: { ...value.hooks, Stop: list } })
      const left = JSON.parse(withoutHooks(text, isOwn)) as { hooks: Record<string, unknown[]>; model: string }
      expect(left.model).toBe('opus')
      expect(left.hooks['Stop']).toEqual([added])
    }
  })

  test('settings that were made for the hooks are known, and those with anything else are not', () => {
    const made = newSettings(entries)
    expect(isMadeForHooks(made, isOwn)).toBe(true)
    expect(isMadeForHooks(made.replace('{', '{"model": "opus",'), isOwn)).toBe(false)
    expect(JSON.parse(made)).toHaveProperty('hooks.Stop')
  })

  test.each(['{"hooks": []}', '{"hooks": {"Stop": {}}}', '[]', '{"a": 1,}', '// words\n{}', ''])(
    'settings that cannot take hooks are refused: %s',
    (text) => {
      expect(() => withHooks(text, entries, isOwn)).toThrow('The settings were not changed')
    },
  )
})
