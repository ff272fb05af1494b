import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Place } from '../s3/s3-place.ts'

export interface StandInBucket {
  readonly place: S3Place
  readonly objects: Map<string, Buffer>
  away: boolean
  ignoresConditions: boolean
  close(): void
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

const WRITTEN = new Date('2026-01-01T00:00:00Z')

const answerError = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

const mayWrite = ({ headers }: IncomingMessage, present: Buffer | undefined): boolean => {
  if (headers['if-none-match'] === '*') return present === undefined
  const wanted = headers['if-match']
  return wanted === undefined || (present !== undefined && etagOf(present) === wanted)
}

const listing = (objects: StandInBucket['objects'], prefix: string): string => {
  const contents = [...objects.keys()]
    .filter((key) => key.startsWith(prefix))
    .sort()
    .map((key) => `<Contents><Key>${key}</Key><LastModified>${WRITTEN.toISOString()}</LastModified></Contents>`)
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
}

const give = (request: IncomingMessage, response: ServerResponse, object: Buffer | undefined): void => {
  if (!object) answerError(response, 404, 'NoSuchKey')
  else if (request.headers['if-none-match'] === etagOf(object)) response.writeHead(304).end()
  else {
    const dates = { 'last-modified': WRITTEN.toUTCString(), etag: etagOf(object) }
    response.writeHead(200, { ...dates, 'content-length': object.length })
    response.end(request.method === 'HEAD' ? undefined : object)
  }
}

/** S3 in memory, with `If-Match` and `If-None-Match`. */
export const openStandInBucket = async (): Promise<StandInBucket> => {
  const put = (request: IncomingMessage, response: ServerResponse, key: string, body: Buffer): void => {
    if (!bucket.ignoresConditions && !mayWrite(request, bucket.objects.get(key)))
      answerError(response, 412, 'PreconditionFailed')
    else {
      bucket.objects.set(key, body)
      response.writeHead(200, { etag: etagOf(body) }).end()
    }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    if (bucket.away) {
      answerError(response, 503, 'ServiceUnavailable')
      return
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const key = decodeURIComponent(pathname.replace(/^\/trazo\/?/, ''))
    if (request.method === 'PUT') put(request, response, key, body)
    else if (request.method === 'DELETE') {
      bucket.objects.delete(key)
      response.writeHead(204).end()
    } else if (key === '') response.end(listing(bucket.objects, searchParams.get('prefix') ?? ''))
    else give(request, response, bucket.objects.get(key))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const bucket: StandInBucket = {
    place: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'trazo',
      region: 'us-east-1',
      accessKeyId: 'a',
      secretAccessKey: 'b',
      prefix: 'firmas/',
    },
    objects: new Map(),
    away: false,
    ignoresConditions: false,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return bucket
}
