/** The tools that agents are offered: each is a command of the command line that only reads. */
import { z } from 'zod'
import { groupings } from '../../model/metric.ts'

/** The values that a caller gave, checked by the tool's input. */
type Given = Readonly<Record<string, string | number | boolean | undefined>>

export interface CommandTool {
  readonly name: string
  readonly title: string
  /** For the model: what it answers and when to use it. */
  readonly description: string
  readonly input: z.ZodRawShape
  /** Width of its table, columns: long titles are cut. Default: nothing is cut. */
  readonly width?: number
  /** The arguments of the command. */
  readonly args: (given: Given) => readonly string[]
}

const maxText = 4096

/** Columns. */
const tableWidth = 180

const proofNotes =
  'Observed lines are in a record of the transcript; likely lines follow from recorded changes; other lines are not known and not shown.'

const text = (description: string): z.ZodOptional<z.ZodString> => z.string().min(1).max(maxText).describe(description).optional()
const required = (description: string): z.ZodString => z.string().min(1).max(maxText).describe(description)
const number = (description: string, max: number): z.ZodOptional<z.ZodNumber> =>
  z.number().int().min(1).max(max).describe(description).optional()
const flag = (description: string): z.ZodOptional<z.ZodBoolean> => z.boolean().describe(description).optional()

const since = text('first day, such as 2026-01-31, or a time')
const until = text('last day, or a time')

/** An option with its value in one argument: a value that begins with a hyphen is no option. */
const option = (name: string, value: Given[string]): readonly string[] =>
  value === undefined || value === false ? [] : [value === true ? `--${name}` : `--${name}=${String(value)}`]

/** @param names options that have the name of the input, with hyphens for underscores */
const options = (given: Given, ...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => option(name.replaceAll('_', '-'), given[name]))

/** Values that are no options, also where they begin with a hyphen. */
const operands = (...values: readonly Given[string][]): readonly string[] => {
  const given = values.flatMap((value) => (value === undefined ? [] : [String(value)]))
  return given.length === 0 ? [] : ['--', ...given]
}

const commitName = 'commit (ctx-…), ref or session id; a unique beginning is enough'

