/** Recorded text as it is quoted to an agent. */
import { oneLine } from './one-line.ts'

/** Elements by which clients mark what is not from a person. */
const clientElement = /<(?=\/?(?:system|command|local-command|task|user-prompt|tool)[\w-]*[\s/>])/gi

/** On one line, and without elements of the client: it cannot look like a separate line or message. */
export const quotedLine = (text: string): string => oneLine(text).replaceAll(clientElement, '‹')
