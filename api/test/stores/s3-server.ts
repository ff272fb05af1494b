import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { conditionalWrites } from './conditional-writes.ts'
import { wholeObjects } from './whole-objects.ts'
import { writeWhole } from './write-whole.ts'

export const S3_BUCKET = 'trazo'
/** s3rver's only account. */
const S3_KEY = 'S3RVER'

export interface S3Server {
  readonly url: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  remove(): Promise<void>
}

export const startS3 = async (): Promise<S3Server> => {
  const directory = await mkdtemp(join(tmpdir(), 'trazo-s3-'))
  const scratch = await mkdtemp(join(tmpdir(), 'trazo-s3-parts-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: S3_BUCKET }],
  })
  server.middleware.unshift(wholeObjects(), conditionalWrites())
  writeWhole(server.store, scratch)
  const { port } = await server.run()
  return {
    url: `http://127.0.0.1:${port}`,
    accessKeyId: S3_KEY,
    secretAccessKey: S3_KEY,
    remove: async () => {
      await server.close()
      await rm(directory, { recursive: true })
      await rm(scratch, { recursive: true })
    },
  }
}
