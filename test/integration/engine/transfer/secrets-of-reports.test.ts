/** Keys of a service that few know, a signature that seems to have a key in it, and code that speaks of keys. */
import { expect, test } from 'vitest'
import { reportShape, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'

test('keys are redacted, signed thinking is unchanged, and code that mentions keys is unchanged', async (context) => {
  const { projects } = reportShape(sharedOrSkip(context), '43-secrets')
  const store = tempDir()
  await importInto(store, [projects])
  await withEngine(store, async (engine) => {
    const commitId = (await engine.ask('chain.log', {})).commits[0]?.commitId ?? ''
    for (const target of ['claude-code', 'messages', 'events-v1', 'bureau-agent-v1', 'markdown', 'html'] as const) {
      const { content } = await engine.ask('export.make', { commitId, target, stop: 'root', redact: true })
      const text = Buffer.from(content ?? []).toString('utf8')
      expect(text, target).not.toContain('7f91c2d8e4a6b3f0')
      expect(text, target).not.toContain('ghp_7F9a2B4c')
      expect(text.replaceAll('&quot;', '"').replaceAll('\\"', '"'), target).toMatch(/apiKey == "" is a comparison/)
      expect(text.includes('EqQB-AIzaSyD4x8kQ2mN7pR1tV5wX9zB3cF6hJ0lM4n-CkYIAb3'), target).toBe(text.includes('EqQB-'))
    }
  })
})
