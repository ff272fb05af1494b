import {
  digitalSignCall,
  downloadFileCall,
  type PublicLink,
  type SignatureField,
  shareFileCall,
  startAgentSessionCall,
} from 'shared/contract'
import type { SessionRequest } from '../../src/domain/public-link-sessions/start-session.ts'
import { cedula, drawing, registerPerson, signable, stated, uploadDocument } from './people.ts'
import { openTestServer, pathOf, refuse, succeed } from './test-server.ts'

export interface Guest {
  readonly bearer: string
  readonly field: SignatureField
}

const KEY = 'f1d3ff84-4329-4732-8762-66f4b4c8f4ba'

export const openPublicDocument = async (bytes?: Uint8Array, variables: Readonly<Record<string, string>> = {}) => {
  const server = await openTestServer({ variables })
  const { access_token: owner } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, owner, bytes, 'Contrato.pdf')
  const params = { id: document.id }
  const share = (link: Partial<PublicLink> = {}) =>
    succeed(server, shareFileCall, { bearer: owner, params, body: { ...signable, ...link } })
  await share()
  const enter = async (wish: Partial<SessionRequest> = {}): Promise<Guest> => {
    const body = { user_file_id: document.id, field_id: null, identification: cedula, name: 'Luis Mata', ...wish }
    const reply = await succeed(server, startAgentSessionCall, { body })
    return { bearer: reply.access_token, field: reply.signature_field }
  }
  const request = ({ bearer, field }: Guest, signature_data = drawing()) => ({
    bearer,
    params: { fieldId: field.id },
    body: { field_id: field.id, signature_data, idempotency_key: KEY, ...stated(document) },
  })
  const sign = (guest: Guest, image?: string) => succeed(server, digitalSignCall, request(guest, image))
  const refused = async (guest: Guest) => (await refuse(server, digitalSignCall, request(guest))).code
  const read = async ({ bearer }: Guest) => {
    const headers = { authorization: `Bearer ${bearer}` }
    return (await server.app.inject({ method: 'GET', url: pathOf(downloadFileCall, params), headers })).statusCode
  }
  const signatures = () => server.services.db.selectFrom('signatures').selectAll().execute()
  return { server, owner, document, params, share, enter, request, sign, refused, read, signatures }
}
