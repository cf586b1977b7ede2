/** The bytes of an artifact, line by line, as they are stored. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { Copy } from 'lucide-react'
import { useMemo, useRef, type ReactNode } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { copyText } from '../../ui/layout/notice.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { rawLines } from './raw-lines.ts'

export const RawView = ({ artifactRef }: { readonly artifactRef: string }): ReactNode => {
  const call = useQuery('artifact.bytes', { ref: artifactRef })
  return (
    <Loaded call={call} what="Reading the artifact">
      {(bytes) => <RawLines bytes={bytes} />}
    </Loaded>
  )
}

const RawLines = ({ bytes }: { readonly bytes: Uint8Array }): ReactNode => {
  const lines = useMemo(() => rawLines(bytes), [bytes])
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (lines.isText ? 60 : 26),
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  return (
    <>
      <div className="raw-head faint">
        {lines.isText ? `${countOf(lines.count, 'line')}, ${formatBytes(bytes.byteLength)}` : `${formatBytes(bytes.byteLength)}, binary`},
        byte for byte as it is stored
        <span className="spring" />
        {lines.isText ? (
          <Button
            label="Copy all"
            isSmall
            look="quiet"
            icon={<Copy size={14} aria-hidden="true" />}
            onPress={() => copyText(new TextDecoder().decode(bytes), countOf(lines.count, 'line'))}
          />
        ) : null}
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div ref={scroller} className="raw" role="region" tabIndex={0} aria-label="Raw records">
        <div className="conversation-body" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="raw-line"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <span className="raw-number">{lines.isText ? item.index + 1 : ''}</span>
              <code>{lines.line(item.index)}</code>
            </div>
          ))}
        </div>
      </div>
    </>
  )
}
