/** The formats of chains, with the importer to read transcripts. */
import { readEvents } from '../../../importer/claude-code/read-events.ts'
import { chainFormats } from '../../chains/formats/registry.ts'

export const formats = chainFormats(readEvents)
