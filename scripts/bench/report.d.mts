interface Program {
  readonly name: string
  readonly version?: string
  /** It was not measured; the figures are missing. */
  readonly reason?: string
  readonly note?: string
  readonly noList?: string
  readonly importMs?: number
  readonly importCpuMs?: number
  readonly importPeakBytes?: number
  readonly storedBytes?: number
  readonly startMs?: number
  readonly listMs?: number | undefined
}

export function peersText(
  corpus: { readonly name: string; readonly bytes: number; readonly files: readonly string[] },
  programs: readonly Program[],
): string
