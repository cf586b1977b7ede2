/** Finds the line of a prompt that says what a session is about. */

/** First lines that introduce what follows and say nothing themselves. */
const boilerplateLines: readonly RegExp[] = [
  /^(?:please )?(?:implement|execute|carry out|follow|complete|continue|work on|start) (?:with )?(?:the|this|that|my|our)(?: following| attached| below)? (?:implementation )?(?:plan|task|tasks|spec|specification|steps?|instructions?)(?: below)?[:.]?$/i,
  /^(?:here is|here's|this is|below is|see) (?:the|my|our|a)(?: following)? (?:implementation )?(?:plan|task|spec|specification|prompt|instructions?)[:.]?$/i,
  /^\[(?:image|pasted text)[^\]]*\]$/i,
]

/** Headings below such a line that say nothing either. */
const bareHeadings =
  /^(?:implementation |the )?(?:plan|context|overview|summary|background|goal|task|spec|specification|instructions?)[:.]?$/i

/** Commands about the client itself: the text after the name is an argument and says nothing about the session. */
const clientCommands: ReadonlySet<string> = new Set([
  'add-dir',
  'compact',
  'config',
  'effort',
  'export',
  'mcp',
  'memory',
  'model',
  'output-style',
  'permissions',
  'plugin',
  'rename',
  'resume',
  'rewind',
  'theme',
])

/** Commands about the client itself that have no argument: words behind the name are a prompt. */
const bareCommands: ReadonlySet<string> = new Set([
  'agents',
  'clear',
  'context',
  'cost',
  'doctor',
  'exit',
  'fast',
  'feedback',
  'help',
  'hooks',
  'ide',
  'login',
  'logout',
  'quit',
  'release-notes',
  'skills',
  'stats',
  'status',
  'statusline',
  'tasks',
  'terminal-setup',
  'todos',
  'upgrade',
  'usage',
  'vim',
])

const plain = (line: string): string =>
  line
    .trim()
    .replace(/^#{1,6}\s+/, '')
    .replace(/^\*\*(.+)\*\*$/, '$1')
    .trim()

const hasWords = (line: string): boolean => /[\p{L}\p{N}]/u.test(line)
const isBoilerplate = (line: string): boolean => boilerplateLines.some((pattern) => pattern.test(line))

const linesOf = (text: string): readonly string[] => text.split('\n').map(plain)

/** The first line that is not empty; '': there is none. */
export const firstLine = (text: string): string => linesOf(text).find((line) => line !== '') ?? ''

/** The first line of a prompt that says what it is about; undefined: none does. */
export const tellingLine = (text: string): string | undefined => {
  const lines = linesOf(text).filter(hasWords)
  const first = lines.find((line) => !isBoilerplate(line))
  if (first === undefined || first === lines[0]) return first
  return lines.find((line) => !isBoilerplate(line) && !bareHeadings.test(line))
}

const commandLine = /^[!/]([\w:-]*)(.*)$/

/** @param words what was written on the lines below the command. */
const tellingName = (first: string, words: string | undefined): string | undefined => {
  const [, name = '', args = ''] = commandLine.exec(first) ?? []
  if (clientCommands.has(name)) return words
  if (bareCommands.has(name)) return tellingLine(args) ?? words
  if (words !== undefined) return `${first} ${words}`
  return args.trim() === '' || first.startsWith('!') ? undefined : first
}

/** What a command with words behind it is about; undefined for one without words and for one about the client itself. */
export const tellingCommand = (text: string): string | undefined => {
  const [first = '', ...more] = text.trim().split('\n')
  return tellingName(first, tellingLine(more.join('\n')))
}

/** Whether a command is about the client itself. */
export const isClientCommand = (text: string): boolean => {
  const name = /^\/([\w:-]+)/.exec(text.trim())?.[1] ?? ''
  return clientCommands.has(name) || bareCommands.has(name)
}
