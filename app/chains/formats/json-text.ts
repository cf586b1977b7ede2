/** JSON text that came as bytes. */

/** The text when it is JSON; undefined when it is not. */
export const jsonIn = (bytes: Uint8Array): { readonly text: string; readonly value: unknown } | undefined => {
  const text = Buffer.from(bytes).toString('utf8')
  try {
    return { text, value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

export const textOf = (bytes: Uint8Array | null | undefined): string => (bytes ? Buffer.from(bytes).toString('utf8') : '')

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text))

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
