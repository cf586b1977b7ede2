/** Parts of a request to a model. */

/** `not_recorded`: what no record contains, such as the system prompt and tools of most clients. */
export type RequestPartKind =
  | 'system_prompt'
  | 'tools'
  | 'not_recorded'
  | 'instructions'
  | 'listing'
  | 'injection'
  | 'summary'
  | 'prompt'
  | 'response'
  | 'thinking'
  | 'call'
  | 'result'
  | 'image'
  | 'document'

/** Why something is not in a request: `thinking_dropped`: the service does not read it again, by what the request asks for or by the rule of the model. */
export type GoneReason = 'compaction' | 'microcompaction' | 'thinking_dropped'
