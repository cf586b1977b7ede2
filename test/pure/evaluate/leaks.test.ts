/** What a second pass must not see. */
import { expect, test } from 'vitest'
import type { ThinkingRecord } from '../../../app/agent-context/thinking-record.ts'
import { guardOf, withoutLeaks } from '../../../app/evaluate/leaks.ts'

const patch = `diff --git a/buffer.ts b/buffer.ts
--- a/buffer.ts
+++ b/buffer.ts
@@ -1,3 +1,5 @@
 export class Buffer {
-  items = []
+  readonly items = new Array("ring", 64)
+  }
+  const note = 'said in the task itself'
 }
`

const event = (more: Partial<ThinkingRecord>): ThinkingRecord => ({
  id: 'th-1',
  session_id: 's',
  timestamp: '2026-01-01T00:00:00.000Z',
  type: 'decision',
  summary: "I'll use a ring buffer",
  status: 'unknown',
  evidence: null,
  files_affected: ['buffer.ts'],
  prompt_context: 'Fix the buffer',
  commit_id: null,
  record: { source: 's.jsonl', line: 3 },
  tool_calls: [],
  raw_thinking: '',
  model_output: '',
  ...more,
})

test('lines that a patch adds are found as they are, in JSON and in JSON within JSON; braces and lines of the task are not looked for', () => {
  const line = 'readonly items = new Array("ring", 64)'
  const guard = guardOf([patch, ''], "Use the text: const note = 'said in the task itself'")
  expect(guard.lines).toBe(1)
  for (const text of [`so: ${line}.`, JSON.stringify({ line }), JSON.stringify(JSON.stringify({ line }))]) {
    expect(guard.countIn(text)).toBe(1)
    expect(guard.countIn(guard.mask(text))).toBe(0)
  }
  expect(guard.countIn('items = [] }')).toBe(0)
})

test('an event keeps what was decided, and loses the lines of the change wherever they are', () => {
  const line = 'readonly items = new Array("ring", 64)'
  const guard = guardOf([patch], '')
  const clean = withoutLeaks(
    event({
      raw_thinking: `A ring is bounded.\n  ${line}\nThat is it.`,
      model_output: `Done: \`${line}\``,
      tool_calls: [
        { tool_name: 'Edit', input_summary: JSON.stringify({ file_path: 'buffer.ts', new_string: `  ${line}` }), outcome: 'success' },
        { tool_name: 'Bash', input_summary: JSON.stringify({ command: `echo '${line}' > buffer.ts` }), outcome: 'success' },
      ],
    }),
    guard,
  )
  expect(clean.summary).toBe("I'll use a ring buffer")
  expect(clean.raw_thinking).toContain('A ring is bounded.')
  expect(clean.tool_calls.map(({ tool_name: name }) => name)).toEqual(['Edit', 'Bash'])
  expect(JSON.stringify(clean)).toContain('buffer.ts')
  expect(guard.countIn(JSON.stringify(clean))).toBe(0)
})
