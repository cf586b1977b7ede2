/** Codes of closed lists in words: “human prompt” for human_prompt. Names of tools, models and files stay unchanged. */

const codeColumns: ReadonlySet<string> = new Set([
  'class',
  'reference_class',
  'outcome',
  'kind',
  'trigger',
  'state',
  'part',
  'ledger',
  'lane',
  'axis',
  'commit_type',
  'iteration_kind',
  'cause',
])

export const codeWords = (column: string, value: string): string => (codeColumns.has(column) ? value.replaceAll('_', ' ') : value)