export const commandTools: readonly CommandTool[] = [
  {
    name: 'list_sessions',
    title: 'List sessions',
    description: 'Lists recorded sessions of coding agents, newest first: id, last activity, title, project, times and counts.',
    input: {
      project: text('working directory of the sessions'),
      text: text('words in titles, projects, ids, branches and prompts'),
      tool: text('tool that was called in the session'),
      model: text('model that replied in the session'),
      since,
      until,
      limit: number('maximum number of sessions; default 20', 200),
    },
    width: tableWidth,
    args: (given) => [
      'sessions',
      ...options(given, 'project', 'text', 'tool', 'model', 'since', 'until'),
      ...option('number', given['limit'] ?? 20),
    ],
  },
  {
    name: 'search_history',
    title: 'Search the history',
    description:
      'Searches prompts, responses, thinking, tool calls and tool outputs of all recorded sessions. Words must occur in one turn; "quotes" ' +
      'make a phrase, -word excludes, OR, word*, /regular expression/, and filters such as kind:prompt tool:Bash file:parser.ts is:error. ' +
      'Each hit has the id of its commit: read shows the conversation from there on.',
    input: {
      query: required('words, phrases and filters'),
      project: text('working directory of the sessions'),
      session: text('session id'),
      since,
      until,
      order: z.enum(['relevance', 'newest']).describe('order of the sessions; default relevance').optional(),
      limit: number('maximum number of sessions; default 5', 50),
      hits: number('maximum number of texts of a session; default 3', 20),
    },
    args: (given) => [
      'search',
      '--redact',
      ...options(given, 'project', 'session', 'since', 'until', 'order'),
      ...option('limit', given['limit'] ?? 5),
      ...option('hits', given['hits'] ?? 3),
      ...operands(given['query']),
    ],
  },
  {
    name: 'recall',
    title: 'Recall what earlier sessions decided',
    description:
      'What earlier sessions of this repository decided, dropped or found out about a task or file, newest first, with the id of the commit. ' +
      'Ask before the first edit of a file, and before saying that it is done. Silent where nothing fits.',
    input: {
      prompt: required('the task or question, in words'),
      file: text('file that it is about'),
      branch: text('branch; default: that of the working directory'),
      tokens: number('maximum number of tokens; default 2000', 2000),
    },
    args: (given) => ['recall', '--redact', ...options(given, 'file', 'branch', 'tokens'), ...operands(given['prompt'])],
  },
  {
    name: 'read',
    title: 'Read a conversation',
    description:
      'Reads a conversation row by row: a session from its beginning, or from a commit or record on. The last line says how many rows there ' +
      'are and where the next ones begin.',
    input: {
      name: required(commitName),
      from: number('first row', 100_000_000),
      last: flag('the last rows'),
      record: text('record to begin with: FILE:LINE'),
      agent: text('id of a sub-agent whose conversation is read'),
      rows: number('maximum number of rows; default 20', 200),
      full: flag('complete tool results and thinking'),
    },
    args: (given) => [
      'read',
      ...options(given, 'from', 'last', 'record', 'agent', 'full'),
      ...option('number', given['rows'] ?? 20),
      ...operands(given['name']),
    ],
  },
  {
    name: 'show_commit',
    title: 'Show a commit',
    description: 'Shows one commit of a conversation: its place and author, and its part of the conversation.',
    input: { commit: required(commitName), full: flag('complete tool results and thinking') },
    args: (given) => ['show', ...options(given, 'full'), ...operands(given['commit'])],
  },
  {
    name: 'file_at',
    title: 'Show a file as an agent knew it',
    description: `Shows the content of a file that an agent knew at a commit, or last. ${proofNotes}`,
    input: {
      path: required('path, or the end of one'),
      at: text('at the end of this commit'),
      as_was: flag('the newest content that any session had seen'),
      proof: flag('beside each line: how it is known, and by which record'),
    },
    args: (given) => ['file', 'show', ...options(given, 'at', 'as_was', 'proof'), ...operands(given['path'])],
  },
  {
    name: 'file_history',
    title: 'List the versions of a file',
    description: `Lists the versions of a file that agents saw or made, newest first, over all sessions and checkouts of its repository. ${proofNotes}`,
    input: {
      path: required('path, or the end of one'),
      session: text('session id'),
      patch: flag('each version as a diff'),
      limit: number('maximum number of versions; default 20', 500),
    },
    width: tableWidth,
    args: (given) => [
      'file',
      'history',
      ...options(given, 'session', 'patch'),
      ...option('number', given['limit'] ?? 20),
      ...operands(given['path']),
    ],
  },
  {
    name: 'blame',
    title: 'Show who wrote each line',
    description: 'Shows for each line of a file the commit, the time, the agent and the prompt that led to it.',
    input: { path: required('path, or the end of one'), at: text('at the end of this commit') },
    args: (given) => ['blame', ...options(given, 'at'), ...operands(given['path'])],
  },
  {
    name: 'ask',
    title: 'Ask for figures',
    description:
      'Answers a metric, such as tools, tokens, cost, edits, stale-edits, states or compactions; without a metric, lists all of them with ' +
      'their questions.',
    input: {
      metric: text('name of the metric; omitted: the list of all'),
      by: z.enum(groupings).describe('one row for each').optional(),
      project: text('project'),
      session: text('session id'),
      since,
      until,
      sort: text('column to sort by'),
      descending: flag('largest first'),
      limit: number('maximum number of rows; default 50', 1000),
    },
    args: (given) =>
      given['metric'] === undefined
        ? ['ask', '--list']
        : [
            'ask',
            ...options(given, 'by', 'project', 'session', 'since', 'until', 'sort', 'descending'),
            ...option('limit', given['limit'] ?? 50),
            ...operands(given['metric']),
          ],
  },
  {
    name: 'context',
    title: 'Show the size of the context, and what filled it',
    description:
      'Shows the size of the context at each reply of a session, the part that was read from the cache, and the compactions. With at: what ' +
      'the request behind one reply contained, by who put it there, or with items one by one, with what is repeated and what nothing ' +
      'refers to any more (a guess).',
    input: {
      session: required('session id, or a unique beginning'),
      at: text('a reply: last, its number, a commit, or FILE:LINE of its record'),
      chain: text('chain in which at counts replies; default: main'),
      items: flag('with at: every item, in the order in which the model read it'),
    },
    width: tableWidth,
    args: (given) => ['context', ...options(given, 'at', 'chain', 'items'), ...operands(given['session'])],
  },
  {
    name: 'snapshot',
    title: 'Show the state of the work',
    description:
      'Shows the state of the work at a commit or the end of a session: goal, plan, changed files, last validation, open errors, decisions of ' +
      'the person and the next step, each with its record.',
    input: { commit: required(commitName), compact: flag('at most 2 KB') },
    args: (given) => ['snapshot', '--redact', ...options(given, 'compact'), ...operands(given['commit'])],
  },
  {
    name: 'cache',
    title: 'Show why the prompt cache missed',
    description:
      'Shows why replies read less from the prompt cache than the request before had put there, by cause, with lost tokens and cost; or the ' +
      'single replies, the largest loss first.',
    input: {
      session: text('session id'),
      project: text('project'),
      since,
      until,
      replies: flag('the single replies'),
      limit: number('maximum number of rows; default 20', 500),
    },
    args: (given) => [
      'ask',
      ...options(given, 'session', 'project', 'since', 'until'),
      ...option('limit', given['limit'] ?? 20),
      ...operands(given['replies'] === true ? 'cache-breaks' : 'cache-causes'),
    ],
  },
]
