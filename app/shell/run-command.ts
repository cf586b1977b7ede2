/** Runs one simple command: what belongs to the shell itself, then programs by their table. */
import { type Argument, textArgument, textOf } from './argument.ts'
import type { Shell } from './call.ts'
import { placesOf } from './place.ts'
import { runProgram } from './run-program.ts'
import { type Certainty, type Outcome, type ShellState, bothWays, enter, unknownState } from './shell-state.ts'

type Builtin = (shell: Shell, args: readonly Argument[], state: ShellState, certainty: Certainty) => Outcome

/** A shell reports when it cannot change its folder. */
const reported = (before: ShellState, success: ShellState, certainty: Certainty): Outcome => ({
  success,
  failure: certainty === 'maybe' ? before : { ...before, shownFolders: success.shownFolders, left: success.left },
})

/** `cd -P dir`, `cd -- dir`; `cd` alone and `cd -` go where the command does not say. */
const changeFolder: Builtin = (_shell, args, state, certainty) => {
  const operands = args.filter((argument) => !/^-(?:-|[LPe]+)$/.test(textOf(argument) ?? ''))
  const [folder] = operands
  const isKnown = operands.length === 1 && folder !== undefined && (textOf(folder) ?? '-') !== '-'
  const success = enter(state, (folders) => {
    const places = isKnown ? placesOf(folder, folders) : []
    const entered = places.flatMap((place) => (typeof place === 'object' && place.path.startsWith('/') ? [place.path] : []))
    return entered.length > 0 && entered.length === places.length ? entered : undefined
  })
  return reported(state, success, certainty)
}

const forgetFolder = (state: ShellState): ShellState => ({ ...enter(state, () => undefined), left: undefined })

/** `pushd dir`; other forms turn the list of folders. */
const pushFolder: Builtin = (shell, args, state, certainty) => {
  if (args.length !== 1 || /^[-+]/.test(textOf(args[0]) ?? '-')) return bothWays(forgetFolder(state))
  const { folders, shownFolders, left } = state
  const { success } = changeFolder(shell, args, state, certainty)
  return reported(state, { ...(success ?? state), left: left && [{ folders, shownFolders }, ...left] }, certainty)
}

const popFolder: Builtin = (_shell, args, state, certainty) => {
  const [newest, ...left] = state.left ?? []
  if (args.length > 0 || newest === undefined) return bothWays(forgetFolder(state))
  return reported(state, { ...state, ...newest, left }, certainty)
}

/** They give variables values that the command does not say. */
const forgetVariables: Builtin = (_shell, _args, state) => bothWays({ ...state, variables: new Map() })

const change: Builtin = (shell, _args, state) => {
  shell.changes.any()
  shell.changes.lose()
  return bothWays(state)
}

const evaluate: Builtin = (shell, args, state, certainty) => {
  const texts = args.map((argument) => textOf(argument))
  if (texts.every((text) => text !== undefined)) return shell.runText(texts.join(' '), state, certainty)
  return change(shell, args, state, certainty)
}

/** `trap 'rm -f "$file"' EXIT` runs its text later. */
const trap: Builtin = (shell, args, state) => {
  const text = textOf(args[0])
  if (args.length < 2 || text === '' || text === '-' || text === '-p' || text === '-l') return bothWays(state)
  if (text === undefined || text.startsWith('-')) shell.changes.any()
  else shell.runText(text, unknownState, 'maybe')
  return bothWays(state)
}

/** `exec` without a program only redirects: also what later commands report. */
const replaceShell: Builtin = (shell, args, state, certainty) => {
  const [first] = args
  if (first === undefined) {
    shell.changes.lose()
    return bothWays(state)
  }
  const isOption = textOf(first)?.startsWith('-') !== false
  return isOption ? change(shell, args, state, certainty) : shell.runCommand(args, state, certainty)
}

/** The commands after it may not run, and the call still succeeds, unless it ends with a failure. */
const leave: Builtin = (shell, args) => {
  if (!/^[1-9]\d*$/.test(textOf(args[0]) ?? '')) shell.changes.lose()
  return { success: undefined, failure: undefined }
}

const leaveLoop: Builtin = (shell, _args, state) => {
  shell.changes.lose()
  return bothWays(state)
}

const printFormatted: Builtin = (_shell, args, state) =>
  bothWays(textOf(args[0]) === '-v' || textOf(args[0]) === undefined ? { ...state, variables: new Map() } : state)

const always =
  (success: boolean): Builtin =>
  (_shell, _args, state) =>
    success ? { success: state, failure: undefined } : { success: undefined, failure: state }

const builtins: ReadonlyMap<string, Builtin> = new Map(
  Object.entries({
    cd: changeFolder,
    chdir: changeFolder,
    pushd: pushFolder,
    popd: popFolder,
    read: forgetVariables,
    mapfile: forgetVariables,
    readarray: forgetVariables,
    getopts: forgetVariables,
    unset: forgetVariables,
    let: forgetVariables,
    vared: forgetVariables,
    shift: forgetVariables,
    set: forgetVariables,
    printf: printFormatted,
    wait: (shell, args, state, certainty) => {
      shell.changes.attach()
      return forgetVariables(shell, args, state, certainty)
    },
    eval: evaluate,
    trap,
    exec: replaceShell,
    exit: leave,
    return: leave,
    source: change,
    '.': change,
    alias: change,
    enable: change,
    autoload: change,
    emulate: change,
    zmodload: change,
    true: always(true),
    ':': always(true),
    false: always(false),
    break: leaveLoop,
    continue: leaveLoop,
  }),
)

/** Folders of the programs of the system and of package managers. Programs of other folders may be anything. */
const programFolder =
  /^(?:\/(?:usr\/(?:local\/)?)?s?bin|\/opt\/(?:homebrew|local)\/bin|(?:[^\0]*\/)?node_modules\/\.bin|(?:[^\0]*\/)?\.?venv\/bin)\/([^/]+)$/

const programOf = (name: string): string => (name.includes('/') ? (programFolder.exec(name)?.[1] ?? name) : name)

export const runCommand = (shell: Shell, args: readonly Argument[], state: ShellState, certainty: Certainty): Outcome => {
  if (shell.changes.isStopped()) return bothWays(state)
  const [first = textArgument(''), ...rest] = args
  const name = textOf(first)
  if (name === undefined) return change(shell, rest, state, certainty)
  const builtin = builtins.get(name)
  return builtin === undefined ? runProgram(shell, programOf(name), rest, state, certainty) : builtin(shell, rest, state, certainty)
}
