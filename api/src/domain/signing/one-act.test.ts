import { pdfsig, testWith } from 'pdf/testing/node'
import { digitalSignCall, getFileCall, revokeInvitationCall, type SignatureField } from 'shared/contract'
import { setSigningOrderCall } from 'shared/contract/signing-order'
import { eventsOf, startInvited } from '../../../test/support/invited.ts'
import { downloadBytes, drawing, inviteSigner, placeField, stated } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const signing = (
  field: SignatureField,
  over: { other_field_ids?: number[] } & Partial<ReturnType<typeof stated>> = {},
) => ({
  params: { fieldId: field.id },
  body: { field_id: field.id, signature_data: drawing(), ...over },
})

const start = async () => {
  const invited = await startInvited()
  const { server, document, owner } = invited
  const bearer = await owner()
  // While only one invitation is hers.
  const guest = await invited.open('ana@example.com')
  const second = await placeField(server, bearer, document.id, { page: 2, signer_email: 'Ana@example.com' })
  const uninvited = await placeField(server, bearer, document.id, { page: 3 })
  await inviteSigner(server, bearer, second)
  await server.relay.tick()
  const file = () => succeed(server, getFileCall, { bearer, params: { id: document.id } })
  return { ...invited, bearer, second, uninvited, guest, file }
}

describe('several fields in one signing request', () => {
  testWith(['pdfsig'], 'each field gets its own signature and revision, and the owner gets one mail', async () => {
    const invited = await start()
    const { server, document, ana, second, guest, bearer, mailsOf } = invited
    const mails = await mailsOf(() =>
      succeed(server, digitalSignCall, { bearer: guest, ...signing(ana, { other_field_ids: [second.id] }) }),
    )
    expect(mails).toEqual(['field-signed olga@example.com'])
    const { db } = server.services
    const revisions = await db.selectFrom('revisions').select('kind').orderBy('number').execute()
    expect(revisions.map(({ kind }) => kind)).toEqual(['uploaded', 'prepared', 'signed', 'signed'])
    const signatures = await db.selectFrom('signatures').selectAll().orderBy('revision').execute()
    expect(signatures.map(({ field_id, revision }) => [field_id, revision])).toEqual([
      [ana.id, 3],
      [second.id, 4],
    ])
    const used = await db.selectFrom('invitations').select('field_id').where('used_at', 'is not', null).execute()
    expect(used.map(({ field_id }) => field_id).sort()).toEqual([ana.id, second.id].sort())
    expect(await eventsOf(invited, 'field-signed')).toHaveLength(2)
    const seen = pdfsig(await downloadBytes(server, bearer, document.id))
    expect(seen.filter(({ valid }) => valid)).toHaveLength(2)
  })

  test('the invitation lists only the other fields that the guest can sign with it', async () => {
    const { server, second } = await start()
    const { validateInvitationCall } = await import('shared/contract')
    const { invitationToken } = await import('../../../test/support/people.ts')
    const query = { token: await invitationToken(server, 'luis@example.com') }
    expect((await succeed(server, validateInvitationCall, { query })).other_fields).toEqual([])
    const anas = { token: await invitationToken(server, 'ana@example.com') }
    const reply = await succeed(server, validateInvitationCall, { query: anas })
    const all = [reply.signature_field, ...reply.other_fields].map(({ page }) => page).sort()
    expect(all).toEqual([1, second.page])
  })

  test('the API signs no field when the request contains a field that the guest may not sign', async () => {
    const { server, ana, luis, uninvited, second, guest, bearer, document, anasInvitation } = await start()
    for (const other of [luis, uninvited])
      expect(
        await refuse(server, digitalSignCall, { bearer: guest, ...signing(ana, { other_field_ids: [other.id] }) }),
      ).toMatchObject({ code: 'FORBIDDEN' })
    await inviteSigner(server, bearer, uninvited)
    const { id } = await anasInvitation()
    expect(id).toBeGreaterThan(0)
    const { db } = server.services
    const row = await db
      .selectFrom('invitations')
      .selectAll()
      .where('field_id', '=', second.id)
      .executeTakeFirstOrThrow()
    const params = { id: document.id, invitationId: row.id }
    await succeed(server, revokeInvitationCall, { bearer, params })
    expect(
      await refuse(server, digitalSignCall, { bearer: guest, ...signing(ana, { other_field_ids: [second.id] }) }),
    ).toMatchObject({ code: 'FORBIDDEN' })
    expect(await db.selectFrom('signatures').selectAll().execute()).toEqual([])
  })

  test('when the signature of one field fails, the API stores no signature of the request', async () => {
    const { server, ana, second, guest, file } = await start()
    const { sign } = server.services.signer
    let calls = 0
    jest.spyOn(server.services.signer, 'sign').mockImplementation((input) => {
      calls += 1
      return calls === 2 ? Promise.reject(new Error('no more keys')) : sign(input)
    })
    const request = { bearer: guest, ...signing(ana, { other_field_ids: [second.id] }) }
    expect(await refuse(server, digitalSignCall, request)).toMatchObject({ code: 'SIGNING_FAILED' })
    expect(await file()).toMatchObject({ fields_signed: 0, revision: 1 })
    await succeed(server, digitalSignCall, request)
    expect(await file()).toMatchObject({ fields_signed: 2, revision: 4 })
  })

  test('the owner signs several own fields in one request, and fields already signed are skipped', async () => {
    const { server, document, bearer, file } = await start()
    const own = { field_type: 'PRIMARY', signer_name: 'Olga', signer_email: '' } as const
    const one = await placeField(server, bearer, document.id, own)
    const two = await placeField(server, bearer, document.id, { ...own, page: 2 })
    const three = await placeField(server, bearer, document.id, { ...own, page: 3 })
    await succeed(server, digitalSignCall, { bearer, ...signing(two, stated(document)) })
    const ids = [two.id, three.id]
    await succeed(server, digitalSignCall, { bearer, ...signing(one, { other_field_ids: ids, ...stated(document) }) })
    expect(await file()).toMatchObject({ fields_signed: 3, revision: 5 })
  })

  test('the API signs no field when another field of the request does not have its turn yet', async () => {
    const { server, ana, luis, second, guest, bearer, document, file } = await start()
    const steps = [[ana.id], [luis.id], [second.id]]
    const params = { id: document.id }
    await succeed(server, setSigningOrderCall, { bearer, params, body: { mode: 'ordered', steps } })
    const both = { bearer: guest, ...signing(ana, { other_field_ids: [second.id] }) }
    expect(await refuse(server, digitalSignCall, both)).toMatchObject({ code: 'NOT_YOUR_TURN' })
    expect(await file()).toMatchObject({ fields_signed: 0 })
    await succeed(server, digitalSignCall, { bearer: guest, ...signing(ana) })
    expect(await file()).toMatchObject({ fields_signed: 1 })
  })
})

