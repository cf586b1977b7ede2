/** The bar of the window beside the curve of the context: asked for when the pointer rests at a reply. */
import { useEffect, useState, type ReactNode } from 'react'
import { formatCount } from '../../../app/model/format/count.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { ShareSwatch, WindowBar, windowText } from '../../ui/context/window-bar.tsx'
import { windowShares } from '../../ui/context/window-shares.ts'

/** A pointer that moves along the curve asks nothing, milliseconds. */
const restMs = 180

export interface ContextTipProps {
  readonly sessionId: string
  readonly reply: number
}

export const ContextTip = ({ sessionId, reply }: ContextTipProps): ReactNode => {
  const [rested, setRested] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setRested(reply), restMs)
    return () => clearTimeout(timer)
  }, [reply])
  return (
    <div className="context-tip">
      {rested === reply ? <Shares sessionId={sessionId} reply={reply} /> : <div className="faint">What filled it…</div>}
    </div>
  )
}

/** The largest are named. */
const named = 5

const Shares = ({ sessionId, reply }: ContextTipProps): ReactNode => {
  const call = useQuery('context.request', { sessionId, at: String(reply), largest: 0 }, sessionId)
  if (call.kind === 'failed') return <div className="faint">n/a: {call.failure.message}</div>
  if (call.kind === 'pending') return <div className="faint">What filled it…</div>
  const view = call.value
  if (view.tokens === null) return <div className="faint">n/a: {view.unknownBecause}</div>
  const largest = [...windowShares(view.kinds)].sort((a, b) => b.tokens - a.tokens).slice(0, named)
  return (
    <>
      <WindowBar view={view} />
      <div className="faint">
        Reply {reply}: {windowText(view)}
      </div>
      <ul className="context-tip-shares">
        {largest.map(({ name, title, tokens }) => (
          <li key={name}>
            <ShareSwatch name={name} /> {title} <span className="faint">{formatCount(tokens)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
