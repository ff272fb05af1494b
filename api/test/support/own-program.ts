import type { SignatureField } from 'shared/contract'
import { CONSENT_VERSION } from 'shared/contract/consent'
import { copyToSignCall, signedCopyCall } from 'shared/contract/own-program'
import { multipart } from './people.ts'
import { pathOf, type TestServer } from './test-server.ts'

export const returnCopy = async (
  { app }: TestServer,
  bearer: string,
  { id: fieldId }: Pick<SignatureField, 'id'>,
  signWith: (document: Uint8Array) => Uint8Array | Promise<Uint8Array>,
  stated: { readonly document_sha256?: string } = {},
) => {
  const headers = { authorization: `Bearer ${bearer}` }
  const params = { fieldId }
  const sent = await app.inject({ method: 'GET', url: pathOf(copyToSignCall, params), headers })
  const form = await multipart([
    ['base_sha256', String(sent.headers.etag).replaceAll('"', '')],
    ['consent', CONSENT_VERSION],
    ...Object.entries(stated),
    ['file', { bytes: await signWith(new Uint8Array(sent.rawPayload)), filename: 'firmado.pdf' }],
  ])
  const url = pathOf(signedCopyCall, params)
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { ...form.headers, ...headers },
    payload: form.payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}
