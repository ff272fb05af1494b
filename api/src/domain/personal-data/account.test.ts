import { listFilesCall, logoutCall, profileCall, refreshCall, validateInvitationCall } from 'shared/contract'
import {
  addAddressCall,
  confirmAddressCall,
  deleteAccountCall,
  exportAccountCall,
  loginCall,
  passwordResetCall,
  registerCall,
  signerDataCall,
} from 'shared/contract/accounts'
import { applyTagsCall } from 'shared/contract/tags'
import { startInvited } from '../../../test/support/invited.ts'
import {
  downloadBytes,
  invitationToken,
  PASSWORD,
  registerPerson,
  threePages,
  uploadDocument,
} from '../../../test/support/people.ts'
import {
  deleteAccountOf,
  deleteDocumentOf,
  erase,
  RETENTION,
  startSigned,
} from '../../../test/support/personal-data.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { addressToken, prove } from '../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const exportOf = async ({ app }: TestServer, bearer: string, proof: string) => {
  const answer = await app.inject({
    method: 'POST',
    url: exportAccountCall.path,
    headers: { authorization: `Bearer ${bearer}` },
    payload: { proof },
  })
  return { status: answer.statusCode, headers: answer.headers, files: readArchive(answer.rawPayload) }
}

const json = (files: ReadonlyMap<string, Buffer>, name: string) => JSON.parse(String(files.get(name)))

describe('the export of an account', () => {
  test('the export contains profile, documents, evidence and log of the account, and an index', async () => {
    const { server, owner, document, olga } = await startSigned()
    const bearer = await owner()
    await succeed(server, applyTagsCall, { bearer, body: { add: ['Alquiler'], documents: [document.id] } })
    const { headers, files } = await exportOf(server, bearer, await prove(server, bearer))
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' })
    const folder = 'documentos/0001 Contrato de alquiler'
    expect([...files.keys()]).toEqual([
      'LEEME.txt',
      'index.json',
      'cuenta/perfil.json',
      'cuenta/acceso.json',
      'cuenta/registro-de-seguridad.json',
      'cuenta/contactos.json',
      'cuenta/firmas-guardadas.json',
      'cuenta/avisos-a-otros-sistemas.json',
      'cuenta/plantillas.json',
      'cuenta/etiquetas.json',
      'cuenta/envios-a-muchos.json',
      `${folder}/original.pdf`,
      `${folder}/documento.pdf`,
      `${folder}/certificado-de-finalizacion.pdf`,
      `${folder}/datos.json`,
      `${folder}/registro.jsonl`,
      `${folder}/cabeza.json`,
    ])
    expect(json(files, 'index.json').documentos).toMatchObject([{ carpeta: folder, estado: 'COMPLETED' }])
    expect(json(files, 'cuenta/perfil.json')).toMatchObject({ username: 'olga', email: olga.user.email })
    expect(files.get(`${folder}/documento.pdf`)).toEqual(await downloadBytes(server, bearer, document.id))
    expect(json(files, `${folder}/datos.json`)).toMatchObject({ etiquetas: ['Alquiler'], firmas: [{}, {}] })
    expect(json(files, 'cuenta/etiquetas.json')).toEqual([{ etiqueta: 'Alquiler', documentos: 1, plantillas: 0 }])
    expect(String(files.get(`${folder}/registro.jsonl`))).toContain('document-completed')
    expect(json(files, 'cuenta/registro-de-seguridad.json')).toContainEqual(
      expect.objectContaining({ que: 'Se descargaron los datos de la cuenta' }),
    )
  })

  test('the export contains the other addresses of the account', async () => {
    const server = await openTestServer()
    const { access_token: bearer } = await registerPerson(server, 'olga')
    const add = (email: string) => succeed(server, addAddressCall, { bearer, body: { email } })
    await add('olga@oficina.example')
    const token = await addressToken(server, 'olga@oficina.example')
    await succeed(server, confirmAddressCall, { bearer, body: { token } })
    await add('olga@club.example')
    const { files } = await exportOf(server, bearer, await prove(server, bearer))
    expect(json(files, 'cuenta/acceso.json').otras_direcciones).toEqual([
      { email: 'olga@oficina.example', confirmada: expect.any(String) },
      { email: 'olga@club.example', confirmada: null, enlace_vence: expect.any(String) },
    ])
  })

  test('the export contains no hash of a password or token', async () => {
    const { server, owner } = await startSigned()
    const bearer = await owner()
    const { files } = await exportOf(server, bearer, await prove(server, bearer))
    const texts = [...files].filter(([name]) => !name.endsWith('.pdf')).map(([, bytes]) => String(bytes))
    const { db } = server.services
    const { password_hash } = await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
    const invitations = await db.selectFrom('invitations').select('token_hash').execute()
    const secrets = [password_hash, ...invitations.map(({ token_hash }) => token_hash)]
    expect(secrets.filter((secret) => texts.join('').includes(secret))).toEqual([])
  })

  test('the export contains no data of another account and no deleted document', async () => {
    const signed = await startSigned()
    const { server } = signed
    const eva = await registerPerson(server, 'eva')
    await uploadDocument(server, eva.access_token, threePages(), 'Secreto de Eva.pdf')
    await deleteDocumentOf(signed)
    const bearer = await signed.owner()
    const { files } = await exportOf(server, bearer, await prove(server, bearer))
    expect([...files.keys()].filter((name) => name.startsWith('documentos/'))).toEqual([])
    expect(Buffer.concat([...files.values()]).includes('Secreto de Eva')).toBe(false)
    expect(Buffer.concat([...files.values()]).includes('eva@example.com')).toBe(false)
    expect(json(files, 'index.json').eliminados).toMatchObject([{ nombre: 'Contrato de alquiler.pdf' }])
  })

  test('the export has a separate folder for each of two documents with the same name', async () => {
    const server = await openTestServer()
    const { access_token: bearer } = await registerPerson(server, 'olga')
    for (let copy = 0; copy < 2; copy += 1) await uploadDocument(server, bearer, threePages(), 'Igual.pdf')
    const { files } = await exportOf(server, bearer, await prove(server, bearer))
    const originals = [...files.keys()].filter((name) => name.endsWith('original.pdf'))
    expect(originals).toEqual(['documentos/0001 Igual/original.pdf', 'documentos/0002 Igual/original.pdf'])
  })

  test('the export notifies the owner by mail', async () => {
    const { server, owner, mailsOf } = await startInvited()
    const bearer = await owner()
    const proof = await prove(server, bearer)
    expect(await mailsOf(() => exportOf(server, bearer, proof))).toEqual(['account-changed olga@example.com'])
  })
})

