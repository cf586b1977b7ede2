/** A name is one name in each of its Unicode forms: every filter that takes a text, in every metric and list. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { metricCatalog } from '../../../../app/analytics/metrics/metric-catalog.ts'
import type { CallInput, EngineCallName } from '../../../../app/contract/calls.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { rounds } from '../../../support/rounds.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

/** Names with Hangul, Latin and kana that have a composed and a decomposed form. */
const names = {
  project: '/p/한글 Übersicht',
  tool: 'mcp__prüfer__zähle',
  server: 'prüfer',
  model: 'modèle-ガ-4',
  agentType: 'Prüfer-한',
  file: '/p/한글 Übersicht/größe-가.ts',
  kind: 'béta',
} as const

const forms = ['NFC', 'NFD'] as const

/** One session has every name composed, the other one decomposed. */
const talk = (form: (typeof forms)[number]) => {
  const own = (name: keyof typeof names): string => names[name].normalize(form)
  return conversation({ sessionId: `forms-${form}`, seed: form, cwd: own('project'), model: own('model') })
    .human('Count it')
    .calls(own('tool'), { file_path: own('file') })
    .result('last', 'forty')
    .reads(own('file'), 'const size = 1')
    .edits(own('file'), 'const size = 1', 'const size = 2')
    .subagent({ type: own('agentType'), prompt: 'Look', model: own('model') }, (agent) =>
      agent
        .calls(own('tool'), { file_path: own('file') })
        .result('last', 'two')
        .agent('Two.'),
    )
    .agent('Forty.')
    .row({
      type: 'assistant',
      sessionKind: own('kind'),
      message: {
        id: 'msg_kind',
        role: 'assistant',
        model: own('model'),
        content: [{ type: 'text', text: 'Done.' }],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    })
}

let store = ''
beforeAll(async () => {
  store = tempDir()
  for (const form of forms) await importInto(store, [writeConversation(tempDir(), talk(form)).projects])
})

/** Each character of a name composed or decomposed, as it comes. */
const anyForm = (name: string): fc.Arbitrary<string> => {
  const characters = Array.from(name.normalize('NFC'))
  return fc
    .array(fc.boolean(), { minLength: characters.length, maxLength: characters.length })
    .map((flags) => characters.map((character, at) => character.normalize(flags[at] === true ? 'NFC' : 'NFD')).join(''))
}

type Asked = { readonly [N in EngineCallName]: readonly [call: N, input: CallInput<N>] }[EngineCallName]
type Typed = Readonly<Record<keyof typeof names, string>>

/** Every call with a filter that takes a name, and what it counts in both sessions. */
const lists = ({ project, tool, model, agentType, file, kind }: Typed): readonly (readonly [Asked, total: number])[] => [
  [['sessions.list', { project, everything: true }], 2],
  [['sessions.list', { tool, everything: true }], 2],
  [['sessions.list', { model, everything: true }], 2],
  [['sessions.list', { sessionKind: kind, everything: true }], 2],
  [['sessions.list', { text: `model:"${model}"`, everything: true }], 2],
  [['sessions.list', { text: `project:"${project}"`, everything: true }], 2],
  [['files.list', { project }], 2],
  [['files.list', { text: file.slice(-6) }], 2],
  [['files.versions', { path: file }], 8],
  [['ledger.records', { project, class: 'human_prompt' }], 2],
  [['chain.log', { tool }], 4],
  [['chain.log', { file }], 4],
  [['chain.log', { tool, file: file.slice(file.lastIndexOf('/') + 1) }], 4],
  [['chain.log', { agentType }], 2],
  [['search.run', { text: `project:"${project}" forty`, zone: 'UTC' }], 2],
  [['search.run', { text: `tool:${tool}`, zone: 'UTC' }], 2],
  [['search.run', { text: `model:${model} forty`, zone: 'UTC' }], 2],
  [['search.run', { text: `file:${file.slice(-6)}`, zone: 'UTC' }], 2],
]

const totalOf = async (engine: Engine, [name, input]: Asked): Promise<number> => {
  const answer = await engine.call(name, input)
  if (!answer.ok) throw new Error(answer.failure.message)
  return (answer.value as { readonly total: number }).total
}

const typed = fc.record({
  project: anyForm(names.project),
  tool: anyForm(names.tool),
  server: anyForm(names.server),
  model: anyForm(names.model),
  agentType: anyForm(names.agentType),
  file: anyForm(names.file),
  kind: anyForm(names.kind),
})

test('every list that takes a name finds both forms, typed in either', { timeout: 300_000 }, async () => {
  await withEngine(store, (engine) =>
    fc.assert(
      fc.asyncProperty(typed, async (given) => {
        for (const [asked, total] of lists(given)) expect([asked, await totalOf(engine, asked)]).toEqual([asked, total])
      }),
      { seed: 47, numRuns: rounds(4, 60), examples: [[names]] },
    ),
  )
})

const filtersOfMetrics = ['project', 'model', 'agentType'] as const
const parametersOfMetrics = ['tool', 'server'] as const

/** Every metric with every filter by name that it accepts. */
const asked = (given: Typed): readonly CallInput<'analytics.ask'>[] =>
  Object.entries(metricCatalog).flatMap(([name, { cannot, parameters, needs, choices }]) => {
    if (needs?.some((need) => need === 'session' || need === 'commit') === true) return []
    const common = { name, zone: 'UTC' } as const
    return [
      ...filtersOfMetrics.flatMap((filter) =>
        cannot?.[filter] === undefined ? [{ ...common, filters: { [filter]: given[filter] } }] : [],
      ),
      ...parametersOfMetrics.flatMap((parameter) =>
        parameters?.includes(parameter) === true && choices?.[parameter] === undefined
          ? [{ ...common, parameters: { [parameter]: given[parameter] } }]
          : [],
      ),
    ]
  })

test('every metric has the same rows for each form of the name that restricts it', { timeout: 300_000 }, async () => {
  await withEngine(store, async (engine) => {
    const rowsOf = async (input: CallInput<'analytics.ask'>) => (await engine.ask('analytics.ask', input)).rows
    const right: unknown[] = []
    for (const input of asked(names)) right.push(await rowsOf(input))
    expect(right.length).toBeGreaterThan(60)
    await fc.assert(
      fc.asyncProperty(typed, async (given) => {
        for (const [at, input] of asked(given).entries()) expect([input, await rowsOf(input)]).toEqual([input, right[at]])
      }),
      {
        seed: 47,
        numRuns: rounds(1, 20),
        examples: [[Object.fromEntries(Object.entries(names).map(([key, name]) => [key, name.normalize('NFD')])) as Typed]],
      },
    )
  })
})

test('a metric that groups by a name has one row for both of its forms', async () => {
  await withEngine(store, async (engine) => {
    const rows = async (name: string, by: 'total' | 'project' | 'model' | 'agent-type'): Promise<readonly unknown[]> =>
      (await engine.ask('analytics.ask', { name, by, zone: 'UTC' })).rows
    expect(await rows('tools', 'total')).toContainEqual(expect.objectContaining({ tool_name: names.tool, server: names.server, calls: 4 }))
    expect(await rows('amplification', 'project')).toEqual([expect.objectContaining({ group_name: names.project })])
    expect(await rows('tokens', 'model')).toEqual([expect.objectContaining({ group_name: names.model })])
    expect(await rows('tokens', 'agent-type')).toContainEqual(expect.objectContaining({ group_name: names.agentType }))
    for (const form of forms) {
      const ledgers = await engine.ask('ledger.show', { project: names.project.normalize(form) })
      expect(ledgers.map(({ group, prompts }) => [group, prompts.humanPrompts])).toEqual([[names.project, 2]])
    }
    expect((await engine.ask('stats.by', { by: 'project' })).map(({ group }) => group)).toEqual([names.project])
    expect((await engine.ask('cost.show', { by: 'project' })).groups.map(({ group }) => group)).toEqual([names.project])
    const listed = await engine.ask('sessions.list', { everything: true })
    expect(listed.projects.map(({ project, sessions }) => [project, sessions])).toEqual([[names.project, 2]])
  })
})
