/** The section of CLAUDE.md. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWide, lineEndOf, maxSection, outsideOf, sectionOf, withSection } from '../../../app/agent-context/claude-md.ts'
import type { EventNode } from '../../../app/agent-context/thinking-record.ts'
import { configText, readConfig } from '../../../app/agent-context/config.ts'

const event = (summary: string, files: readonly string[], change: Partial<EventNode> = {}): EventNode => ({
  id: 'th-1',
  session_id: 's',
  timestamp: '2026-01-02T03:04:05.000Z',
  type: 'decision',
  summary,
  tool_calls: [],
  files_affected: files,
  prompt_context: '',
  commit_id: null,
  record: { source: 's.jsonl', line: 1 },
  status: 'unknown',
  evidence: null,
  ...change,
})

const events = fc.array(
  fc
    .record({ summary: fc.string({ maxLength: 120 }), file: fc.string({ maxLength: 60 }) })
    .map(({ summary, file }) => event(summary, [file])),
  { maxLength: 60 },
)
const bytes = fc.oneof(
  fc.uint8Array(),
  fc.string().map((text) => new TextEncoder().encode(text)),
)

test('the section is grouped by file, the newest first, without what no longer stands', () => {
  const text = sectionOf([
    event('Use a map', ['src/lamps.ts']),
    event('Use a list', ['src/lamps.ts'], { status: 'superseded' }),
    event('No globals', ['src/lamps.ts'], { type: 'rejection', commit_id: 'ctx-1a2b3c4d' }),
    event('Look around', ['src/lamps.ts'], { type: 'exploration' }),
    event('One boat a file', ['src/boats.ts']),
  ])
  expect(text).toBe(
    [
      '<!-- agent-context:begin -->',
      '## Agent Context',
      '',
      '### src/boats.ts',
      '- decided: One boat a file (2026-01-02)',
      '',
      '### src/lamps.ts',
      '- rejected: No globals (2026-01-02, ctx-1a2b3c4d)',
      '- decided: Use a map (2026-01-02)',
      '<!-- agent-context:end -->',
    ].join('\n'),
  )
})

test('the section has at most 1,500 characters for any events', () => {
  fc.assert(fc.property(events, (all) => sectionOf(all).length <= maxSection))
})

test('every byte outside of the section stays, and a second writing changes nothing', () => {
  fc.assert(
    fc.property(bytes, bytes, events, events, (before, after, first, second) => {
      const once = withSection(Buffer.concat([before, Buffer.from(sectionOf(first)), after]), sectionOf(second))
      expect(Buffer.from(once)).toEqual(Buffer.concat([before, Buffer.from(sectionOf(second)), after]))
      const appended = Buffer.from(withSection(before, sectionOf(first)))
      expect(appended.subarray(0, before.length)).toEqual(Buffer.from(before))
      expect(Buffer.from(withSection(appended, sectionOf(first)))).toEqual(appended)
      expect(outsideOf(appended)).toBe(outsideOf(before))
    }),
  )
})

test('the section has the line ends of the file, within its limit', () => {
  fc.assert(
    fc.property(events, fc.array(fc.stringMatching(/^[\w #]*$/), { minLength: 1, maxLength: 8 }), (all, lines) => {
      const file = Buffer.from(lines.map((line) => `${line}\r\n`).join(''))
      expect(lineEndOf(file)).toBe('\r\n')
      const section = sectionOf(all, '\r\n')
      expect(section.length).toBeLessThanOrEqual(maxSection)
      const once = Buffer.from(withSection(file, section))
      expect(once.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      // A section that an earlier version wrote with other line ends does not count.
      const before = withSection(file, sectionOf(all))
      expect(lineEndOf(before)).toBe('\r\n')
      expect(Buffer.from(withSection(before, section)).equals(once)).toBe(true)
    }),
  )
  expect(lineEndOf(Buffer.from('a\r\nb\nc\n'))).toBe('\n')
  expect(lineEndOf(Buffer.from(''))).toBe('\n')
})

test('text of two bytes a character is known, with and without its mark', () => {
  expect(isWide(Buffer.from('\uFEFF# Rules\n', 'utf16le'))).toBe(true)
  expect(isWide(Buffer.from('# Rules\n', 'utf16le'))).toBe(true)
  expect(isWide(Buffer.from('\uFEFF# Rules\n', 'utf16le').swap16())).toBe(true)
  expect(isWide(Buffer.from('\uFEFF# Regeln für 灯\n'))).toBe(false)
})

test('a configuration keeps what this version does not know, and the environment chooses the graph', () => {
  const text = configText('{"later": [1], "backend": "session"}', { hooks: false })
  expect(JSON.parse(text)).toEqual({ backend: 'session', commit: false, claude_md: true, hooks: false, later: [1] })
  expect(readConfig(text, { AGENT_CONTEXT_GRAPH: 'decision' }).backend).toBe('decision')
  expect(readConfig('{"backend": "tree", "commit": "yes"')).toEqual({ backend: 'file', commit: false, claude_md: true, hooks: true })
})

test('a damaged configuration is not replaced', () => {
  for (const text of ['{"mine": 1,', '[]', 'null']) expect(() => configText(text, { hooks: false })).toThrow('config.json was not changed')
  expect(JSON.parse(configText('', {}))).toEqual({ backend: 'file', commit: false, claude_md: true, hooks: true })
})

test('a mark without its other one is text of a person, which no later section takes away', () => {
  const begin = '<!-- agent-context:begin -->'
  const file = Buffer.from(`# Ours\n${begin}\nThe end of this section was lost.\n\n## Rules\nKeep me\n`)
  const once = withSection(file, sectionOf([event('Use a map', ['a.ts'])]))
  const twice = Buffer.from(withSection(once, sectionOf([event('Use a list', ['a.ts'])])))
  expect(twice.subarray(0, file.length).equals(file)).toBe(true)
  expect(twice.toString()).toContain('Use a list')
  expect(twice.toString()).not.toContain('Use a map')
})
