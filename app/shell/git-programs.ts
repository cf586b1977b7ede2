/** Cases that the table does not cover: `git checkout`, settings for one call, and variables that name a program to run. */
import { type Call, optionsNamed, write } from './call.ts'
import table from './shell-settings.tsv?raw'

/** `git checkout -- a`, `git restore a` and `git checkout -b name` are known; other forms may change the whole work tree. */
export const readCheckout = (call: Call): void => {
  const { operands, shell, parsed } = call
  const { endOfOptions } = parsed
  if (endOfOptions !== undefined) {
    const paths = operands.filter(({ index }) => index > endOfOptions)
    if (paths.length === 0) shell.changes.any()
    for (const { argument } of paths) write(call, argument)
    return
  }
  const isNewBranch = optionsNamed(call, ['-b', '-B', '-c', '-C', '--create', '--orphan']).length > 0
  if (!isNewBranch || operands.length > 0 || optionsNamed(call, ['--orphan']).length > 0) shell.changes.any()
}

/** `environment`: a variable of the shell; `exported`: one that a program is given; `git`: a setting for one call of git. */
type SettingKind = 'environment' | 'exported' | 'git'

interface Setting {
  readonly kind: string
  readonly name: RegExp
  /**
   * Values with which the setting runs no program. A git setting that is not in the table may run one; an environment variable runs none.
   */
  readonly harmless: RegExp
}

const readSettings = (): readonly Setting[] =>
  table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [kind = '', name = '', harmless = ''] = line.split('\t')
      return { kind, name: new RegExp(`^(?:${name})$`, 'i'), harmless: new RegExp(`^(?:${harmless})$`, 'i') }
    })

let settings: readonly Setting[] | undefined

/** Only a pattern for all values accepts it. */
const unknownValue = '\0'

/** Whether a setting may make a program change files: by a program that it names, or because it asks for an update. */
export const settingMayRun = (kind: SettingKind, name: string, value: string | undefined): boolean => {
  const isOfKind = (setting: Setting): boolean => setting.kind === kind || (kind === 'exported' && setting.kind === 'environment')
  const found = (settings ??= readSettings()).find((setting) => isOfKind(setting) && setting.name.test(name))
  return found === undefined ? kind === 'git' : !found.harmless.test(value ?? unknownValue)
}
