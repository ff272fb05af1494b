import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { StorageUnavailableError } from '../storage-error.ts'

export interface BucketPlace {
  readonly client: S3Client
  readonly Bucket: string
}

export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

/** Other errors may pass. */
export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && statusOf(error) === 404 && error.name !== 'NoSuchBucket'

/** Two writers at once: 409 or 412. */
export const isWriteConflict = (error: unknown): boolean => statusOf(error) === 412 || statusOf(error) === 409

export const askBucket = async <Reply>(what: string, ask: () => Promise<Reply>): Promise<Reply> => {
  try {
    return await ask()
  } catch (cause) {
    if (isMissing(cause)) throw cause
    throw new StorageUnavailableError(`the storage did not ${what}`, { cause })
  }
}
