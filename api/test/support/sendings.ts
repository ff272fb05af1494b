import { randomUUID } from 'node:crypto'
import { buildPdf } from 'pdf/testing/node'
import { type ReplyOf, type SignatureField, type UserFile, validateInvitationCall } from 'shared/contract'
import { SENDING_CONSENT_VERSION } from 'shared/contract/consent'
import { createSendingCall, type Sending, signSendingCall } from 'shared/contract/sendings'
import { drawing, invitationToken, inviteSigner, placeField, registerPerson, uploadDocument } from './people.ts'
import { openTestServer, succeed, type TestServer, type TestServerOptions } from './test-server.ts'

export const ANA = { signer_name: 'Ana Rojas', signer_email: 'ana@example.com' }
const LUIS = { signer_name: 'Luis Mata', signer_email: 'luis@example.com' }

/** Of other bytes each. */
const NAMES = ['Contrato.pdf', 'Inventario.pdf', 'Reglamento.pdf']

export interface TestSending {
  readonly server: TestServer
  readonly bearer: string
  readonly documents: readonly [UserFile, UserFile, UserFile]
  readonly sending: Sending
  /** Of Ana in each document, and of Luis in the first two. */
  readonly anas: readonly [SignatureField, SignatureField, SignatureField]
  readonly luis: readonly [SignatureField, SignatureField]
}

/** Three documents in one sending, before any invitation. */
export const startSending = async (options: TestServerOptions = {}): Promise<TestSending> => {
  const server = await openTestServer(options)
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const upload = (index: number) =>
    uploadDocument(
      server,
      bearer,
      buildPdf({ xref: 'table', pages: Array.from({ length: index + 1 }, () => ({})) }),
      NAMES[index],
    )
  const documents = [await upload(0), await upload(1), await upload(2)] as const
  const place = (index: 0 | 1 | 2, who: typeof ANA) => placeField(server, bearer, documents[index].id, who)
  const anas = [await place(0, ANA), await place(1, ANA), await place(2, ANA)] as const
  const luis = [await place(0, LUIS), await place(1, LUIS)] as const
  const body = { documents: documents.map(({ id }) => id) }
  const sending = await succeed(server, createSendingCall, { bearer, body })
  return { server, bearer, documents, sending, anas, luis }
}

/** Opens the page of a document by its path in the guest's list. */
export const openListed = (server: TestServer, path: string | null | undefined) => {
  const query = { token: new URL(path ?? '', 'https://trazo.example').searchParams.get('token') ?? '' }
  return succeed(server, validateInvitationCall, { query })
}

const openNewest = async (server: TestServer, address: string) => {
  const query = { token: await invitationToken(server, address) }
  return succeed(server, validateInvitationCall, { query })
}

/** Invites the person of the field, who opens the mailed link. */
export const openAsInvited = async (server: TestServer, bearer: string, field: SignatureField) => {
  await inviteSigner(server, bearer, field)
  return openNewest(server, field.signer_email)
}

/** Both are invited by their first field. */
export const startSentSending = async (options: TestServerOptions = {}) => {
  const started = await startSending(options)
  const { server, bearer, anas, luis } = started
  await inviteSigner(server, bearer, anas[0])
  await inviteSigner(server, bearer, luis[0])
  await server.relay.tick()
  const open = (address: string) => openNewest(server, address)
  return { ...started, open }
}

export type SentSending = Awaited<ReturnType<typeof startSentSending>>

type ShownDocument = Pick<UserFile, 'id' | 'sha256'> & { readonly form_sha256?: string }

/** What the page sends for these documents. */
export const actOn = (documents: readonly ShownDocument[], over: Partial<ReturnType<typeof bodyFor>> = {}) => ({
  ...bodyFor(documents),
  ...over,
})

const bodyFor = (documents: readonly ShownDocument[]) => ({
  idempotency_key: randomUUID(),
  signature_data: drawing(),
  consent: SENDING_CONSENT_VERSION as string,
  documents: documents.map(({ id, sha256, ...form }) => ({
    id,
    document_sha256: sha256,
    ...('form_sha256' in form ? { form_sha256: form.form_sha256 } : {}),
  })),
})

export const signAs = (
  { server }: Pick<TestSending, 'server'>,
  guest: ReplyOf<typeof validateInvitationCall>,
  body: ReturnType<typeof bodyFor>,
) =>
  succeed(server, signSendingCall, {
    bearer: guest.access_token,
    params: { fieldId: guest.signature_field.id },
    body,
  })