describe('the document revision that the page showed', () => {
  test('a guest signs the revision that the page showed after another guest signed the same revision', async () => {
    const { server, ana, luis, guest, open, file } = await start()
    const { sha256: shown } = await file()
    const luisToken = await open('luis@example.com')
    await succeed(server, digitalSignCall, { bearer: luisToken, ...signing(luis, { document_sha256: shown }) })
    await succeed(server, digitalSignCall, { bearer: guest, ...signing(ana, { document_sha256: shown }) })
    expect(await file()).toMatchObject({ fields_signed: 2 })
  })

  test('two guests who saw the same revision sign at the same moment, and both signatures are stored', async () => {
    const { server, ana, luis, guest, open, file } = await start()
    const { sha256: shown } = await file()
    const luisToken = await open('luis@example.com')
    await Promise.all([
      succeed(server, digitalSignCall, { bearer: luisToken, ...signing(luis, { document_sha256: shown }) }),
      succeed(server, digitalSignCall, { bearer: guest, ...signing(ana, { document_sha256: shown }) }),
    ])
    const signatures = await server.services.db
      .selectFrom('signatures')
      .select('revision')
      .orderBy('revision')
      .execute()
    expect(signatures.map(({ revision }) => revision)).toEqual([3, 4])
  })

  test('the API refuses an unknown hash, and a revision with later changes other than signatures', async () => {
    const { server, document, ana, guest, file } = await start()
    const { sha256: shown } = await file()
    const sign = (document_sha256: string) =>
      refuse(server, digitalSignCall, { bearer: guest, ...signing(ana, { document_sha256 }) })
    expect(await sign('0'.repeat(64))).toMatchObject({ status: 409, code: 'DOCUMENT_DIFFERS' })

    const { db, blobs } = server.services
    const bytes = Buffer.concat([await blobs.read(shown), Buffer.from('\n')])
    const { sha256, size } = await blobs.put(bytes)
    const revision = { document_id: document.id, number: 2, kind: 'annotated' as const, sha256, size, created_at: 1 }
    await db.insertInto('revisions').values(revision).execute()
    await db.updateTable('documents').set({ revision: 2 }).execute()
    expect(await sign(shown)).toMatchObject({
      code: 'DOCUMENT_DIFFERS',
      message: expect.stringMatching(/El documento cambió desde que lo abriste/),
    })
    expect(await db.selectFrom('signatures').selectAll().execute()).toEqual([])
    await succeed(server, digitalSignCall, { bearer: guest, ...signing(ana, { document_sha256: sha256 }) })
  })

  test('the API refuses an electronic signature in a document that has card signatures', async () => {
    const { server, ana, luis, guest, open } = await start()
    await succeed(server, digitalSignCall, { bearer: guest, ...signing(ana) })
    await server.services.db.updateTable('signatures').set({ agent: 'firmador' }).execute()
    const call = { bearer: await open('luis@example.com'), ...signing(luis) }
    expect(await refuse(server, digitalSignCall, call)).toMatchObject({ code: 'SIGNATURES_MIXED' })
  })
})
