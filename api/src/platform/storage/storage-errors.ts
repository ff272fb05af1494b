export { StorageUnavailableError } from 'shared/server'

export type BlobFault = 'damaged' | 'missing'

/** Lasts until the file is restored. */
export class BlobFaultError extends Error {
  override readonly name = 'BlobFaultError'
  readonly sha256: string
  readonly fault: BlobFault

  constructor(sha256: string, fault: BlobFault, options?: ErrorOptions) {
    super(`the stored bytes of ${sha256} are ${fault}`, options)
    this.sha256 = sha256
    this.fault = fault
  }
}
