/** The items of the context at the commit in view, the largest first, each with its place in the conversation. */
import type { ReactNode } from 'react'
import type { ContextItem } from '../../../app/contract/context.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import type { InspectedProps } from './tab.ts'

const maxItems = 50

export const ContextItems = ({ detail: { commit }, onRecord }: InspectedProps): ReactNode => {
  const call = useQuery('commit.context', { commitId: commit.commitId, limit: maxItems }, commit.sessionId)
  return (
    <>
      <h3 className="context-items-title">Largest parts</h3>
      <Loaded call={call} what="Reading what the context contains">
        {({ items, total, chars, isAfterCompaction, isThinned }) =>
          total === 0 ? (
            <p className="faint">Nothing with a size is recorded up to here.</p>
          ) : (
            <>
              <p className="faint">
                {countOf(total, 'part')} with {countOf(chars, 'character')} since the {isAfterCompaction ? 'last compaction' : 'beginning'}.
                Tokens of parts are not recorded; system prompt, tools and thinking are excluded.
                {isThinned ? ' A microcompaction removed some outputs; the transcript does not say which.' : ''}
              </p>
              <ol className="context-items" aria-label="Largest parts of the context">
                {items.map((item, place) => (
                  <li key={place}>
                    <button type="button" className="link" onClick={() => onRecord(recordPlaceKey(item))}>
                      <span className="context-item-kind">{kindText(item)}</span> <About item={item} />
                    </button>
                    <span className="faint context-item-size">{countOf(item.chars, 'character')}</span>
                  </li>
                ))}
              </ol>
              {total > items.length ? <p className="faint">And {formatCount(total - items.length)} smaller parts.</p> : null}
            </>
          )
        }
      </Loaded>
    </>
  )
}

const words = { prompt: 'Prompt', injected: 'Injected', summary: 'Summary', response: 'Response' } as const

const kindText = ({ kind, tool }: ContextItem): string => {
  if (kind === 'call') return `Input of ${tool ?? 'a tool'}`
  if (kind === 'output') return `Output of ${tool ?? 'a tool'}`
  return words[kind]
}

const About = ({ item: { path, about } }: { readonly item: ContextItem }): ReactNode =>
  path === null ? <span className="context-item-about">{about ?? ''}</span> : <PathText path={path} />
