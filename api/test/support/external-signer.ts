import type { SignatureField } from 'shared/contract'
import { CONSENT_VERSION } from 'shared/contract/consent'
import { copyToSignCall, signedCopyCall } from 'shared/contract/own-program'
import { multipart } from './people.ts'
import { pathOf, type TestServer } from './test-server.ts'

type Named = Pick<SignatureField, 'id'>

export interface DownloadedCopy {
  readonly bytes: Uint8Array
  readonly sha256: string
}

export const downloadCopy = async ({ app }: TestServer, bearer: string, { id }: Named): Promise<DownloadedCopy> => {
  const url = pathOf(copyToSignCall, { fieldId: id })
  const sent = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${bearer}` } })
  return { bytes: new Uint8Array(sent.rawPayload), sha256: String(sent.headers.etag).replaceAll('"', '') }
}

export const sendCopy = async (
  { app }: TestServer,
  bearer: string,
  { id }: Named,
  { bytes, sha256 }: DownloadedCopy,
  stated: { readonly document_sha256?: string } = {},
) => {
  const form = await multipart([
    ['base_sha256', sha256],
    ['consent', CONSENT_VERSION],
    ...Object.entries(stated),
    ['file', { bytes, filename: 'firmado.pdf' }],
  ])
  const answer = await app.inject({
    method: 'POST',
    url: pathOf(signedCopyCall, { fieldId: id }),
    headers: { ...form.headers, authorization: `Bearer ${bearer}` },
    payload: form.payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

export const returnCopy = async (
  server: TestServer,
  bearer: string,
  field: Named,
  signWith: (document: Uint8Array) => Uint8Array | Promise<Uint8Array>,
  stated: { readonly document_sha256?: string } = {},
) => {
  const { bytes, sha256 } = await downloadCopy(server, bearer, field)
  return sendCopy(server, bearer, field, { bytes: await signWith(bytes), sha256 }, stated)
}
