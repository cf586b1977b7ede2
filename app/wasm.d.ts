/** A module written in AssemblyScript, compiled by the build: its WASM as base64. */
declare module '*?wasm' {
  const base64: string
  export default base64
}

/** What is used of WebAssembly, which Node's types leave to those of browsers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, never>>)
    readonly exports: Readonly<Record<string, unknown>>
  }
  interface Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  interface Global {
    readonly value: number
  }
}
