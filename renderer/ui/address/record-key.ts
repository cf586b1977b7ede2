/** Names a record in an address: its source and line. */

export interface RecordPlace {
  readonly sourceId: string
  readonly line: number
}

export const recordPlaceKey = ({ sourceId, line }: RecordPlace): string => `${sourceId}:${line}`

/** undefined: the text names no record. */
export const recordPlace = (key: string | undefined): RecordPlace | undefined => {
  const [, sourceId = '', line = ''] = /^(.+):([1-9]\d{0,15})$/.exec(key ?? '') ?? []
  return sourceId === '' ? undefined : { sourceId, line: Number(line) }
}

/** The record that a link names: by its place, or by the uuid that its transcript gives it. */
export const soughtRecord = (key: string | undefined): RecordPlace | { readonly uuid: string } | undefined =>
  recordPlace(key) ?? (key === undefined || key === '' ? undefined : { uuid: key })

/** One of the events that a record yields: its record, and its place among them. */
export interface EventPlace extends RecordPlace {
  readonly block: number
}

/** Names an event in an address: that of its record, and its place. */
export const eventKey = (event: EventPlace): string => `${recordPlaceKey(event)}:${event.block}`

/** The name of an event's record. */
export const recordOfEvent = (key: string | undefined): string | undefined => key?.replace(/:\d+$/, '')
