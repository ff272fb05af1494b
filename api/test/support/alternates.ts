import {
  digitalSignCall,
  listFieldsCall,
  listInvitationsCall,
  type SignatureField,
  sendInvitationCall,
  validateInvitationCall,
} from 'shared/contract'
import { addAlternateCall, listAlternatesCall } from 'shared/contract/alternates'
import { drawing, invitationToken, placeField, registerPerson, uploadDocument } from './people.ts'
import { openTestServer, refuse, succeed, type TestServerOptions } from './test-server.ts'

export const ANA = 'ana@example.com'
export const LUIS = 'luis@example.com'
export const EVA = 'eva@example.com'
/** In the place of Ana Rojas, who has the field. */
export const luis = { name: 'Luis Rojas', email: LUIS } as const
export const eva = { name: 'Eva Mora', email: EVA } as const

/** Ana's field on page 1; `add` lets others sign in her place. */
export const startAlternates = async (options: TestServerOptions = {}) => {
  const server = await openTestServer(options)
  const { db } = server.services
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer, undefined, 'Contrato.pdf')
  const place = (over: Parameters<typeof placeField>[3] = {}) =>
    placeField(server, bearer, document.id, { signer_name: 'Ana Rojas', signer_email: ANA, ...over })
  const field = await place()
  const of = { bearer, params: { id: document.id } }
  const signing = (one: SignatureField, others: readonly SignatureField[] = []) => ({
    params: { fieldId: one.id },
    body: { field_id: one.id, signature_data: drawing(), other_field_ids: others.map(({ id }) => id) },
  })
  const sent = (from: number) => server.delivered.slice(from).map(({ mail }) => `${mail.kind} ${mail.to_address}`)
  const open = async (address: string) =>
    succeed(server, validateInvitationCall, { query: { token: await invitationToken(server, address) } })
  return {
    ...{ server, db, bearer, document, place, field, of, signing, open },
    add: (person: { readonly name: string; readonly email: string }, one = field) =>
      succeed(server, addAlternateCall, { ...of, body: { field_id: one.id, ...person } }),
    refuseToAdd: (person: { readonly name: string; readonly email: string }, one = field) =>
      refuse(server, addAlternateCall, { ...of, body: { field_id: one.id, ...person } }),
    list: () => succeed(server, listAlternatesCall, of),
    fields: () => succeed(server, listFieldsCall, { bearer, query: { user_file_id: String(document.id) } }),
    invitations: () => succeed(server, listInvitationsCall, of),
    invite: async ([one, ...others]: readonly [SignatureField, ...SignatureField[]] = [field]) => {
      const body = {
        email: one.signer_email,
        signer_name: one.signer_name,
        document_url: '',
        field_id: one.id,
        field_coordinates: null,
        other_fields: others.map(({ id }) => id),
      }
      await succeed(server, sendInvitationCall, { ...of, body })
      await server.relay.tick()
    },
    mailsOf: async (work: () => Promise<unknown>) => {
      const before = server.delivered.length
      await work()
      await server.relay.tick()
      return sent(before)
    },
    lastMail: (address: string) =>
      server.delivered.findLast(({ mail }) => mail.to_address === address)?.mail.text_body ?? 'no mail',
    tokenOf: (address: string) => invitationToken(server, address),
    guest: async (address: string) => (await open(address)).access_token,
    sign: (guest: string, one = field, others: readonly SignatureField[] = []) =>
      succeed(server, digitalSignCall, { bearer: guest, ...signing(one, others) }),
    log: async (...kinds: readonly string[]) => {
      const rows = await db
        .selectFrom('audit_events')
        .select(['kind', 'actor_name', 'data'])
        .where('document_id', '=', document.id)
        .where('kind', 'in', kinds)
        .orderBy('number')
        .execute()
      return rows.map(({ kind, actor_name, data }) => ({ kind, actor_name, data: JSON.parse(data) as unknown }))
    },
  }
}
