/** An image in a conversation. */
import type { ReactNode } from 'react'
import { formatBytes } from '../../../app/model/format/bytes.ts'

/** A picture that the transcript carries. */
interface InlineImageProps {
  readonly mediaType: string
  readonly dataUrl: string | null
  readonly bytes?: number
}

export const InlineImage = ({ mediaType, dataUrl, bytes }: InlineImageProps): ReactNode =>
  dataUrl === null ? (
    <p className="faint">
      A picture ({mediaType}
      {bytes === undefined ? '' : `, ${formatBytes(bytes)}`}) is not in the transcript, or too large to show.
    </p>
  ) : (
    <img className="inline-image" src={dataUrl} alt={`From the transcript, ${mediaType}`} />
  )
