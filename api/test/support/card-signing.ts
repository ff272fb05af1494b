import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BodyOf, Identification, SignatureField } from 'shared/contract'
import { completeSignatureCall, prepareSignatureCall } from 'shared/contract'
import { becomeGuest, drawing, placeField, registerPerson, uploadDocument } from './people.ts'
import { ana, type Card, createCard } from './stand-in-firmador/card.ts'
import { createHierarchy, type Hierarchy } from './stand-in-firmador/hierarchy.ts'
import { openTestServer, refuse, succeed, type TestServer } from './test-server.ts'

const START = new Date('2026-01-01T00:00:00Z')

export interface CardOffice {
  readonly hierarchy: Hierarchy
  readonly anas: Card
  readonly caFile: string
  close(): void
}

export const newHierarchy = (): Promise<Hierarchy> => createHierarchy(START)

export const openCardOffice = async (): Promise<CardOffice> => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-cards-'))
  const caFile = join(folder, 'ca.pem')
  const hierarchy = await newHierarchy()
  writeFileSync(caFile, hierarchy.pem)
  return { hierarchy, anas: await createCard(hierarchy, ana), caFile, close: () => rmSync(folder, { recursive: true }) }
}

const anaSays: Identification = { type: 'nacional', number: '01-0234-0567' }
const KEY = '5f0c1a52-3c1f-4a6e-9d0b-2f6f1f0d9a11'

export const startWithCards = async ({ caFile }: CardOffice, further: Readonly<Record<string, string>> = {}) => {
  const variables = { SIGNING_AGENT: 'firmador', SIGNING_AGENT_CA: caFile, ...further }
  const server = await openTestServer({ variables })
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const first = await placeField(server, bearer, document.id)
  const second = await placeField(server, bearer, document.id, {
    signer_name: 'Luis Vargas',
    signer_email: 'luis@example.com',
    page: 2,
  })
  return { server, bearer, document, first, second, guest: await becomeGuest(server, bearer, first) }
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export type PrepareBody = BodyOf<typeof prepareSignatureCall>
export type CompleteBody = BodyOf<typeof completeSignatureCall>

export const preparation = (card: Card, body: Partial<PrepareBody> = {}): PrepareBody => ({
  idempotency_key: KEY,
  signature_data: drawing(),
  identification: anaSays,
  certificate: base64(card.certificate),
  ...body,
})

export const prepare = (
  server: TestServer,
  bearer: string,
  field: SignatureField,
  card: Card,
  body: Partial<PrepareBody> = {},
) => succeed(server, prepareSignatureCall, { bearer, params: { fieldId: field.id }, body: preparation(card, body) })

export const refusePrepare = (server: TestServer, bearer: string | undefined, fieldId: number, body: PrepareBody) =>
  refuse(server, prepareSignatureCall, { bearer, params: { fieldId }, body })

export type Prepared = Awaited<ReturnType<typeof prepare>>

export const completion = (prepared: Prepared, card: Card): CompleteBody => ({
  request_id: prepared.request_id,
  signature: { algorithm: card.algorithm, value: base64(card.sign(Buffer.from(prepared.to_be_signed, 'base64'))) },
  certificate: base64(card.certificate),
})

export const complete = (server: TestServer, bearer: string, field: SignatureField, body: CompleteBody) =>
  succeed(server, completeSignatureCall, { bearer, params: { fieldId: field.id }, body })

export const refuseComplete = (server: TestServer, bearer: string | undefined, fieldId: number, body: CompleteBody) =>
  refuse(server, completeSignatureCall, { bearer, params: { fieldId }, body })

export const signatures = ({ services }: TestServer) => services.db.selectFrom('signatures').selectAll().execute()
