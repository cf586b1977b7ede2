/** What is known of a request as a whole: its size against the window, where the tokens came from, and how they are estimated. */
import type { ReactNode } from 'react'
import type { PartsSum, RequestView } from '../../../../app/contract/context.ts'
import { countOf, formatCount } from '../../../../app/model/format/count.ts'
import { headText, lookedIn } from '../../../../app/model/format/request-names.ts'
import { ShareSwatch, WindowBar, windowText } from '../../../ui/context/window-bar.tsx'
import { freeTokens, percentOf, windowShares } from '../../../ui/context/window-shares.ts'
import { NotAvailable, ValueOrNotAvailable } from '../../../ui/layout/not-available.tsx'

const Legend = ({ view }: { readonly view: RequestView }): ReactNode => {
  const { tokens, window, kinds } = view
  if (tokens === null) return null
  const free = freeTokens(view)
  return (
    <ul className="context-legend" aria-label="Tokens by kind">
      {windowShares(kinds).map(({ name, title, tokens: own }) => (
        <li key={name}>
          <ShareSwatch name={name} /> {title}{' '}
          <span className="faint">
            {formatCount(own)} ({percentOf(own, tokens)})
          </span>
        </li>
      ))}
      <li>
        <ShareSwatch name="free" /> Free{' '}
        <span className="faint">
          {free === undefined || window === null ? <NotAvailable reason="The window of this model is not known" /> : formatCount(free)}
        </span>
      </li>
    </ul>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

const sumText = ({ items, tokens }: PartsSum): string =>
  `${countOf(items, 'item')}${tokens === null ? '' : `, ${formatCount(tokens)} tokens`}`

const noCount = 'The recorded value is not a valid count'

/** A factor far from 1 means that the estimates are rough. */
const Estimates = ({ view: { scale, head } }: { readonly view: RequestView }): ReactNode => (
  <>
    <Fact name="Estimates">
      {scale === null ? 'not scaled' : `× ${scale.toFixed(3)}`}{' '}
      <span className="faint">so that the items add up to the recorded tokens</span>
    </Fact>
    <Fact name="System prompt and tools">{headText(head)}</Fact>
  </>
)

const Marks = ({ view: { marked } }: { readonly view: RequestView }): ReactNode => (
  <>
    <Fact name="Repeated">
      {sumText(marked.repeated)}{' '}
      {marked.repeated.items === 0 ? null : (
        <span className="faint">
          with the same text {formatCount(marked.sameText.items)}, reads of a file again {formatCount(marked.sameFile.items)}
        </span>
      )}
    </Fact>
    <Fact name="Not referred to any more (guess)">
      {marked.judged.items === 0 ? (
        <NotAvailable
          reason={
            marked.laterReplies === 0
              ? 'This is the last reply of the chain: nothing could name it later'
              : 'It contains no call, result or file whose name could be looked for'
          }
        />
      ) : (
        <>
          {sumText(marked.unreferred)}{' '}
          <span className="faint">
            of {sumText(marked.judged)} that can be judged, by names in {lookedIn(marked.laterReplies)}
          </span>
        </>
      )}
    </Fact>
  </>
)

export const ContextFacts = ({ view, children }: { readonly view: RequestView; readonly children?: ReactNode }): ReactNode => {
  const { tokens, unknownBecause, unnamedMicrocompactions: unnamed, compactedAt } = view
  const cache = [
    ['Read from the cache', view.cacheReadTokens],
    ['Written to the cache', view.cacheWriteTokens],
    ['Uncached input', view.inputTokens],
  ] as const
  return (
    <>
      <p className="context-size">
        {tokens === null ? (
          <>
            <NotAvailable reason={unknownBecause ?? 'Not recorded'} /> <span className="faint">{unknownBecause}</span>
          </>
        ) : (
          windowText(view)
        )}
      </p>
      <WindowBar view={view} />
      <Legend view={view} />
      <details className="context-more">
        <summary>Details of the request</summary>
        <dl className="facts">
          {tokens === null ? null : (
            <>
              {cache.map(([name, value]) => (
                <Fact key={name} name={name}>
                  <ValueOrNotAvailable value={value} reason={noCount} format={formatCount} />
                </Fact>
              ))}
              <Estimates view={view} />
            </>
          )}
          <Marks view={view} />
          {compactedAt === null ? null : <Fact name="Begins with">the summary of a compaction</Fact>}
          {unnamed === 0 ? null : (
            <Fact name="Microcompactions">
              {countOf(unnamed, 'microcompaction')} did not record which outputs were cleared: these count as present
            </Fact>
          )}
          {children}
        </dl>
      </details>
    </>
  )
}
