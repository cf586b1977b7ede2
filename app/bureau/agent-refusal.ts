/** The error that an agent socket answers: a text, since the reference has no codes (events-v1 §5.1). */
export class AgentRefusal extends Error {
  override readonly name = 'AgentRefusal'
}
