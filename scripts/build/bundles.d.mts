import type { InlineConfig } from 'vite'

export const bundles: readonly {
  readonly name: string
  readonly inputs: readonly string[]
  readonly configurations: readonly ((outDir: string, mode: string) => Promise<InlineConfig>)[]
  readonly finish?: (outDir: string) => Promise<void>
}[]
