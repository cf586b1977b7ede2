/** Whatever a transcript contains, the requests that are made of it keep the published rules of the Messages API. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claudeCodeTranscript } from '../../../app/export-forms/claude-code-transcript.ts'
import { isEmpty, readConversation } from '../../../app/conversation/conversation.ts'
import { messagesRequest } from '../../../app/export-forms/messages-request.ts'
import { atOnce } from '../../support/at-once.ts'
import { brokenApiRules, brokenTranscriptRules } from '../../support/broken-api-rules.ts'
import { uglyLines } from '../../support/ugly-conversation.ts'

const rules = { sessionId: '22222222-2222-4222-8222-222222222222', cwd: '/home/dev', gitBranch: 'main', forkedFrom: 'x' }
const runs = Number(process.env['STRATA_UGLY_RUNS'] ?? 200)
const seed = process.env['STRATA_UGLY_SEED'] === undefined ? {} : { seed: Number(process.env['STRATA_UGLY_SEED']) }

test(
  'a conversation with everything that the API refuses becomes a valid request and transcript',
  () => {
    fc.assert(
      fc.property(uglyLines(14), (lines) => {
        const bytes = Buffer.from(lines.join('\n'))
        const conversation = atOnce(readConversation({ pieces: [{ commitType: 'delta', bytes }], before: [] }))
        if (isEmpty(conversation)) return
        expect(brokenApiRules(messagesRequest(conversation).body)).toEqual([])
        expect(brokenTranscriptRules(atOnce(claudeCodeTranscript(conversation, rules)).bytes.toString())).toEqual([])
      }),
      { numRuns: runs, ...seed },
    )
  },
  60_000 + runs * 50,
)
