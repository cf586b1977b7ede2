/** What a page of ours may load: itself, and nothing from any network. Sent as a header with every file. */
const directives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // Transcripts carry images as base64; charts are saved through blobs.
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "connect-src 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
] as const

export const contentSecurityPolicy = directives.join('; ')
