/** Bytes of the format bureau-agent-v1: canonical CBOR with the names of Go's fields as keys, all of them written (events-v1 §6). */
import { encodeCbor, type CborMap } from '../../store/cbor/canonical-cbor.ts'
import { readCbor, type FieldKind } from '../../store/cbor/cbor-struct.ts'
import { refusing } from '../../chains/formats/refuse-delta.ts'
import type { Block, Message } from './message.ts'

const toolUse = { struct: { ID: 'text', Name: 'text', Input: 'raw' } } as const

const messages: FieldKind = {
  list: {
    struct: {
      Role: 'text',
      Content: {
        list: {
          struct: {
            Text: 'text',
            Type: 'text',
            ToolUse: toolUse,
            Thinking: { struct: { Content: 'text', Signature: 'text' } },
            ToolResult: { struct: { Content: 'text', IsError: 'bool', ToolUseID: 'text' } },
            ServerToolUse: toolUse,
            ServerToolResult: { struct: { Content: 'raw', ToolUseID: 'text' } },
          },
        },
      },
    },
  },
}

type Struct = Readonly<Record<string, unknown>>

const text = (struct: Struct, key: string): string => (struct[key] as string | undefined) ?? ''
const raw = (struct: Struct, key: string): Uint8Array | null => (struct[key] as Uint8Array | undefined) ?? null

const part = <T>(struct: Struct, key: string, read: (inner: Struct) => T): T | null => {
  const inner = struct[key] as Struct | undefined
  return inner === undefined ? null : read(inner)
}

const toolUseOf = (inner: Struct) => ({ id: text(inner, 'ID'), name: text(inner, 'Name'), input: raw(inner, 'Input') })

const blockOf = (struct: Struct): Block => ({
  type: text(struct, 'Type'),
  text: text(struct, 'Text'),
  toolUse: part(struct, 'ToolUse', toolUseOf),
  thinking: part(struct, 'Thinking', (inner) => ({ content: text(inner, 'Content'), signature: text(inner, 'Signature') })),
  toolResult: part(struct, 'ToolResult', (inner) => ({
    toolUseId: text(inner, 'ToolUseID'),
    content: text(inner, 'Content'),
    isError: inner['IsError'] === true,
  })),
  serverToolUse: part(struct, 'ServerToolUse', toolUseOf),
  serverToolResult: part(struct, 'ServerToolResult', (inner) => ({ toolUseId: text(inner, 'ToolUseID'), content: raw(inner, 'Content') })),
})

const messageOf = (struct: Struct): Message => ({
  role: text(struct, 'Role'),
  content: (struct['Content'] as readonly (Struct | undefined)[] | undefined)?.map((one) => blockOf(one ?? {})) ?? null,
})

/** @throws StrataError delta-malformed */
export const decodeMessages = (bytes: Uint8Array): readonly Message[] => {
  const structs = (refusing('bureau-agent-v1', () => readCbor(bytes, messages, 'the delta')) ?? []) as readonly (Struct | undefined)[]
  return structs.map((struct) => messageOf(struct ?? {}))
}

const toolUseMap = (use: Block['toolUse']): CborMap | null => use && { ID: use.id, Name: use.name, Input: use.input }

const blockMap = (one: Block): CborMap => ({
  Text: one.text,
  Type: one.type,
  ToolUse: toolUseMap(one.toolUse),
  Thinking: one.thinking && { Content: one.thinking.content, Signature: one.thinking.signature },
  ToolResult: one.toolResult && {
    Content: one.toolResult.content,
    IsError: one.toolResult.isError,
    ToolUseID: one.toolResult.toolUseId,
  },
  ServerToolUse: toolUseMap(one.serverToolUse),
  ServerToolResult: one.serverToolResult && { Content: one.serverToolResult.content, ToolUseID: one.serverToolResult.toolUseId },
})

export const encodeMessages = (list: readonly Message[]): Buffer =>
  encodeCbor(list.map((message) => ({ Role: message.role, Content: message.content?.map(blockMap) ?? null })))
