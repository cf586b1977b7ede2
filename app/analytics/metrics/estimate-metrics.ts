/** Metrics of estimated tokens: how far off they are. */
import { allGroupings, at, chain, chars, group, line, ratio, rowsOf, sessionId, share, sourceId, tally, tokens, words } from './metric.ts'
import { weightsMade } from '../../model/estimate-tokens.ts'
import type { Metric } from './metric.ts'
import estimateError from './estimate-error.sql?raw'
import estimateSteps from './estimate-steps.sql?raw'

const step = 'A step is what was added to a context from one reply to the next, with no compaction between them.'
const whole =
  'difference between the estimated and the recorded size of the context, over the recorded size: what is in front of a step is known from usage'
const added = 'difference between estimated and recorded tokens of a step, over the recorded tokens'
const sum = 'Estimated tokens of all steps over recorded ones, less 1: negative where too few are estimated'
const rule = 'by the rule of 4 characters a token'

export const estimateMetrics = {
  'estimate-error': {
    sql: estimateError,
    group: 'context',
    columns: {
      group_name: group,
      steps: tally('Steps', step, rowsOf('estimate-steps')),
      context_error: share('Context error', `Median ${whole}.`),
      context_error_p90: share('Context p90', `90th percentile of the ${whole}.`),
      growth_error: share('Step error', `Median ${added}.`),
      growth_error_p90: share('Step p90', `90th percentile of the ${added}.`),
      bias: share('Bias', `${sum}.`),
      rule_error: share('Rule error', `Step error ${rule}.`),
      rule_bias: share('Rule bias', `Bias ${rule}.`),
      chars_per_token: ratio('Characters a token', 'Median of the characters of a step for each recorded token.'),
    },
    groupings: allGroupings,
    notes: ['steps in which the context did not grow are excluded: the client left something out', `weights: ${weightsMade}`],
  },
  'estimate-steps': {
    sql: estimateSteps,
    group: 'context',
    columns: {
      session_id: sessionId,
      chain,
      occurred_at: at('Time', 'Time of the reply with which the step begins.', { absent: 'no time is recorded' }),
      model: words('Model', 'Model that wrote it.'),
      growth: tokens('Recorded', 'Tokens by which the next request was larger.'),
      estimate: tokens('Estimated', 'Tokens of the step by the weights of its model.'),
      response: chars('Responses', 'Characters of responses.'),
      thinking: chars('Thinking', 'Characters of thinking.'),
      tool_call: chars('Calls', 'Characters of the input of tool calls.'),
      tool_result: chars('Results', 'Characters of tool results.'),
      prompt: chars('Prompts', 'Characters of prompts.'),
      injected: chars('Injected', 'Characters that the client injected.'),
      calls: tally('Number of calls', 'Tool calls of the reply.'),
      source_id: sourceId,
      line,
    },
    groupings: [],
  },
} as const satisfies Readonly<Record<string, Metric>>
