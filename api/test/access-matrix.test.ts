import { calls } from './support/calls.ts'
import { becomeGuest, comeByLink, placeField, registerPerson, uploadDocument } from './support/people.ts'
import { closeTestServers, openTestServer, pathOf } from './support/test-server.ts'

afterAll(closeTestServers)

/**
 * Status of each caller: no token, invented token, a stranger's session, the invited guest of the field, a guest
 * elsewhere, a guest of the document who came by its public link.
 */
type Row = readonly [
  anonymous: number,
  invented: number,
  stranger: number,
  guest: number,
  otherGuest: number,
  publicGuest: number,
]

/**
 * Who gets what about one document that is not shared, with nothing in the body. 400 means: came through to the
 * checking of the body. A call that is added to the contract and not here fails the test.
 */
const matrix: Readonly<Record<string, Row>> = {
  register: [400, 400, 400, 400, 400, 400],
  login: [400, 400, 400, 400, 400, 400],
  refresh: [400, 400, 400, 400, 400, 400],
  logout: [401, 401, 200, 403, 403, 403],
  profile: [401, 401, 200, 403, 403, 403],
  updateProfile: [401, 401, 400, 403, 403, 403],
  passwordReset: [400, 400, 400, 400, 400, 400],
  passwordResetConfirm: [400, 400, 400, 400, 400, 400],
  oauthToken: [400, 400, 400, 400, 400, 400],
  oauthRevoke: [400, 400, 400, 400, 400, 400],
  uploadFile: [401, 401, 400, 403, 403, 403],
  listFiles: [401, 401, 200, 403, 403, 403],
  findFiles: [401, 401, 200, 403, 403, 403],
  getFile: [401, 401, 404, 403, 403, 403],
  fileEvents: [401, 401, 200, 403, 403, 403],
  shareFile: [401, 401, 404, 403, 403, 403],
  unshareFile: [401, 401, 404, 403, 403, 403],
  deleteFile: [401, 401, 404, 403, 403, 403],
  annotationState: [401, 401, 404, 403, 403, 403],
  saveAnnotations: [401, 401, 404, 403, 403, 403],
  listSavedSignatures: [401, 401, 200, 403, 403, 403],
  addSavedSignature: [401, 401, 400, 403, 403, 403],
  deleteSavedSignature: [401, 401, 404, 403, 403, 403],
  completionCertificate: [401, 401, 404, 403, 403, 403],
  evidence: [401, 401, 404, 403, 403, 403],
  downloadFile: [404, 401, 404, 200, 404, 200],
  sendPdfEmail: [400, 400, 400, 400, 400, 400],
  listFields: [401, 401, 404, 403, 403, 403],
  getField: [401, 401, 404, 200, 403, 403],
  createField: [401, 401, 400, 403, 403, 403],
  deleteField: [401, 401, 404, 403, 403, 403],
  verifyTrust: [200, 200, 200, 200, 200, 200],
  verifyFile: [400, 400, 400, 400, 400, 400],
  verifyRevocation: [400, 400, 400, 400, 400, 400],
  sendInvitation: [401, 401, 400, 403, 403, 403],
  listInvitations: [401, 401, 404, 403, 403, 403],
  revokeInvitation: [401, 401, 404, 403, 403, 403],
  validateInvitation: [400, 400, 400, 400, 400, 400],
  seenInvitation: [401, 401, 403, 400, 400, 400],
  declineInvitation: [401, 401, 403, 400, 400, 400],
  forwardInvitation: [401, 401, 403, 400, 400, 400],
  silenceReminders: [401, 401, 403, 400, 400, 400],
  unsubscribe: [400, 400, 400, 400, 400, 400],
  openUnsubscribe: [400, 400, 400, 400, 400, 400],
  remind: [401, 401, 400, 403, 403, 403],
  answerProposal: [401, 401, 400, 403, 403, 403],
  cancelDocument: [401, 401, 400, 403, 403, 403],
  signingAgent: [200, 200, 200, 200, 200, 200],
  startAgentSession: [400, 400, 400, 400, 400, 400],
  retrySealing: [401, 401, 400, 403, 403, 403],
  getSigningOrder: [401, 401, 404, 403, 403, 403],
  setSigningOrder: [401, 401, 400, 403, 403, 403],
  digitalSign: [401, 401, 400, 400, 400, 400],
  prepareSignature: [401, 401, 400, 400, 400, 400],
  completeSignature: [401, 401, 400, 400, 400, 400],
}

const queries = (documentId: number): Readonly<Record<string, Record<string, string>>> => ({
  listFields: { user_file_id: String(documentId) },
  findFiles: { limit: '10' },
})

test('every call has its row', () => {
  expect(calls.map(({ name }) => name).sort()).toEqual(Object.keys(matrix).sort())
})

test.each(calls.map((call) => [call.name, call] as const))('%s', async (name, call) => {
  const server = await openTestServer()
  const { access_token: owner } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, owner)
  const field = await placeField(server, owner, document.id)
  const guest = await becomeGuest(server, owner, field)
  const otherSigner = { signer_email: 'luis@example.com' }
  const elsewhere = await placeField(server, owner, (await uploadDocument(server, owner)).id, otherSigner)
  const otherGuest = await becomeGuest(server, owner, elsewhere)
  const publicGuest = await comeByLink(server, owner, document.id)
  const { access_token: stranger } = await registerPerson(server, 'pedro')
  await server.services.db.updateTable('documents').set({ shared_at: null }).execute()

  const isField = call.path.startsWith('/home/api/signature-fields/')
  const invitation = await server.services.db
    .selectFrom('invitations')
    .select('id')
    .where('field_id', '=', field.id)
    .executeTakeFirstOrThrow()
  const params = {
    id: isField ? field.id : document.id,
    fieldId: field.id,
    invitationId: invitation.id,
    signatureId: field.id,
  }
  const statuses: number[] = []
  for (const bearer of [undefined, 'inventado', stranger, guest, otherGuest, publicGuest]) {
    const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
    const request = { method: call.method, url: pathOf(call, params), query: queries(document.id)[name] ?? {}, headers }
    // Only whether it answers, not what: one of the calls never ends by itself.
    const response = await server.app.inject({ ...request, payloadAsStream: true })
    response.stream().destroy()
    statuses.push(response.statusCode)
  }
  expect(statuses).toEqual(matrix[name])
})
