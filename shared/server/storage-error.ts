/** Temporary: retry later. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'
}
