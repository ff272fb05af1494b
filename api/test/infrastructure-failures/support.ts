import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadFileCall, listFilesCall } from 'shared/contract'
import { multipart, threePages, upload } from '../support/people.ts'
import { pathOf, succeed, type TestServer } from '../support/test-server.ts'

const systemError = (code: string, syscall = 'write'): Error =>
  Object.assign(new Error(`${code}: made to fail, ${syscall}`), { code, errno: -1, syscall })

const failing = (code: string) => async (): Promise<never> => {
  throw systemError(code)
}

export const failWrites = ({ services: { blobs } }: TestServer, code: string): (() => void) => {
  const { receive } = blobs
  const spies = [
    jest.spyOn(blobs, 'put').mockImplementation(failing(code)),
    jest.spyOn(blobs, 'probe').mockImplementation(failing(code)),
    // Mid-stream, so that the clean-up code runs.
    jest.spyOn(blobs, 'receive').mockImplementation((chunks, maxBytes) => {
      const breaking = async function* () {
        for await (const chunk of chunks) {
          yield chunk
          throw systemError(code)
        }
      }
      return receive(breaking(), maxBytes)
    }),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

export const leftovers = ({ dataDir }: Pick<TestServer, 'dataDir'>): Promise<string[]> => readdir(join(dataDir, 'tmp'))

export const tryUpload = (server: TestServer, bearer: string, bytes: Uint8Array = threePages()) =>
  upload(server, bearer, [
    ['file_type_id', '1'],
    ['file', { bytes, filename: 'Contrato.pdf' }],
  ])

export const uploadHeaders = async (server: TestServer, bearer: string) => {
  const { payload, headers } = await multipart([
    ['file_type_id', '1'],
    ['file', { bytes: threePages(), filename: 'Contrato.pdf' }],
  ])
  const authorization = `Bearer ${bearer}`
  const request = { method: 'POST', url: '/home/api/files/', headers: { ...headers, authorization }, payload } as const
  return (await server.app.inject(request)).headers
}

export const reading = async (server: TestServer, bearer: string, documentId: number) => {
  const headers = { authorization: `Bearer ${bearer}` }
  const url = pathOf(downloadFileCall, { id: documentId })
  const { statusCode } = await server.app.inject({ url, headers })
  const names = (await succeed(server, listFilesCall, { bearer })).map(({ original_filename }) => original_filename)
  return { names, download: statusCode }
}

/** Skips the 5 s readiness cache. */
export const readiness = async ({ app, clock }: TestServer) => {
  clock.advance(5000)
  const response = await app.inject('/readyz')
  const { checks, problems } = response.json<{ checks: object; problems: string[] }>()
  return { status: response.statusCode, checks, problems }
}
