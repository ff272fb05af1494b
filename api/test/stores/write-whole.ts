import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { S3rverObject, S3rverStore } from 's3rver'

const bytesOf = async (content: Readable | Buffer): Promise<Buffer> =>
  Buffer.isBuffer(content) ? content : buffer(content)

/**
 * s3rver answers before its file is written, so the next request may find a part of it. S3 does not.
 *
 * @param scratch a folder on the same disk
 */
export const writeWhole = (store: S3rverStore, scratch: string): void => {
  store.putObject = async ({ bucket, key, content, metadata }: S3rverObject) => {
    const bytes = await bytesOf(content)
    const md5 = createHash('md5').update(bytes).digest('hex')
    const path = store.getResourcePath(bucket, key, 'object')
    const part = join(scratch, randomUUID())
    await mkdir(dirname(path), { recursive: true })
    await writeFile(part, bytes)
    await rename(part, path)
    await store.putMetadata(bucket, key, metadata, md5)
    return { size: bytes.byteLength, md5 }
  }
}