describe.each([
  ['export', exportAccountCall, {}],
  ['deletion', deleteAccountCall, { username: 'olga' }],
] as const)('refusal of the account %s', (_, call, more) => {
  const start = async () => {
    const server = await openTestServer()
    return { server, bearer: (await registerPerson(server, 'olga')).access_token }
  }
  const body = (proof: string) => ({ proof, username: '', ...more })

  test('the API refuses a request without a proof', async () => {
    const { server, bearer } = await start()
    expect(await refuse(server, call, { bearer, body: body('') })).toMatchObject({ code: 'IDENTITY_NEEDED' })
    const none = await server.app.inject({
      method: 'POST',
      url: call.path,
      headers: { authorization: `Bearer ${bearer}` },
      payload: { username: 'olga' },
    })
    expect(none.statusCode).toBe(400)
  })

  test('the API refuses the proof of another account or of another session of the same account', async () => {
    const { server, bearer } = await start()
    const eva = (await registerPerson(server, 'eva')).access_token
    const other = (await succeed(server, loginCall, { body: { username: 'olga', password: PASSWORD } })).access_token
    for (const proof of [await prove(server, eva), await prove(server, other)])
      expect(await refuse(server, call, { bearer, body: body(proof) })).toMatchObject({ code: 'IDENTITY_NEEDED' })
  })

  test('the API refuses a used or expired proof', async () => {
    const { server, bearer } = await start()
    const proof = await prove(server, bearer)
    expect((await exportOf(server, bearer, proof)).status).toBe(200)
    expect(await refuse(server, call, { bearer, body: body(proof) })).toMatchObject({ code: 'IDENTITY_NEEDED' })
    const late = await prove(server, bearer)
    server.clock.advance(300_000)
    expect(await refuse(server, call, { bearer, body: body(late) })).toMatchObject({ code: 'IDENTITY_NEEDED' })
  })

  test('the API refuses the token of an ended session', async () => {
    const { server, bearer } = await start()
    const proof = await prove(server, bearer)
    await succeed(server, logoutCall, { bearer })
    expect(await refuse(server, call, { bearer, body: body(proof) })).toMatchObject({ status: 401 })
  })
})

