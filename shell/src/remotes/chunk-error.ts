/** From `fetch`, `runScript`, or webpack. */
export const isTimeout = (error: unknown): boolean =>
  (error instanceof DOMException && error.name === 'TimeoutError') ||
  (error instanceof Error && 'type' in error && error.type === 'timeout')

/** Detects webpack's errors of lazy chunks. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'))
