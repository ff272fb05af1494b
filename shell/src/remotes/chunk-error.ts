/**
 * True when a lazy part of a screen did not arrive (webpack's ChunkLoadError for scripts and for style sheets). React
 * keeps a rejected `lazy` for good, so such a screen comes back only with a fresh page.
 */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'))
