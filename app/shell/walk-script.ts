/** Follows the commands of a script in the order in which a shell runs them. */
import {
  type AndOr,
  type Command,
  type For,
  type If,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type Word,
  forEachChild,
  parse,
} from 'unbash'
import { type Argument, free, freeWords, headOf, textOf, withoutHead } from './argument.ts'
import { type Shell, write } from './call.ts'
import type { Changes } from './changes.ts'
import { assignedValue, expandWord } from './expand-word.ts'
import { settingMayRun } from './git-programs.ts'
import { runCommand } from './run-command.ts'
import { certaintyOf, hidesErrors, ownCertainty, pipedCertainty } from './certainty.ts'
import { type Certainty, type Outcome, type ShellState, bothWays, joinStates, notLast, unknownState, withVariable } from './shell-state.ts'

type Script = ReturnType<typeof parse>

/** Scripts in scripts: `bash -c "bash -c …"`. */
const maxDepth = 8

const declares = new Set(['export', 'declare', 'local', 'readonly', 'typeset'])

const after = ({ success, failure }: Outcome): ShellState | undefined => joinStates(success, failure)

/** `2>&1` and `>&-` name no file. */
const isDescriptor = (operator: string, target: Argument): boolean => operator === '>&' && /^(?:\d+-?|-)$/.test(textOf(target) ?? '')

