import { samplePng } from 'pdf/sign'
import { buildPdf } from 'pdf/testing/node'
import {
  createFieldCall,
  downloadFileCall,
  type SessionReply,
  type SignatureField,
  sendInvitationCall,
  shareFileCall,
  startAgentSessionCall,
  type UserFile,
  uploadFileCall,
  validateInvitationCall,
} from 'shared/contract'
import { registerCall } from 'shared/contract/accounts'
import { CONSENT_VERSION } from 'shared/contract/consent'
import * as v from 'valibot'
import { pathOf, succeed, type TestServer } from './test-server.ts'

export const PASSWORD = 'una clave larga'

export const registerPerson = (server: TestServer, username: string): Promise<SessionReply> =>
  succeed(server, registerCall, {
    body: {
      username,
      first_name: 'María José',
      last_name: 'Núñez',
      email: `${username}@example.com`,
      phone: '+506 8888-8888',
      password: PASSWORD,
      password_confirmation: PASSWORD,
    },
  })

export const threePages = (): Uint8Array => buildPdf({ xref: 'table', pages: [{}, {}, {}] })

type Part = string | { readonly bytes: Uint8Array; readonly filename: string; readonly type?: string }

/** Preserves the order of parts. */
export const multipart = async (
  parts: readonly (readonly [name: string, part: Part])[],
): Promise<{ payload: Buffer; headers: Record<string, string> }> => {
  const form = new FormData()
  for (const [name, part] of parts) {
    if (typeof part === 'string') form.append(name, part)
    else
      form.append(
        name,
        new Blob([Uint8Array.from(part.bytes)], { type: part.type ?? 'application/pdf' }),
        part.filename,
      )
  }
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  return { payload, headers: { 'content-type': request.headers.get('content-type') ?? '' } }
}

export const upload = async (
  server: TestServer,
  bearer: string,
  parts: readonly (readonly [name: string, part: Part])[],
): Promise<{ status: number; body: unknown }> => {
  const { payload, headers } = await multipart(parts)
  const response = await server.app.inject({
    method: 'POST',
    url: uploadFileCall.path,
    headers: { ...headers, authorization: `Bearer ${bearer}` },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

export const uploadDocument = async (
  server: TestServer,
  bearer: string,
  bytes: Uint8Array = threePages(),
  filename = 'Contrato.pdf',
): Promise<UserFile> => {
  const { status, body } = await upload(server, bearer, [
    ['file_type_id', '1'],
    ['file', { bytes, filename }],
  ])
  if (status !== 201) throw new Error(`the document was not accepted: ${JSON.stringify(body)}`)
  return v.parse(uploadFileCall.reply, body)
}

let fieldCount = 0

type FieldInput = Partial<Pick<SignatureField, 'field_type' | 'signer_name' | 'signer_email' | 'page' | 'field_id'>>

export const placeField = (
  server: TestServer,
  bearer: string,
  documentId: number,
  input: FieldInput = {},
): Promise<SignatureField> => {
  fieldCount += 1
  return succeed(server, createFieldCall, {
    bearer,
    body: {
      field_id: `field_${fieldCount}`,
      field_type: 'SECONDARY',
      signer_name: 'Ana Rojas',
      signer_email: 'ana@example.com',
      user_file_id: documentId,
      ...input,
    },
  })
}

export const inviteSigner = (server: TestServer, bearer: string, field: SignatureField, message?: string) =>
  succeed(server, sendInvitationCall, {
    bearer,
    params: { id: field.user_file_id },
    body: {
      email: field.signer_email,
      signer_name: field.signer_name,
      document_url: '',
      field_id: field.id,
      field_coordinates: null,
      message,
    },
  })

export const invitationLink = async (server: TestServer, address: string): Promise<URL> => {
  const mail = await server.services.db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'invitation')
    .where('to_key', '=', address)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return new URL(/https:\/\/\S+\/sign\/\S+/.exec(mail.text_body)?.[0] ?? '')
}

export const invitationToken = async (server: TestServer, address: string): Promise<string> =>
  (await invitationLink(server, address)).searchParams.get('token') ?? ''

export const becomeGuest = async (server: TestServer, bearer: string, field: SignatureField): Promise<string> => {
  await inviteSigner(server, bearer, field)
  const token = await invitationToken(server, field.signer_email)
  const reply = await succeed(server, validateInvitationCall, { query: { token } })
  return reply.access_token
}

export const cedula = { type: 'nacional', number: '01-0234-0567' } as const

export const signable = { mode: 'sign' } as const

export const comeByLink = async (server: TestServer, bearer: string, documentId: number): Promise<string> => {
  await succeed(server, shareFileCall, { bearer, params: { id: documentId }, body: signable })
  const body = { user_file_id: documentId, field_id: null, identification: cedula, name: 'Luis Mata' }
  return (await succeed(server, startAgentSessionCall, { body })).access_token
}

export const stated = ({ sha256 }: Pick<UserFile, 'sha256'>) => ({
  document_sha256: sha256,
  consent: CONSENT_VERSION,
  identification: cedula,
})

export const drawing = (): string => `data:image/png;base64,${Buffer.from(samplePng()).toString('base64')}`

export const downloadBytes = async (server: TestServer, bearer: string, documentId: number): Promise<Buffer> => {
  const response = await server.app.inject({
    method: 'GET',
    url: pathOf(downloadFileCall, { id: documentId }),
    headers: { authorization: `Bearer ${bearer}` },
  })
  return response.rawPayload
}
