/** Follows the steps of a chain, and says the state of the work after any of them. */
import { textIn } from '../../model/json-object.ts'
import type { RecordPlace } from '../ledger-message.ts'
import type { CallStep, PromptStep, ResponseStep, ResultStep, Step } from '../recorded-steps.ts'
import { handedPlan, isSetting, planTitle, subjectOf, writtenPlan } from '../work-facts.ts'
import { ChangedFiles } from './changed-files.ts'
import { Decisions } from './decisions.ts'
import { nextIn } from './next-step.ts'
import { oneLine } from '../../model/format/one-line.ts'
import { Plan } from './plan.ts'
import { Validations } from './validations.ts'
import type { StatedError, StatedText, UnseenAgents, WorkState } from './work-state.ts'

/** Greetings, and commands without arguments: the next prompt says what is wanted. */
const isNoGoal = ({ text, isCommand }: PromptStep): boolean =>
  (isCommand && !/\s/.test(text)) || /^(?:hi|hello|hey|hallo|test|ping|thanks|ok|yes|continue|go on)\W*$/i.test(text.trim())

/** What a person asked for; of a plan that is handed over the title, since the plan is a part of the state. */
const said = ({ text, place }: PromptStep): StatedText => {
  const plan = handedPlan(text)
  return { text: plan === undefined ? text : `Implement the plan: ${planTitle(plan)}`, guess: false, place }
}

const isSettingStep = (step: Step): boolean => step.kind === 'prompt' && step.isCommand && isSetting(step.text)

export class WorkStateReader {
  readonly #files = new ChangedFiles()
  readonly #plan = new Plan()
  readonly #decisions = new Decisions()
  readonly #validations = new Validations()
  readonly #recorded: ReadonlySet<string>
  readonly #agents = new Map<string, CallStep>()
  #goal: PromptStep | undefined
  #request: PromptStep | undefined
  #writtenPlan: string | undefined
  /** The last request to the API failed, and nothing came after it. */
  #failure: StatedError | undefined
  #lastResponse: ResponseStep | undefined
  #last: Step | undefined
  #stoppedAt: RecordPlace | undefined

  /** @param recorded ids of calls whose sub-agents have records */
  constructor(recorded: ReadonlySet<string> = new Set()) {
    this.#recorded = recorded
  }

  add(step: Step): void {
    // Such a command, the end of the client included, is no next step.
    if (isSettingStep(step)) return
    this.#last = step
    switch (step.kind) {
      case 'prompt':
        this.#stoppedAt = undefined
        this.#prompt(step)
        return
      case 'response':
        this.#failure = undefined
        this.#lastResponse = step
        return
      case 'call':
        this.#failure = undefined
        this.#call(step)
        return
      case 'result':
        if (step.call !== undefined) this.#result(step.call, step)
        return
      case 'failure':
        this.#failure = { tool: 'API', subject: 'request', text: oneLine(step.text).slice(0, 300), place: step.place }
        return
      case 'stop':
        this.#stoppedAt = step.place
        return
      default:
    }
  }

  /** A step of a sub-agent: what it changed and validated counts, the rest concerns the sub-agent alone. */
  addOfAgent(step: Step, by: string): void {
    if (step.kind !== 'result' || step.call === undefined) return
    this.#files.add(step.call, step, by)
    if (step.refusal === null) this.#validations.validate(step.call, step)
  }

  #prompt(step: PromptStep): void {
    if (step.isCommand) {
      this.#goal ??= step
      return
    }
    const plan = handedPlan(step.text)
    if (plan !== undefined) this.#plan.setPlan(plan, step.place)
    if (this.#goal === undefined || isNoGoal(this.#goal)) this.#goal = step
    else {
      this.#request = step
      if (step.isOfPerson) this.#decisions.instruct(step, this.#lastResponse?.text.trimEnd().endsWith('?') ?? false)
    }
  }

  #call(call: CallStep): void {
    this.#writtenPlan = writtenPlan(call) ?? this.#writtenPlan
    if (call.does === 'agent') this.#agents.set(call.id, call)
    if (call.does === 'todo') this.#plan.setTodos(call)
  }

  #result(call: CallStep, result: ResultStep): void {
    if (result.answers !== null) this.#decisions.answer(result)
    if (call.does === 'approve') this.#approval(call, result)
    else if (result.refusal === 'refused') this.#decisions.reject(call, result)
    this.#files.add(call, result, null)
    if (result.refusal !== null) {
      this.#agents.delete(call.id)
      return
    }
    if (!result.isError) this.#decisions.allow(call)
    this.#validations.validate(call, result)
    this.#validations.addError(call, result)
    if (call.does === 'notes' && !result.isError) this.#plan.addTask(call, result)
  }

  #approval(call: CallStep, result: ResultStep): void {
    const plan = textIn(call.input, 'plan') ?? textIn(result.beside, 'plan') ?? this.#writtenPlan
    if (result.refusal === 'refused') this.#decisions.refuse(result, plan)
    if (result.refusal !== null || result.isError) return
    if (plan !== undefined) this.#plan.setPlan(plan, call.place)
    this.#decisions.approve(result, plan)
  }

  #next(): StatedText | null {
    const last = this.#last
    if (this.#stoppedAt !== undefined) return { text: 'n/a: the person stopped the agent', guess: false, place: this.#stoppedAt }
    if (last?.kind === 'prompt') return { ...said(last), text: oneLine(last.text).slice(0, 400) }
    if (last?.kind === 'call') return { text: `${last.tool} ${subjectOf(last).slice(0, 200)} was called`, guess: false, place: last.place }
    const response = this.#lastResponse
    const text = response === undefined ? undefined : nextIn(response.text)
    if (response !== undefined && text !== undefined) return { text, guess: true, place: response.place }
    return this.#plan.next() ?? null
  }

  #unseen(): UnseenAgents | null {
    const unseen = [...this.#agents.values()].filter(({ id }) => !this.#recorded.has(id))
    const last = unseen.at(-1)
    if (last === undefined) return null
    const names = [...new Set(unseen.map(({ input }) => textIn(input, 'subagent_type') ?? 'sub-agent'))]
    return { count: unseen.length, names, place: last.place }
  }

  state(): WorkState {
    const [newest, ...earlier] = this.#validations.validations()
    const [goal, request] = [this.#goal, this.#request]
    return {
      goal: goal === undefined ? null : said(goal),
      request: request === undefined ? null : said(request),
      plan: this.#plan.items(),
      files: this.#files.all(),
      unseenAgents: this.#unseen(),
      validation: newest === undefined ? null : { ...newest, earlier },
      errors: [...(this.#failure === undefined ? [] : [this.#failure]), ...this.#validations.open(this.#last?.turn ?? 0)],
      decisions: this.#decisions.all(),
      next: this.#next(),
    }
  }
}