describe('the deletion of an account', () => {
  test('the deletion requires the username, and a wrong username does not use up the proof', async () => {
    const { server, owner } = await startInvited()
    const bearer = await owner()
    const proof = await prove(server, bearer)
    const wrong = await refuse(server, deleteAccountCall, { bearer, body: { proof, username: 'otra' } })
    expect(wrong).toMatchObject({ status: 400, fields: { username: expect.any(String) } })
    await succeed(server, deleteAccountCall, { bearer, body: { proof, username: ' Olga ' } })
  })

  test('the deletion immediately ends every session, token and link, and sends a mail', async () => {
    const signed = await startInvited()
    const { server, olga, mailsOf } = signed
    const other = await succeed(server, loginCall, { body: { username: 'olga', password: PASSWORD } })
    const guest = await signed.open('ana@example.com')
    const token = await invitationToken(server, 'ana@example.com')
    expect(await mailsOf(() => deleteAccountOf(signed))).toEqual(['account-deleted olga@example.com'])
    for (const bearer of [olga.access_token, other.access_token])
      expect(await refuse(server, profileCall, { bearer })).toMatchObject({ status: 401 })
    for (const { refresh_token } of [olga, other])
      expect(await refuse(server, refreshCall, { body: { refresh_token } })).toMatchObject({ status: 401 })
    expect(await refuse(server, validateInvitationCall, { query: { token } })).toMatchObject({
      code: 'INVITATION_INVALID',
    })
    expect(await refuse(server, signerDataCall, { body: { token } })).toMatchObject({ code: 'INVITATION_INVALID' })
    expect(await refuse(server, listFilesCall, { bearer: guest })).toMatchObject({ code: 'INVITATION_INVALID' })
  })

  test('after the deletion, the password does not log in and no reset code is mailed', async () => {
    const signed = await startInvited()
    const { server, mailsOf } = signed
    await deleteAccountOf(signed)
    await server.relay.tick()
    const credentials = { username: 'olga', password: PASSWORD }
    expect(await refuse(server, loginCall, { body: credentials })).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    const mails = await mailsOf(async () => {
      await succeed(server, passwordResetCall, { body: { email: 'olga@example.com' } })
      await server.resetMailer.tick()
    })
    expect(mails).toEqual([])
  })

  test('the API refuses a session that a login opens just after the deletion', async () => {
    const signed = await startInvited()
    const { server, olga } = signed
    await deleteAccountOf(signed)
    await server.services.db
      .updateTable('sessions')
      .set({ ended_at: null })
      .where('user_id', '=', olga.user.id)
      .execute()
    const { openUserSession: openSession } = await import('../accounts/users/sessions.ts')
    const late = await openSession(server.services.db, olga.user.id, server.clock.now())
    expect(await refuse(server, profileCall, { bearer: late.access_token })).toMatchObject({ status: 401 })
  })

  test('the deletion immediately removes telephone, e-mail key, tokens, devices and proofs', async () => {
    const signed = await startInvited()
    const { server } = signed
    await deleteAccountOf(signed)
    const { db } = server.services
    const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    expect(user).toMatchObject({ phone: '', email_key: '', email_verified_at: null })
    for (const table of ['access_tokens', 'refresh_tokens', 'familiar_devices', 'identity_proofs'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('the username stays reserved until the account is erased', async () => {
    const signed = await startInvited()
    const { server } = signed
    await deleteAccountOf(signed)
    const body = {
      username: 'olga',
      first_name: 'Otra',
      last_name: 'Persona',
      email: 'otra@example.com',
      phone: '2222-2222',
      password: PASSWORD,
      password_confirmation: PASSWORD,
    }
    expect(await refuse(server, registerCall, { body })).toMatchObject({ code: 'USERNAME_TAKEN' })
    server.clock.advance(RETENTION)
    await erase(server)
    await succeed(server, registerCall, { body })
  })

  test('a document that was added during the deletion is erased, too', async () => {
    const signed = await startInvited()
    const { server, document } = signed
    await deleteAccountOf(signed)
    const { db } = server.services
    await db.updateTable('documents').set({ deleted_at: null }).where('id', '=', document.id).execute()
    server.clock.advance(RETENTION)
    await erase(server)
    server.clock.advance(RETENTION)
    await erase(server)
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('documents').selectAll().execute()).toEqual([])
  })
})
