/** Which tool calls are unfolded at first: what changed something, and what failed or was refused. */
import type { ToolResultView } from '../../../app/contract/reader.ts'
import { fileChangers } from '../../../app/model/file-tools.ts'

const changing: ReadonlySet<string> = new Set([...fileChangers, 'TodoWrite'])

export const opensAtFirst = (name: string, result: ToolResultView | null): boolean =>
  changing.has(name) || result?.isError === true || (result !== null && result.refusal !== null) || (result?.images.length ?? 0) > 0
