/** Messages of the format bureau-agent-v1, as the model's interface takes them (events-v1 §6). */

interface ToolUse {
  readonly id: string
  readonly name: string
  /** JSON text; null: none was given. */
  readonly input: Uint8Array | null
}

export interface Block {
  /** `text`, `tool_use`, `tool_result`, `server_tool_use`, `server_tool_result`, `thinking`. */
  readonly type: string
  readonly text: string
  readonly toolUse: ToolUse | null
  readonly thinking: { readonly content: string; readonly signature: string } | null
  readonly toolResult: { readonly toolUseId: string; readonly content: string; readonly isError: boolean } | null
  readonly serverToolUse: ToolUse | null
  /** Its content is JSON text. */
  readonly serverToolResult: { readonly toolUseId: string; readonly content: Uint8Array | null } | null
}

export interface Message {
  /** `user` or `assistant`. */
  readonly role: string
  readonly content: readonly Block[] | null
}

/** A block with nothing in it but what is given. */
export const block = (type: string, parts: Partial<Block>): Block => ({
  type,
  text: '',
  toolUse: null,
  thinking: null,
  toolResult: null,
  serverToolUse: null,
  serverToolResult: null,
  ...parts,
})
