/** What a lake lacks, in words. */
import { countOf } from './count.ts'

/** @param lacking sessions that changed while it was written; at least one */
export const lackingText = (lacking: number): string =>
  `${countOf(lacking, 'session')} changed meanwhile: the lake may lack ${lacking === 1 ? 'its' : 'their'} turns, tool uses, replies, compactions, states, versions of files and thinking events. Write it again when the import has ended.`
