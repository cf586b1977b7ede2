/** Sub-agents: the call that spawns them, their own chain in the client's layout, and what comes back. */
import type { AgentLayout } from './client.ts'
import { appendCall } from './reply.ts'
import { projectFolder, type Fields, type Line } from './session.ts'
import { appendRow, openThread, type Call, type Thread } from './thread.ts'
import { appendResult } from './tool-result.ts'
import { appendPrompt } from './user-row.ts'

export interface SubAgentOptions {
  readonly layout?: AgentLayout
  /** The agent type, such as `Explore`. */
  readonly type?: string
  readonly prompt: string
  readonly description?: string
  readonly model?: string
  /** Id of the spawning call. */
  readonly id?: string
  readonly agentId?: string
  /** What the agent reports; default its last text. */
  readonly report?: string
  /** The parent does not wait: it is told at once that the agent started. */
  readonly background?: boolean
}

export interface SubAgentRun extends SubAgentOptions {
  readonly play: (thread: Thread) => void
}

interface Told {
  lastText: string
  tools: string[]
  tokens: number
}

function listen(record: Fields, told: Told): void {
  const message = record['message'] as Fields | undefined
  if (record['type'] !== 'assistant' || message === undefined) return
  const block = (message['content'] as readonly Fields[])[0]
  if (block?.['type'] === 'text') told.lastText = String(block['text'])
  if (block?.['type'] === 'tool_use') told.tools.push(String(block['name']))
}

function progressWriter(parent: Thread, call: Call, agentId: string, prompt: string): (record: Fields) => void {
  return (record) => {
    const { type, message, uuid, timestamp, requestId } = record as Record<string, unknown>
    const wrapped = { type, timestamp, message, ...(requestId === undefined ? {} : { requestId }), uuid }
    const data = { message: wrapped, normalizedMessages: [], type: 'agent_progress', prompt, agentId }
    const waiting = parent.nowMs
    parent.nowMs = Date.parse(String(timestamp))
    appendRow(parent, { type: 'progress', data, toolUseID: `agent_${call.id}`, parentToolUseID: call.id })
    parent.nowMs = waiting
  }
}

function fileOf(thread: Thread, layout: AgentLayout, agentId: string): string {
  const { cwd, id } = thread.session
  return layout === 'flat' ? `${projectFolder(cwd)}/agent-${agentId}.jsonl` : `${projectFolder(cwd)}/${id}/subagents/agent-${agentId}.jsonl`
}

function fileWriter(thread: Thread, path: string): (record: Fields) => void {
  const lines: Line[] = []
  thread.session.otherFiles.set(path, lines)
  return (record) => lines.push({ kind: 'record', record })
}

function describe(parent: Thread, run: SubAgentOptions, call: Call, path: string, depth: number): void {
  if (parent.session.client.version === '1.0.128' || parent.session.client.version === '2.0.76') return
  const meta = {
    agentType: run.type ?? 'general-purpose',
    isBuiltIn: true,
    description: run.description ?? run.prompt.slice(0, 40),
    toolUseId: call.id,
    ...(parent.agent === undefined ? {} : { parentAgentId: parent.agent.id }),
    spawnDepth: depth,
    requestShape: run.background === true ? 'background' : 'foreground',
    model: run.model ?? parent.model,
    finished: true,
  }
  parent.session.otherFiles.set(path.replace(/jsonl$/, 'meta.json'), [{ kind: 'raw', text: JSON.stringify(meta) }])
}

function writerFor(parent: Thread, run: SubAgentRun, layout: AgentLayout, call: Call, agentId: string): (record: Fields) => void {
  if (layout === 'progress') return progressWriter(parent, call, agentId, run.prompt)
  if (layout === 'inline') return (record) => parent.session.main.push({ kind: 'record', record })
  const path = fileOf(parent, layout, agentId)
  if (layout === 'nested') describe(parent, run, call, path, (parent.agent?.depth ?? 0) + 1)
  return fileWriter(parent, path)
}

