/** The format bureau-agent-v1: what Bureau's own agent sent to the model, message by message (events-v1 §6). */
import { arrayItems } from '../../store/cbor/cbor-items.ts'
import type { ChainFormat } from '../../chains/formats/chain-format.ts'
import { cborJoiner } from '../../chains/formats/join-cbor.ts'
import { refusing } from '../../chains/formats/refuse-delta.ts'
import type { Message } from './message.ts'
import { decodeMessages, encodeMessages } from './message-codec.ts'
import { readMessages } from './read-messages.ts'
import { MessageWriter } from './write-messages.ts'

const id = 'bureau-agent-v1'

export const bureauAgentV1: ChainFormat<Message> = {
  id,
  contentType: 'application/cbor',
  decode: decodeMessages,
  encode: encodeMessages,
  count: (bytes) => refusing(id, () => arrayItems(bytes).count),
  joiner: (write) => {
    let writer: MessageWriter | undefined
    return cborJoiner(id, write, (events, losses) => encodeMessages((writer ??= new MessageWriter(losses)).write(events)))
  },
  readEvents: (bytes) => readMessages(decodeMessages(bytes)),
}
