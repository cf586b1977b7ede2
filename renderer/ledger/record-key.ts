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
