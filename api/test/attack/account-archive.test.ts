import { posix } from 'node:path'
import { sql } from 'kysely'
import {
  addPasskeyCall,
  confirmTotpCall,
  exportAccountCall,
  oauthTokenCall,
  startPasskeyCall,
  startTotpCall,
} from 'shared/contract/accounts'
import { totpAt } from '../../src/domain/accounts/second-factors/totp.ts'
import { createApiClient, createClient } from '../support/api-clients.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { becomeGuest, invitationToken, placeField, registerPerson, uploadDocument } from '../support/people.ts'
import { startSigned } from '../support/personal-data.ts'
import { readArchive } from '../support/read-archive.ts'
import { prove } from '../support/security.ts'
import { closeTestServers, succeed, type TestServer } from '../support/test-server.ts'
import { decodeBase32 } from '../support/totp-secret.ts'
import { addWebhook } from '../support/webhook-receiver.ts'

afterEach(closeTestServers)

const exportOf = async ({ app }: TestServer, bearer: string, proof: string): Promise<Map<string, Buffer>> => {
  const headers = { authorization: `Bearer ${bearer}` }
  const answer = await app.inject({ method: 'POST', url: exportAccountCall.path, headers, payload: { proof } })
  expect(answer.statusCode).toBe(200)
  return readArchive(answer.rawPayload)
}

/** PDFs are compressed; what they say of people is tested with them. */
const textOf = (files: ReadonlyMap<string, Buffer>): string =>
  [...files].map(([name, bytes]) => `${name}\n${name.endsWith('.pdf') ? '' : bytes}`).join('\n')

const SECRET_COLUMN = /(?:token|password|code|undo)_hash|secret|challenge|public_key|credential_id/
const SHORTEST_SECRET = 16

/** Every stored secret of every account, also of tables that a later change adds. */
const storedSecrets = async ({ services }: TestServer): Promise<string[]> => {
  const found: string[] = []
  for (const { name, columns } of await services.db.introspection.getTables())
    for (const column of columns.filter((each) => SECRET_COLUMN.test(each.name))) {
      const { rows } = await sql<{ value: unknown }>`
        select ${sql.ref(column.name)} as value from ${sql.table(name)}`.execute(services.db)
      found.push(...rows.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])))
    }
  return found.filter((value) => value.length >= SHORTEST_SECRET)
}

const addFactors = async (server: TestServer, bearer: string): Promise<string[]> => {
  const proof = await prove(server, bearer)
  const key = await succeed(server, startPasskeyCall, { bearer, body: { proof } })
  const { secret } = await succeed(server, startTotpCall, { bearer, body: { proof } })
  const authenticator = createAuthenticator()
  const passkey = authenticator.create(key.options)
  const added = await succeed(server, addPasskeyCall, { bearer, body: { token: key.token, name: 'Llave', passkey } })
  const code = totpAt(decodeBase32(secret), server.clock.now())
  await succeed(server, confirmTotpCall, { bearer, body: { code } })
  return [secret, passkey.id, ...added.recovery_codes]
}

const addAccess = async (server: TestServer, bearer: string): Promise<string[]> => {
  const program = await createApiClient(server, bearer)
  const { details, client_secret } = await createClient(server, bearer)
  const body = { grant_type: 'client_credentials', client_id: details.client_id, client_secret }
  const { access_token } = await succeed(server, oauthTokenCall, { body })
  const { secret } = await addWebhook(server, { bearer, url: 'https://ejemplo.com/' })
  return [program.token, client_secret, access_token, secret, secret.slice('whsec_'.length)]
}

const resolve = async () => ['93.184.215.14']

test('the archive has no secret, hash of a secret, or token of anybody', async () => {
  const { server, owner } = await startSigned({ resolve })
  const bearer = await owner()
  const shown = await addAccess(server, bearer)
  const proof = await prove(server, bearer)
  shown.push(...(await addFactors(server, bearer)))
  const links = [await invitationToken(server, 'ana@example.com'), await invitationToken(server, 'luis@example.com')]
  const secrets = [...(await storedSecrets(server)), ...shown, ...links, bearer, proof]
  expect(secrets.length).toBeGreaterThan(30)
  const text = textOf(await exportOf(server, bearer, proof))
  expect(text).toContain('Llave')
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})

test('the archive has only rows of the account, also where the account signs for another', async () => {
  const { server, owner, olga } = await startSigned({ resolve })
  const eva = (await registerPerson(server, 'eva')).access_token
  const document = await uploadDocument(server, eva, undefined, 'Despido de Olga.pdf')
  const field = await placeField(server, eva, document.id, { signer_name: 'Olga', signer_email: olga.user.email })
  await becomeGuest(server, eva, field)
  const hook = await addWebhook(server, { bearer: eva, url: 'https://ejemplo.com/de-eva' })
  const program = await createApiClient(server, eva, { name: 'Planilla de Eva' })
  const bearer = await owner()
  const text = textOf(await exportOf(server, bearer, await prove(server, bearer)))
  const { invitation } = await server.services.db
    .selectFrom('invitations')
    .select('id as invitation')
    .where('document_id', '=', document.id)
    .executeTakeFirstOrThrow()
  const foreign = [document.id, field.id, invitation, hook.details.id, program.details.id].map(String)
  foreign.push('Despido de Olga', 'eva@example.com', 'de-eva', 'Planilla de Eva')
  expect(foreign.filter((value) => text.includes(value))).toEqual([])
})

test('every entry stays in the folder where it is unpacked, whatever the documents are called', async () => {
  const { server, owner } = await startSigned({ resolve })
  const bearer = await owner()
  const names = [
    '../../../etc/cron.d/x.pdf',
    '..\\..\\windows\\x.pdf',
    '/etc/passwd.pdf',
    'C:\\x.pdf',
    'a/../../b.pdf',
    'CON.pdf',
    '....pdf',
    'x\u202efdp.exe.pdf',
    `${'ñ'.repeat(240)}.pdf`,
    'Igual.pdf',
    'IGUAL.pdf',
  ]
  for (const original_filename of names) {
    const { id } = await uploadDocument(server, bearer)
    // Uploads clean names; rows of older installations may not be clean.
    await server.services.db.updateTable('documents').set({ original_filename }).where('id', '=', id).execute()
  }
  const files = await exportOf(server, bearer, await prove(server, bearer))
  const entries = [...files.keys()]
  expect(entries.filter((name) => name.endsWith('/original.pdf'))).toHaveLength(names.length + 1)
  for (const name of entries) {
    expect(posix.join('/destino', name)).toBe(`/destino/${name}`)
    expect(name).not.toMatch(/[\\:*?"<>|\p{Cc}\p{Cf}]|[. ](?:\/|$)/u)
    for (const part of name.split('/')) expect(Buffer.byteLength(part)).toBeLessThan(256)
  }
  expect(new Set(entries.map((name) => name.toLowerCase())).size).toBe(entries.length)
})
