import { sendInvitationCall } from 'shared/contract'
import { confirmEmailCall, requestEmailConfirmationCall } from 'shared/contract/accounts'
import { inviteSigner, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { confirmToken } from '../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const start = async (variables: Readonly<Record<string, string>>) => {
  const server = await openTestServer({ variables })
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  return { server, bearer, field: await placeField(server, bearer, document.id) }
}

const mailsToGuest = ({ services }: TestServer) =>
  services.db.selectFrom('outbox').select('id').where('kind', '=', 'invitation').execute()

test('when SMTP is configured, an account confirms its e-mail before it can invite', async () => {
  const { server, bearer, field } = await start({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const body = {
    email: field.signer_email,
    signer_name: field.signer_name,
    document_url: '',
    field_id: field.id,
    field_coordinates: null,
  }
  const refused = await refuse(server, sendInvitationCall, { bearer, params: { id: field.user_file_id }, body })
  expect(refused).toMatchObject({ status: 409, code: 'EMAIL_NOT_VERIFIED' })
  expect(await mailsToGuest(server)).toEqual([])
  const [document] = await server.services.db.selectFrom('documents').select('shared_at').execute()
  expect(document?.shared_at).toBeNull()

  await succeed(server, requestEmailConfirmationCall, { bearer })
  await succeed(server, confirmEmailCall, { body: { token: await confirmToken(server, 'olga@example.com') } })
  await inviteSigner(server, bearer, field)
  expect(await mailsToGuest(server)).toHaveLength(1)
})

test('without SMTP, an account can invite before it confirms its e-mail', async () => {
  const { server, bearer, field } = await start({})
  await inviteSigner(server, bearer, field)
  expect(await mailsToGuest(server)).toHaveLength(1)
})