/** A shell that reads commands and reports to `changes`. */
export const createShell = (changes: Changes): Shell => {
  let depth = 0

  /** The commands in `$(…)`, backquotes and `<(…)` of a node run in separate shells. */
  const runSubstitutions = (node: SyntaxNode, state: ShellState): void => {
    if (node.type === 'Script') {
      runScript(node, state, 'maybe')
      return
    }
    if ('script' in node && node.script === undefined) changes.any()
    forEachChild(node, (child) => runSubstitutions(child, state))
  }

  const runRedirects = (redirects: readonly Redirection[], state: ShellState): void => {
    for (const redirect of redirects) {
      runSubstitutions(redirect, state)
      if (redirect.type !== 'Redirect' || redirect.operator === '<' || redirect.operator === '<&') continue
      for (const target of redirect.target === undefined ? [[free]] : expandWord(redirect.target, state)) {
        if (!isDescriptor(redirect.operator, target)) write({ shell, state }, target)
      }
    }
  }

  /** Assignments without a command, or of `export` and the like. */
  const assign = (state: ShellState, name: string, value: Argument | undefined, isExported: boolean): ShellState => {
    const text = value === undefined ? undefined : textOf(value)
    if (settingMayRun(isExported ? 'exported' : 'environment', name, text)) changes.any()
    return withVariable(state, name, value)
  }

  const runAssignments = (command: Command, begin: ShellState): ShellState => {
    let state = begin
    const isExported = command.name !== undefined
    for (const part of [...command.prefix, ...command.args]) {
      if (part.type !== 'Assignment') continue
      const { name, value, append, index } = part
      const isPlain = value.type === 'Word' && append !== true && index === undefined
      state = assign(state, name, isPlain ? assignedValue(value, state) : undefined, isExported)
    }
    return state
  }

  const argumentsOf = (command: Command, state: ShellState): readonly Argument[] => {
    const words = command.args.filter((argument): argument is Word => argument.type === 'Word')
    return [...(command.name === undefined ? [] : [command.name]), ...words].flatMap((word) => expandWord(word, state))
  }

  /** `export "name=value"`, `local name`: assignments that are words to the parser. */
  const declareWords = (args: readonly Argument[], begin: ShellState): ShellState => {
    let state = begin
    for (const argument of args) {
      const [head, text] = [headOf(argument), textOf(argument)]
      const [, name] = /^(\w+)(?:=|$)/.exec(head) ?? []
      if (name !== undefined) state = assign(state, name, head.includes('=') ? withoutHead(argument, name.length + 1) : undefined, true)
      // Other attributes change how values are read.
      else if (!/^-[xrgpfF]+$/.test(text ?? '')) state = { ...state, variables: new Map() }
    }
    return state
  }

  const runSimple = (command: Command, begin: ShellState, certainty: Certainty): Outcome => {
    forEachChild(command, (child) => {
      if (child.type === 'Word' || child.type === 'Assignment') runSubstitutions(child, begin)
    })
    runRedirects(command.redirects, begin)
    const state = forgetAssigned(command, begin)
    const assigned = runAssignments(command, state)
    if (command.name === undefined) return bothWays(assigned)
    const args = argumentsOf(command, begin)
    if (!declares.has(command.name.value) && command.args.some(({ type }) => type === 'Assignment')) changes.any()
    return declares.has(command.name.value)
      ? bothWays(declareWords(args.slice(1), assigned))
      : runCommand(shell, args, state, ownCertainty(command, certainty))
  }

  /** `${x:=a}` and `$((x = 1))` give variables other values. */
  const forgetAssigned = (node: SyntaxNode, begin: ShellState): ShellState => {
    let state = begin
    const visit = (child: SyntaxNode): void => {
      if (child.type === 'ArithmeticWord') state = withVariable(state, child.value, undefined)
      if (child.type === 'ParameterExpansion' && child.operation?.type === 'Default')
        state = withVariable(state, child.parameter, undefined)
      if (child.type !== 'Script') forEachChild(child, visit)
    }
    if (state.variables.size > 0) visit(node)
    return state
  }

  const runAndOr = (node: AndOr, begin: ShellState, certainty: Certainty): Outcome => {
    const { commands, operators } = node
    let outcome: Outcome = { success: begin, failure: undefined }
    for (const [at, command] of commands.entries()) {
      const isOr = at > 0 && operators[at - 1] === '||'
      const from = isOr ? outcome.failure : outcome.success
      const next = runNode(command, from ?? unknownState, certaintyOf(node, at, certainty))
      if (isOr) outcome = { success: joinStates(outcome.success, next.success), failure: next.failure }
      else outcome = { success: next.success, failure: joinStates(outcome.failure, next.failure) }
    }
    return outcome
  }

  /** Each command of a pipeline runs in a separate shell; in some shells the last one does not. */
  const runPipeline = (node: Extract<SyntaxNode, { type: 'Pipeline' }>, state: ShellState, certainty: Certainty): Outcome => {
    const isNegated = node.prefixes.some(({ type }) => type === 'Negation')
    if (node.commands.length === 1) {
      const outcome = node.commands[0] === undefined ? bothWays(state) : runNode(node.commands[0], state, isNegated ? 'maybe' : certainty)
      return isNegated ? { success: outcome.failure, failure: outcome.success } : outcome
    }
    let last: ShellState | undefined
    for (const [at, command] of node.commands.entries()) {
      last = after(runNode(command, state, isNegated ? 'maybe' : pipedCertainty(node, at, certainty)))
    }
    return bothWays(joinStates(state, last))
  }

  const runList = (statements: readonly Statement[], begin: ShellState, certainty: Certainty): Outcome => {
    let outcome = bothWays(begin)
    for (const [at, { command, background }] of statements.entries()) {
      const state = after(outcome) ?? unknownState
      if (background === true) changes.detach()
      const own = at === statements.length - 1 ? certainty : notLast(certainty)
      const next = runNode(command, state, background === true ? 'maybe' : own)
      outcome = background === true ? bothWays(state) : next
    }
    return outcome
  }

  const runIf = ({ clause, then, elif, else: otherwise }: If, begin: ShellState): Outcome => {
    let clauseOutcome = runList(clause.commands, begin, 'maybe')
    let end = after(runList(then.commands, clauseOutcome.success ?? unknownState, 'maybe'))
    for (const branch of elif) {
      clauseOutcome = runList(branch.clause.commands, clauseOutcome.failure ?? unknownState, 'maybe')
      end = joinStates(end, after(runList(branch.then.commands, clauseOutcome.success ?? unknownState, 'maybe')))
    }
    const last =
      otherwise === undefined ? clauseOutcome.failure : after(runList(otherwise.commands, clauseOutcome.failure ?? unknownState, 'maybe'))
    return bothWays(joinStates(end, last))
  }

  /** A loop runs its body any number of times: until a state comes out that is already known. */
  const runLoop = (begin: ShellState, body: (state: ShellState) => ShellState | undefined): Outcome => {
    let state = begin
    for (let round = 0; round < 12; round++) {
      const next = joinStates(state, body(state)) ?? state
      const isKnown =
        next.folders === state.folders && next.shownFolders === state.shownFolders && next.variables.size === state.variables.size
      state = next
      if (isKnown) return bothWays(state)
    }
    body(unknownState)
    return bothWays(unknownState)
  }

  /** `for x in a b`: the body runs with each value; a pattern is several files, but one at a time. */
  const runFor = ({ name, wordlist, body }: For, begin: ShellState, certainty: Certainty): Outcome => {
    const words = wordlist?.flatMap((word) => expandWord(word, begin)) ?? [[freeWords]]
    const values = words.map((value) => (value.includes(freeWords) ? [free] : value))
    const runValues = (state: ShellState): ShellState | undefined => {
      let end: ShellState | undefined = state
      for (const value of values) {
        if (changes.isStopped()) break
        end = joinStates(end, after(runList(body.commands, withVariable(end ?? unknownState, name.value, value), notLast(certainty))))
      }
      return end
    }
    const isWritten = values.every((value) => value.every((piece) => piece.kind === 'text'))
    return isWritten ? bothWays(runValues(begin)) : runLoop(begin, runValues)
  }

  const runInside = (node: SyntaxNode, state: ShellState): Outcome => {
    let end: ShellState | undefined = state
    const visit = (child: SyntaxNode): void => {
      if (child.type === 'CompoundList') end = joinStates(end, after(runList(child.commands, end ?? unknownState, 'maybe')))
      else if (child.type === 'CaseItem') forEachChild(child, visit)
      else runSubstitutions(child, state)
    }
    forEachChild(node, visit)
    return bothWays(end)
  }

  /** Groups and tests. What else the parser reports, functions and coprocesses among it, is not followed. */
  const runGroup = (node: SyntaxNode, state: ShellState, certainty: Certainty): Outcome => {
    switch (node.type) {
      case 'BraceGroup':
        return runList(node.body.commands, state, certainty)
      case 'Subshell':
        runList(node.body.commands, state, certainty)
        return bothWays(state)
      case 'Redirected':
        runRedirects(node.redirects, state)
        return runNode(node.command, state, hidesErrors(node.redirects) ? 'maybe' : certainty)
      case 'TestCommand':
      case 'ArithmeticCommand':
        runSubstitutions(node, state)
        return bothWays(forgetAssigned(node, state))
      default:
        changes.any()
        changes.lose()
        return bothWays(state)
    }
  }

  const runNode = (node: SyntaxNode, state: ShellState, certainty: Certainty): Outcome => {
    changes.countCommand()
    if (changes.isStopped()) return bothWays(state)
    switch (node.type) {
      case 'Command':
        return runSimple(node, state, certainty)
      case 'AndOr':
        return runAndOr(node, state, certainty)
      case 'Pipeline':
        return runPipeline(node, state, certainty)
      case 'If':
        return runIf(node, state)
      case 'For':
        for (const word of node.wordlist ?? []) runSubstitutions(word, state)
        return runFor(node, state, certainty)
      case 'While':
      case 'ArithmeticFor':
      case 'Select':
        return runLoop({ ...state, variables: new Map() }, (begin) => after(runInside(node, begin)))
      case 'Case':
        return runInside(node, state)
      default:
        return runGroup(node, state, certainty)
    }
  }

  const runScript = (script: Script, state: ShellState, certainty: Certainty): Outcome => {
    if (script.errors !== undefined && script.errors.length > 0) changes.stop()
    return runList(script.commands, state, certainty)
  }

  const runText = (text: string, state: ShellState, certainty: Certainty): Outcome => {
    depth += 1
    if (depth > maxDepth) changes.stop()
    const outcome = changes.isStopped() ? bothWays(state) : runScript(parse(text), state, certainty)
    depth -= 1
    return outcome
  }

  const shell: Shell = {
    changes,
    runCommand: (args, state, certainty) => runCommand(shell, args, state, certainty),
    runText,
  }
  return shell
}
