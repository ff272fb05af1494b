import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { asked, type Place } from './asked.ts'

export interface Listed {
  readonly key: string
  readonly writtenAt: Date
}

export const listingOf = ({ client, Bucket }: Place) => ({
  /** @returns its first key in order */
  first: async (Prefix: string): Promise<string | undefined> => {
    const list = new ListObjectsV2Command({ Bucket, Prefix })
    return (await asked('list objects', () => client.send(list))).Contents?.[0]?.Key
  },
  list: async (Prefix: string): Promise<Listed[]> => {
    const listed: Listed[] = []
    let ContinuationToken: string | undefined
    do {
      const list: ListObjectsV2Command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
      const page = await asked('list objects', () => client.send(list))
      for (const { Key = '', LastModified = new Date() } of page.Contents ?? [])
        listed.push({ key: Key, writtenAt: LastModified })
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
    return listed
  },
})
