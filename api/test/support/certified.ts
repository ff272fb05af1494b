import type { SignatureField, UserFile } from 'shared/contract'
import { setSigningModeCall } from 'shared/contract/signing-order'
import { complete, completion, prepare } from './card-signing.ts'
import { becomeGuest, placeField, registerPerson, uploadDocument } from './people.ts'
import type { Card } from './stand-in-firmador/card.ts'
import type { NationalOffice } from './stand-in-firmador/national-office.ts'
import { openTestServer, succeed, type TestServer, type TestServerOptions } from './test-server.ts'

export interface CertifiedDocument {
  readonly server: TestServer
  readonly bearer: string
  readonly document: UserFile
  readonly ana: SignatureField
  readonly luis: SignatureField
}

export const chooseMode = (server: TestServer, bearer: string, id: number, mode: 'certified' | 'electronic') =>
  succeed(server, setSigningModeCall, { bearer, params: { id }, body: { mode } })

export const startCertified = async (
  office: NationalOffice,
  options: TestServerOptions = {},
  beforeCalls: (server: TestServer) => Promise<void> = async () => undefined,
): Promise<CertifiedDocument> => {
  const server = await openTestServer({ ...options, variables: { ...office.variables, ...options.variables } })
  office.clock = server.clock.now
  await beforeCalls(server)
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const ana = await placeField(server, bearer, document.id)
  const luis = await placeField(server, bearer, document.id, {
    signer_name: 'Luis Vargas',
    signer_email: 'luis@example.com',
    page: 2,
  })
  await chooseMode(server, bearer, document.id, 'certified')
  return { server, bearer, document, ana, luis }
}

const luisSays = { identification: { type: 'nacional', number: '02-0345-0678' } } as const

export const signByCard = async (server: TestServer, guest: string, field: SignatureField, card: Card) => {
  const says = field.signer_email === 'luis@example.com' ? luisSays : {}
  return complete(server, guest, field, completion(await prepare(server, guest, field, card, says), card))
}

export const signBoth = async ({ server, bearer, ana, luis }: CertifiedDocument, office: NationalOffice) => {
  const anas = await becomeGuest(server, bearer, ana)
  const luises = await becomeGuest(server, bearer, luis)
  await signByCard(server, anas, ana, office.anas)
  await signByCard(server, luises, luis, office.luises)
  return { anas, luises }
}
