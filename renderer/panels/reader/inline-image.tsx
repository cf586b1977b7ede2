/** An image in a conversation; a click or Enter enlarges it. */
import { useState, type ReactNode } from 'react'
import type { ImageView } from '../../../app/contract/media.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { Panel } from '../../ui/layout/panel.tsx'

export interface InlineImageProps {
  readonly image: ImageView
  /** The source of the image, for example the path that was read. */
  readonly about?: string
}

const kindOf = (mediaType: string): string => mediaType.replace(/^image\//, '').toUpperCase()

export const InlineImage = ({ image, about = 'the transcript' }: InlineImageProps): ReactNode => {
  const { mediaType, dataUrl, bytes } = image
  const [isLarge, setLarge] = useState(false)
  const [size, setSize] = useState('')
  const words = `${kindOf(mediaType)} image from ${about}`
  if (dataUrl === null)
    return (
      <p className="faint">
        {words}
        {bytes === 0 ? '' : `, ${formatBytes(bytes)}`}: not available: not in the transcript, or too large.
      </p>
    )
  const figures = [size, formatBytes(bytes)].filter((part) => part !== '').join(', ')
  return (
    <figure className="inline-image">
      <button type="button" aria-label={`Enlarge: ${words}`} onClick={() => setLarge(true)}>
        <img
          src={dataUrl}
          alt={words}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize(`${naturalWidth} × ${naturalHeight}`)}
        />
      </button>
      <figcaption className="faint">
        {kindOf(mediaType)}, {figures}
      </figcaption>
      {isLarge ? (
        <Panel label={words} heading={`${words}, ${figures}`} onClose={() => setLarge(false)}>
          <div className="whole-image">
            <img src={dataUrl} alt={words} />
          </div>
        </Panel>
      ) : null}
    </figure>
  )
}