function play(parent: Thread, run: SubAgentRun, call: Call): { readonly thread: Thread; readonly told: Told; readonly agentId: string } {
  const { client, ids } = parent.session
  const layout = run.layout ?? client.agentLayout
  const agentId = run.agentId ?? (client.agentIdLength === 7 ? `a${ids.hex(6)}` : `a${ids.hex(16)}`)
  const write = writerFor(parent, run, layout, call, agentId)
  const told: Told = { lastText: '', tools: [], tokens: 0 }
  const agent = { id: agentId, named: layout !== 'inline', type: run.type ?? 'general-purpose', depth: (parent.agent?.depth ?? 0) + 1 }
  const watched = (record: Fields): void => {
    listen(record, told)
    write(record)
  }
  const thread = openThread(parent.session, watched, { nowMs: parent.nowMs, contextTokens: 8_200, agent, model: run.model ?? parent.model })
  thread.promptId = parent.promptId
  appendPrompt(thread, run.prompt, { after: 60 })
  run.play(thread)
  told.tokens = thread.contextTokens + (thread.reply?.outputTokens ?? 0)
  return { thread, told, agentId }
}

function newestFields(run: SubAgentOptions, parent: Thread, told: Told): Fields {
  if (parent.session.client.version !== '2.1.330') return {}
  const reads = told.tools.filter((tool) => tool === 'Read').length
  const runs = told.tools.filter((tool) => tool === 'Bash').length
  const toolStats = {
    readCount: reads,
    searchCount: 0,
    bashCount: runs,
    editFileCount: 0,
    linesAdded: 0,
    linesRemoved: 0,
    otherToolCount: told.tools.length - reads - runs,
  }
  return {
    agentType: run.type ?? 'general-purpose',
    toolsUsed: [...new Set(told.tools)],
    resolvedModel: run.model ?? parent.model,
    toolStats,
    canContinueAgent: true,
  }
}

function report(parent: Thread, run: SubAgentRun, call: Call, done: ReturnType<typeof play>): void {
  const { told, agentId, thread } = done
  const content = [{ type: 'text', text: run.report ?? told.lastText }]
  const named = parent.session.client.agentIdLength === 0 ? {} : { agentId }
  const usage = { input_tokens: 5, cache_creation_input_tokens: 400, cache_read_input_tokens: told.tokens - 405, output_tokens: 240 }
  const totals = { totalDurationMs: thread.nowMs - parent.nowMs, totalTokens: told.tokens, totalToolUseCount: told.tools.length, usage }
  const toolUseResult = { status: 'completed', prompt: run.prompt, ...named, ...newestFields(run, parent, told), content, ...totals }
  parent.nowMs = Math.max(parent.nowMs, thread.nowMs)
  const pointer =
    parent.session.client.version === '2.1.42' ? [{ type: 'text', text: `agentId: ${agentId} (to continue this agent's work)` }] : []
  appendResult(parent, call.id, [...content, ...pointer], { toolUseResult, after: 40 })
}

function launched(parent: Thread, run: SubAgentRun, call: Call, agentId: string): void {
  const { client, cwd, id } = parent.session
  const outputFile = `/tmp/claude/${projectFolder(cwd)}/${id}/tasks/${agentId}.output`
  const text = `The agent was started in the background. agentId: ${agentId}, output: ${outputFile}`
  const known = { isAsync: true, status: 'async_launched', agentId, description: run.description ?? '', prompt: run.prompt, outputFile }
  const newest =
    client.version === '2.1.330' ? { resolvedModel: run.model ?? parent.model, canReadOutputFile: true, canContinueAgent: true } : {}
  appendResult(parent, call.id, [{ type: 'text', text }], { toolUseResult: { ...known, ...newest }, after: 40 })
}

/** Spawns agents in one reply; they run at the same time, and their results come in the order of the calls. */
export function appendSubAgents(parent: Thread, runs: readonly SubAgentRun[]): readonly string[] {
  const calls = runs.map((run) => {
    const input = {
      description: run.description ?? run.prompt.slice(0, 40),
      prompt: run.prompt,
      subagent_type: run.type ?? 'general-purpose',
    }
    const shown = run.background === true ? { ...input, run_in_background: true } : input
    appendCall(parent, parent.session.client.agentTool, shown, run.id === undefined ? {} : { id: run.id })
    return parent.openCalls.at(-1)
  })
  const done = runs.map((run, at) => {
    const call = calls[at]
    if (call === undefined) throw new Error('a spawning call got lost')
    return { run, call, ended: play(parent, run, call) }
  })
  for (const { run, call, ended } of done) {
    if (run.background === true) launched(parent, run, call, ended.agentId)
    else report(parent, run, call, ended)
  }
  return done.map(({ ended }) => ended.agentId)
}
