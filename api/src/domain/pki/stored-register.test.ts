import { digitalSignCall } from 'shared/contract'
import { drawing, placeField, registerPerson, stated, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed } from '../../../test/support/test-server.ts'
import { issuerIdOf } from './certificate-register.ts'
import { createStoredRegister, registerEarlierSignatures } from './stored-register.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { db, pki } = server.services
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
  const body = { field_id: field.id, signature_data: drawing(), ...stated(document) }
  const { certificate_info } = await succeed(server, digitalSignCall, { bearer, params: { fieldId: field.id }, body })
  return {
    db,
    register: createStoredRegister(db),
    issuer: issuerIdOf(pki.issuing),
    serial: certificate_info.serial_number,
  }
}

test('signing adds the signer’s certificate to the register under its issuer', async () => {
  const { register, issuer, serial } = await start()
  expect(await register.find(issuer, serial)).toEqual({ revoked: undefined })
  expect(await register.find('another', serial)).toBeUndefined()
})

test('certificates of earlier signatures are added to the register under their own authority only', async () => {
  const { db, register, issuer, serial } = await start()
  await registerEarlierSignatures(db, 'another', 'Trazo Platform CA')
  expect(await register.find('another', serial)).toBeUndefined()
  await db.deleteFrom('issued_certificates').where('purpose', '=', 'signer').execute()
  await registerEarlierSignatures(db, issuer, 'Another CA')
  expect(await register.find(issuer, serial)).toBeUndefined()
  for (const _ of [1, 2]) await registerEarlierSignatures(db, issuer, 'Trazo Platform CA')
  expect(await register.find(issuer, serial)).toEqual({ revoked: undefined })
})
