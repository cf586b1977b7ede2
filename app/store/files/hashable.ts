/** The hasher's types name Buffer only; its code reads any Uint8Array, so no copy is made. */
export const hashable = (bytes: Uint8Array): Buffer => bytes as Buffer
