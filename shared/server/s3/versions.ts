import { createHash } from 'node:crypto'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { askBucket, type BucketPlace, isMissing, isWriteConflict, statusOf } from './asked.ts'

export interface ObjectVersion {
  readonly etag: string
  readonly bytes: Uint8Array
}

const readVersion = async (
  { client, Bucket }: BucketPlace,
  Key: string,
  known?: string,
): Promise<ObjectVersion | 'same' | undefined> => {
  try {
    return await askBucket('give an object', async () => {
      const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket, Key, IfNoneMatch: known }))
      if (Body === undefined || ETag === undefined) throw new Error('an answer without body or ETag')
      return { etag: ETag, bytes: await Body.transformToByteArray() }
    })
  } catch (error) {
    if (isMissing(error)) return undefined
    if (error instanceof Error && statusOf(error.cause) === 304) return 'same'
    throw error
  }
}

const putOn = async ({ client, Bucket }: BucketPlace, Key: string, bytes: Uint8Array, version: string | undefined) => {
  const put = new PutObjectCommand({
    Bucket,
    Key,
    Body: bytes,
    ContentMD5: createHash('md5').update(bytes).digest('base64'),
    ContentLength: bytes.byteLength,
    ...(version === undefined ? { IfNoneMatch: '*' } : { IfMatch: version }),
  })
  try {
    return await askBucket('take an object', () => client.send(put))
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (isWriteConflict(cause) || (version !== undefined && isMissing(error))) return undefined
    throw error
  }
}

export const versionsOf = (place: BucketPlace) => ({
  /** @param known ETag; `same` if it still is that */
  readVersion: (Key: string, known?: string) => readVersion(place, Key, known),
  /**
   * @param version that it replaces; undefined: there is none
   * @returns the ETag; undefined if another writer was faster
   */
  replace: async (Key: string, bytes: Uint8Array, version: string | undefined): Promise<string | undefined> => {
    const answer = await putOn(place, Key, bytes, version)
    if (answer) return answer.ETag
    // A retry meets what its first attempt wrote.
    const present = await readVersion(place, Key)
    return typeof present === 'object' && Buffer.from(present.bytes).equals(bytes) ? present.etag : undefined
  },
})
