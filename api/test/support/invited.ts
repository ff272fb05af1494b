import {
  digitalSignCall,
  type Invitation,
  listInvitationsCall,
  type SessionReply,
  type SignatureField,
  type UserFile,
  validateInvitationCall,
} from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import {
  drawing,
  invitationToken,
  inviteSigner,
  PASSWORD,
  placeField,
  registerPerson,
  type stated,
  uploadDocument,
} from './people.ts'
import { openTestServer, succeed, type TestServer, type TestServerOptions } from './test-server.ts'

export interface Invited {
  readonly server: TestServer
  readonly olga: SessionReply
  readonly document: UserFile
  readonly ana: SignatureField
  readonly luis: SignatureField
  /** Logs in again if the clock has moved. */
  owner(): Promise<string>
  anasInvitation(): Promise<Invitation>
  open(address: string): Promise<string>
  /** `over` overrides the owner's statement. */
  sign(bearer: string, field: SignatureField, over?: Partial<ReturnType<typeof stated>>): Promise<unknown>
  mailsOf(work: () => Promise<unknown>): Promise<readonly string[]>
  lastMail(address: string): string
}

export const FILENAME = 'Contrato de alquiler.pdf'

export const startInvited = async (options: TestServerOptions = {}): Promise<Invited> => {
  const server = await openTestServer(options)
  const olga = await registerPerson(server, 'olga')
  const bearer = olga.access_token
  const document = await uploadDocument(server, bearer, undefined, FILENAME)
  const ana = await placeField(server, bearer, document.id)
  const luis = await placeField(server, bearer, document.id, {
    signer_name: 'Luis Mata',
    signer_email: 'luis@example.com',
  })
  await inviteSigner(server, bearer, ana)
  await inviteSigner(server, bearer, luis)
  await server.relay.tick()

  let session = { bearer, at: server.clock.now() }
  const owner = async (): Promise<string> => {
    if (session.at === server.clock.now()) return session.bearer
    const { access_token } = await succeed(server, loginCall, { body: { username: 'olga', password: PASSWORD } })
    session = { bearer: access_token, at: server.clock.now() }
    return access_token
  }
  const sent = (from: number) => server.delivered.slice(from).map(({ mail }) => `${mail.kind} ${mail.to_address}`)
  return {
    server,
    olga,
    document,
    ana,
    luis,
    owner,
    anasInvitation: async () => {
      const call = { bearer: await owner(), params: { id: document.id } }
      const invitations = await succeed(server, listInvitationsCall, call)
      const found = invitations.find(({ field_id }) => field_id === ana.id)
      if (found === undefined) throw new Error('nobody invited Ana')
      return found
    },
    open: async (address) => {
      const token = await invitationToken(server, address)
      return (await succeed(server, validateInvitationCall, { query: { token } })).access_token
    },
    sign: (guest, field, over = {}) =>
      succeed(server, digitalSignCall, {
        bearer: guest,
        params: { fieldId: field.id },
        body: { field_id: field.id, signature_data: drawing(), ...over },
      }),
    mailsOf: async (work) => {
      const before = server.delivered.length
      await work()
      await server.relay.tick()
      return sent(before)
    },
    lastMail: (address) =>
      server.delivered.findLast(({ mail }) => mail.to_address === address)?.mail.text_body ?? 'no mail',
  }
}

export const eventsOf = async ({ server, document }: Invited, ...kinds: readonly string[]) => {
  const rows = await server.services.db
    .selectFrom('audit_events')
    .select(['kind', 'actor', 'data'])
    .where('document_id', '=', document.id)
    .where('kind', 'in', kinds)
    .orderBy('number')
    .execute()
  return rows.map(({ kind, actor, data }) => ({ kind, actor, data: JSON.parse(data) as unknown }))
}

export const countChanges = async ({ server, olga }: Invited, work: () => Promise<unknown>): Promise<number> => {
  let changes = 0
  const stop = server.services.documentEvents.subscribe(olga.user.id, () => {
    changes += 1
  })
  await work()
  stop()
  return changes
}

export const aboutAna = async (invited: Invited) => ({
  bearer: await invited.owner(),
  params: { id: invited.document.id, invitationId: (await invited.anasInvitation()).id },
})

export const tokenIn = (text: string): string => /[?&]token=([\w-]{43})/.exec(text)?.[1] ?? 'none'

export const startAsAna = async () => {
  const invited = await startInvited()
  const bearer = await invited.open('ana@example.com')
  const call = { bearer, params: { fieldId: invited.ana.id } }
  return { ...invited, invited, bearer, call }
}
