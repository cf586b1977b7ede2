/** The messages of a recorded session by topic: what a context strategy chooses from. docs/packs.md has the table. */
import { textIn } from '../model/json-object.ts'
import type { LedgerMessage } from './ledger-message.ts'
import type { CallStep, PromptStep, ResponseStep, ResultStep, Step } from './recorded-steps.ts'
import { validationIn } from './validation-commands.ts'
import { judgeValidation } from './validation-outcome.ts'
import { wordsOfRefusal } from '../conversation/refusal-words.ts'
import { changesOf, handedPlan, isSetting, subjectOf, todosOf, writtenPlan, type TodoItem } from './work-facts.ts'

type Message = Omit<LedgerMessage, 'step' | 'at' | 'place'>

const person = 'person'
const agent = 'agent'

/** Longer texts of one message are cut; a plan is shown whole. */
const maxText = 20_000
const maxCompact = 600

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length)} …`)

const todoLines = (items: readonly TodoItem[]): string =>
  items.map(({ text, done, isActive }) => `- [${done === true ? 'x' : ' '}] ${text}${isActive ? ' (in progress)' : ''}`).join('\n')

const messageOf = (topic: string, sender: string, text: string): Message => {
  const whole = cut(text, maxText)
  return { topic, sender, text: whole, ...(whole.length > maxCompact ? { compact: cut(whole, maxCompact) } : {}) }
}

const isReview = (call: CallStep): boolean =>
  call.does === 'agent' && /review/i.test(`${textIn(call.input, 'subagent_type') ?? ''} ${textIn(call.input, 'description') ?? ''}`)

const isPlanner = (call: CallStep): boolean => call.does === 'agent' && /(?:^|[:_-])plan/i.test(textIn(call.input, 'subagent_type') ?? '')

const agentName = (call: CallStep): string => textIn(call.input, 'subagent_type') ?? 'sub-agent'

const validationText = (call: CallStep, result: ResultStep): string | undefined => {
  const command = call.does === 'shell' || call.does === 'other-shell' ? textIn(call.input, 'command') : undefined
  const validation = command === undefined ? undefined : validationIn(command)
  if (command === undefined || validation === undefined) return undefined
  const { outcome, exitCode, by, lines } = judgeValidation(validation, result)
  const status = exitCode === null ? '' : `, exit status ${exitCode}`
  const source = by === 'output' ? ', as the output says' : ''
  return [`${validation.kinds.join(' and ')} ${outcome}${status}${source}: ${command}`, ...lines].join('\n')
}

/** Facts of the turn that is read. */
interface Turn {
  changedFiles: number
  calls: number
  looked: number
  lastResponse: ResponseStep | undefined
  isReview: boolean
}

const newTurn = (isReviewTurn = false): Turn => ({ changedFiles: 0, calls: 0, looked: 0, lastResponse: undefined, isReview: isReviewTurn })

const lookingKinds = new Set(['read', 'read-notebook', 'find', 'web', 'shell', 'agent', 'other'])

class TopicReader {
  readonly messages: LedgerMessage[] = []
  lastTaskEnd: number | undefined
  lastAgentStart: number | undefined
  readonly #agents = new Map<string, CallStep>()
  #turn = newTurn()
  #hasIssue = false
  readonly #commands: PromptStep[] = []
  #writtenPlan: string | undefined
  #hasPlan = false
  #tasks = 0
  readonly #changing: ReadonlySet<number>

  constructor(changing: ReadonlySet<number>) {
    this.#changing = changing
  }

  read(step: Step): void {
    if (step.kind === 'prompt') this.#endTurn()
    this.#step(step)
    if (this.#changing.has(step.step)) this.#turn.changedFiles += 1
  }

  #step(step: Step): void {
    switch (step.kind) {
      case 'prompt':
        this.#turn = newTurn(step.isCommand && /review/i.test(step.text.split(/\s/, 1)[0] ?? ''))
        this.lastTaskEnd = step.step
        this.#issue(step)
        return
      case 'response':
        this.#turn.lastResponse = step
        return
      case 'call':
        this.#call(step)
        return
      case 'result':
        this.#result(step)
        return
      case 'notice':
        this.#notice(step)
        return
      case 'end':
        this.lastTaskEnd = step.step
        return
      default:
    }
  }

  end(): void {
    this.#endTurn()
    const [first] = this.#commands
    if (!this.#hasIssue && first !== undefined) this.#open(first)
    this.messages.sort((a, b) => a.step - b.step)
  }

  /** The first prompt; a command without arguments only where nothing else is said. */
  #issue(step: PromptStep): void {
    const plan = handedPlan(step.text)
    if (this.#hasIssue || (step.isCommand && isSetting(step.text))) {
      if (plan !== undefined) this.#plan(step, agent, plan)
      return
    }
    if (step.isCommand && !/\s/.test(step.text)) this.#commands.push(step)
    else this.#open(step)
    if (plan !== undefined) this.#plan(step, agent, plan)
  }

  #open(step: PromptStep): void {
    this.#hasIssue = true
    this.#publish(step, messageOf('ISSUE_OPENED', step.isOfPerson ? person : agent, step.text))
  }

  #publish({ step, at, place }: Step, message: Message): void {
    this.messages.push({ ...message, step, at, place })
  }

  #plan(step: Step, sender: string, text: string): void {
    this.#hasPlan = true
    this.#publish(step, messageOf('PLAN_READY', sender, text))
  }

  #call(call: CallStep): void {
    this.#turn.calls += 1
    this.#writtenPlan = writtenPlan(call) ?? this.#writtenPlan
    if (lookingKinds.has(call.does)) this.#turn.looked += 1
    if (call.does === 'agent') this.lastAgentStart = call.step
    if (call.does === 'approve') {
      const plan = textIn(call.input, 'plan') ?? this.#writtenPlan
      if (plan !== undefined) this.#plan(call, agent, plan)
    }
    if (call.does === 'todo') {
      const items = todosOf(call.input)
      if (items.length === 0) return
      if (!this.#hasPlan) this.#plan(call, agent, todoLines(items))
      else this.#publish(call, messageOf('WORKER_PROGRESS', agent, todoLines(items)))
    }
  }

  #result(result: ResultStep): void {
    const { call } = result
    if (result.refusal === 'refused') {
      const about = call === undefined ? 'a call' : `${call.tool} ${cut(subjectOf(call), 200)}`
      const words = wordsOfRefusal(result.text)
      this.#publish(result, messageOf('VALIDATION_RESULT', person, `rejected: ${about}${words === undefined ? '' : `\n${words}`}`))
      return
    }
    if (call === undefined || result.refusal !== null) return
    if (isChange(result)) this.#turn.changedFiles += 1
    const validation = validationText(call, result)
    if (validation !== undefined) this.#publish(result, messageOf('VALIDATION_RESULT', agent, validation))
    if (call.does === 'agent') this.#agentResult(call, result)
    if (call.does === 'notes' && !result.isError) this.#taskUpdate(call)
  }

  #taskUpdate(call: CallStep): void {
    const subject = textIn(call.input, 'subject')
    if (call.tool === 'TaskCreate' && subject !== undefined) {
      this.#tasks += 1
      if (!this.#hasPlan || this.#tasks === 1) this.#plan(call, agent, `- [ ] ${subject}`)
      else this.#publish(call, messageOf('WORKER_PROGRESS', agent, `task added: ${subject}`))
    } else if (call.tool === 'TaskUpdate') {
      const [id, status] = [textIn(call.input, 'taskId') ?? '', textIn(call.input, 'status')]
      if (status !== undefined)
        this.#publish(call, messageOf('WORKER_PROGRESS', agent, `task ${id}: ${status}${subject === undefined ? '' : `, ${subject}`}`))
    }
  }

  #agentResult(call: CallStep, result: ResultStep): void {
    if (result.isInBackground) {
      this.#agents.set(call.id, call)
      return
    }
    this.#report(call, result, result.text)
  }

  /** The result of a sub-agent in the background comes in a notice that names the call. */
  #notice(step: Extract<Step, { kind: 'notice' }>): void {
    const [, id] = /<tool-use-id>([^<]+)<\/tool-use-id>/.exec(step.text) ?? []
    const call = this.#agents.get(id?.trim() ?? '')
    const [, result] = /<result>([^]*?)<\/result>/.exec(step.text) ?? []
    if (call !== undefined && result !== undefined) this.#report(call, step, result.trim())
  }

  #report(call: CallStep, step: Step, text: string): void {
    if (text.trim() === '') return
    const name = agentName(call)
    this.#publish(step, messageOf('INVESTIGATION_COMPLETE', name, text))
    if (isReview(call)) this.#publish(step, messageOf('VALIDATION_RESULT', name, text))
    if (isPlanner(call)) this.#plan(step, name, text)
  }

  #endTurn(): void {
    const { lastResponse, changedFiles, looked, isReview: wasReview } = this.#turn
    if (lastResponse === undefined) return
    if (changedFiles > 0) {
      this.#publish(lastResponse, messageOf('WORKER_PROGRESS', agent, lastResponse.text))
      this.#publish(lastResponse, messageOf('IMPLEMENTATION_READY', agent, lastResponse.text))
    } else if (looked > 0) this.#publish(lastResponse, messageOf('INVESTIGATION_COMPLETE', agent, lastResponse.text))
    if (wasReview) this.#publish(lastResponse, messageOf('VALIDATION_RESULT', agent, lastResponse.text))
  }
}

export interface Topics {
  readonly messages: readonly LedgerMessage[]
  readonly lastTaskEnd: number | undefined
  readonly lastAgentStart: number | undefined
}

/** Whether it is the result of a call that changed files. */
export const isChange = (step: Step): boolean =>
  step.kind === 'result' && step.call !== undefined && !step.isError && step.refusal === null && changesOf(step.call, step).length > 0

/**
 * Deterministic; the messages are in the order of their steps.
 * @param changing numbers of the steps before which sub-agents changed files
 */
export const readTopics = (steps: readonly Step[], changing: ReadonlySet<number> = new Set()): Topics => {
  const reader = new TopicReader(changing)
  for (const step of steps) reader.read(step)
  reader.end()
  return { messages: reader.messages, lastTaskEnd: reader.lastTaskEnd, lastAgentStart: reader.lastAgentStart }
}
