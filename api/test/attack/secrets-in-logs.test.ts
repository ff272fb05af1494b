import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import {
  answerProposalCall,
  declineInvitationCall,
  digitalSignCall,
  forwardInvitationCall,
  listInvitationsCall,
  logoutCall,
  refreshCall,
  remindCall,
  seenInvitationCall,
  validateInvitationCall,
} from 'shared/contract'
import {
  loginCall,
  oauthRevokeCall,
  oauthTokenCall,
  passwordResetCall,
  passwordResetConfirmCall,
} from 'shared/contract/accounts'
import { completionCertificateCall } from 'shared/contract/evidence'
import { unsubscribeCall } from 'shared/contract/unsubscribe'
import { DAY_MS } from '../../src/platform/clock.ts'
import { createLog } from '../../src/platform/logging.ts'
import { openSmtp } from '../../src/platform/mail/smtp-transport.ts'
import { createAdminLog } from '../../src/platform/monitoring/admin-log.ts'
import { createApiClient, createClient } from '../support/api-clients.ts'
import { type Invited, startInvited } from '../support/invited.ts'
import {
  becomeGuest,
  comeByLink,
  downloadBytes,
  drawing,
  invitationToken,
  PASSWORD,
  placeField,
  uploadDocument,
} from '../support/people.ts'
import { closeTestServers, pathOf, succeed, type TestServer } from '../support/test-server.ts'

const SMTP_PASSWORD = 'clave-del-correo'
const METRICS_TOKEN = 'palabra-de-las-cifras'
const CLIENT_SECRET = 'secreto-del-cliente'
const NEW_PASSWORD = 'otra clave muy larga'
const WRONG_PASSWORD = 'no es mi clave'

let mailServer: Server
let closeSmtp: () => void
let written: string
let secrets: Map<string, string>

afterEach(async () => {
  await closeTestServers()
  closeSmtp()
  mailServer.close()
})

/** Rejects the first login and echoes its credentials. */
const openMailServer = (): Promise<number> => {
  let refused = false
  const talk = (socket: Socket): void => {
    let inData = false
    socket.write('220 test\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (inData) {
        if (!text.endsWith('\r\n.\r\n')) return
        inData = false
        socket.write('250 ok\r\n')
      } else if (/^EHLO/i.test(text)) socket.write('250-test\r\n250 AUTH PLAIN\r\n')
      else if (/^AUTH/i.test(text) && !refused) {
        refused = true
        const [, said = ''] = /^AUTH PLAIN (\S+)/i.exec(text) ?? []
        secrets.set('what SMTP says', said)
        socket.write(`535 no: ${said} ${Buffer.from(said, 'base64').toString().replaceAll('\0', ' ')}\r\n`)
      } else if (/^AUTH/i.test(text)) socket.write('235 ok\r\n')
      else if (/^DATA/i.test(text)) {
        inData = true
        socket.write('354 go\r\n')
      } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    })
  }
  mailServer = createServer(talk)
  return new Promise((resolve) => {
    mailServer.listen(0, '127.0.0.1', () => {
      const address = mailServer.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

const GRANTED = /"(access_token|refresh_token)":"([^"]+)"/g

const collectTokens = (app: FastifyInstance): void => {
  app.addHook('onSend', async (_request, _reply, payload) => {
    if (typeof payload === 'string')
      for (const [, kind, token = ''] of payload.matchAll(GRANTED)) secrets.set(`${kind} ${secrets.size}`, token)
  })
}

const collectFromMails = async ({ services }: TestServer): Promise<void> => {
  for (const { id, kind, text_body } of await services.db.selectFrom('outbox').selectAll().execute()) {
    for (const [, token = ''] of text_body.matchAll(/[?&]token=([\w%-]+)/g)) secrets.set(`mail ${id} ${token}`, token)
    if (kind === 'reset-code') for (const code of text_body.match(/\b\d{6}\b/g) ?? []) secrets.set(`code ${id}`, code)
  }
}

const collectKeys = ({ dataDir }: TestServer): void => {
  const folder = join(dataDir, 'keys')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.key')) continue
    const key = readFileSync(join(folder, name))
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      secrets.set(`${name} ${encoding}`, key.toString(encoding))
  }
}

const open = async (): Promise<Invited> => {
  written = ''
  secrets = new Map(
    Object.entries({ PASSWORD, NEW_PASSWORD, WRONG_PASSWORD, SMTP_PASSWORD, METRICS_TOKEN, CLIENT_SECRET }),
  )
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      written += String(chunk)
      done()
    },
  })
  const log = createLog('trace', sink)
  const url = `smtp://trazo:${SMTP_PASSWORD}@127.0.0.1:${await openMailServer()}`
  const from = { name: 'Trazo', address: 'no-responder@trazo.example' }
  const smtp = openSmtp({ url, from, connections: 1 })
  const { transport } = smtp
  closeSmtp = smtp.close
  const variables = { METRICS_TOKEN, OAUTH_CLIENT_ID: 'programa', OAUTH_CLIENT_SECRET: CLIENT_SECRET }
  const invited = await startInvited({
    log,
    adminLog: createAdminLog(log),
    transport,
    variables,
    onOpen: collectTokens,
  })
  return invited
}

const currentSession = async (server: TestServer): Promise<string> =>
  (await succeed(server, loginCall, { body: { username: 'olga', password: PASSWORD } })).access_token

const liveAsOwner = async ({ server, olga }: Invited): Promise<string> => {
  const { app } = server
  const enter = (password: string) => ({ username: 'olga', password })
  await app.inject({ method: 'POST', url: loginCall.path, payload: enter(WRONG_PASSWORD) })
  await app.inject({ method: 'POST', url: loginCall.path, payload: { ...enter(PASSWORD), more: [PASSWORD] } })
  const { refresh_token } = await succeed(server, refreshCall, { body: { refresh_token: olga.refresh_token } })
  const client = { client_id: 'programa', client_secret: CLIENT_SECRET }
  const grant = await succeed(server, oauthTokenCall, {
    body: { grant_type: 'password', ...enter(PASSWORD), ...client },
  })
  await succeed(server, oauthRevokeCall, { body: { token: grant.access_token, ...client } })
  const basic = Buffer.from(`programa:${CLIENT_SECRET}`).toString('base64')
  secrets.set('Basic', basic)
  const form = 'application/x-www-form-urlencoded'
  await app.inject({
    method: 'POST',
    url: oauthTokenCall.path,
    payload: `grant_type=refresh_token&refresh_token=${refresh_token}x`,
    headers: { authorization: `Basic ${basic}`, 'content-type': form },
  })
  const program = await createApiClient(server, await currentSession(server))
  secrets.set('program', program.token)
  const registered = await createClient(server, await currentSession(server))
  secrets.set('client secret', registered.client_secret)
  await succeed(server, oauthTokenCall, {
    body: {
      grant_type: 'client_credentials',
      client_id: registered.details.client_id,
      client_secret: registered.client_secret,
    },
  })
  const authorization = `Bearer ${program.token}`
  for (const url of ['/home/api/files/', '/api/auth/sessions/', `/home/api/nowhere?access_token=${program.token}`])
    await app.inject({ url, headers: { authorization } })
  await succeed(server, passwordResetCall, { body: { email: 'olga@example.com' } })
  await server.resetMailer.tick()
  await collectFromMails(server)
  const code = [...secrets].find(([what]) => what.startsWith('code'))?.[1] ?? ''
  const change = { email: 'olga@example.com', new_password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  const { access_token } = await succeed(server, passwordResetConfirmCall, { body: { ...change, code } })
  return access_token
}

const liveAsGuests = async (invited: Invited, bearer: string): Promise<void> => {
  const { server, document, ana, luis, open: come, sign } = invited
  const guest = await come('ana@example.com')
  const call = { bearer: guest, params: { fieldId: ana.id } }
  await downloadBytes(server, guest, document.id)
  await succeed(server, seenInvitationCall, { ...call, body: {} })
  await succeed(server, forwardInvitationCall, { ...call, body: { name: 'Eva', email: 'eva@example.com', note: '' } })
  const params = { id: document.id }
  const [first] = (await succeed(server, listInvitationsCall, { bearer, params })).filter(
    ({ field_id }) => field_id === ana.id,
  )
  const answer = { bearer, params: { ...params, invitationId: first?.id ?? 0 } }
  await succeed(server, answerProposalCall, { ...answer, body: { accepted: true } })
  await sign(await come('eva@example.com'), ana)
  await sign(await come('luis@example.com'), luis)
  await server.sealing.tick()
  await server.app.inject({
    url: pathOf(completionCertificateCall, params),
    headers: { authorization: `Bearer ${bearer}` },
  })
}

const liveByLinks = async (server: TestServer, bearer: string): Promise<void> => {
  const open = await uploadDocument(server, bearer)
  const byLink = await comeByLink(server, bearer, open.id)
  await server.app.inject({ url: `/home/api/files/${open.id}/`, headers: { authorization: `Bearer ${byLink}` } })
  const other = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, other.id, { signer_email: 'eduardo@example.com' })
  const guest = await becomeGuest(server, bearer, field)
  const token = await invitationToken(server, 'eduardo@example.com')
  await server.relay.tick()
  server.clock.advance(4 * DAY_MS)
  await server.reminderMailer.tick()
  const { access_token } = await succeed(server, loginCall, { body: { username: 'olga', password: NEW_PASSWORD } })
  const [invitation] = await succeed(server, listInvitationsCall, { bearer: access_token, params: { id: other.id } })
  await server.app.inject({
    method: 'POST',
    url: pathOf(remindCall, { id: other.id, invitationId: invitation?.id ?? 0 }),
    headers: { authorization: `Bearer ${access_token}` },
  })
  const payload = 'List-Unsubscribe=One-Click'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await server.app.inject({ method: 'POST', url: unsubscribeCall.path, query: { token }, payload, headers })
  const again = await succeed(server, validateInvitationCall, { query: { token } })
  await succeed(server, declineInvitationCall, {
    bearer: again.access_token,
    params: { fieldId: field.id },
    body: { reason: 'No me toca.' },
  })
  expect(guest).not.toBe(again.access_token)
  await succeed(server, logoutCall, { bearer: access_token, body: {} })
}

const goWrong = async ({ server, ana }: Invited, bearer: string): Promise<void> => {
  const { app, services } = server
  const authorization = `Bearer ${bearer}`
  const token = await invitationToken(server, 'luis@example.com')
  const json = { authorization, 'content-type': 'application/json', cookie: `session=${bearer}` }
  for (const url of [`/home/api/nowhere?token=${token}`, `/home/api/%?token=${token}`, '/home/api/files/?cursor=x'])
    await app.inject({ url, headers: { ...json, referer: `https://trazo.example/sign/1/a?token=${token}` } })
  await app.inject({ method: 'POST', url: loginCall.path, payload: `{"password":"${PASSWORD}`, headers: json })
  await app.inject({ method: 'POST', url: '/home/api/files/', payload: PASSWORD, headers: { authorization } })
  for (const word of [METRICS_TOKEN, `${METRICS_TOKEN}x`])
    await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${word}` } })
  const broken = jest.spyOn(services.db, 'selectFrom').mockImplementation(() => {
    throw new Error('the disk is on fire')
  })
  const payload = { field_id: ana.id, signature_data: drawing() }
  const url = pathOf(digitalSignCall, { fieldId: ana.id })
  expect((await app.inject({ method: 'POST', url, payload, headers: { authorization } })).statusCode).toBe(500)
  broken.mockRestore()
}

test('the log of API and workers contains no secret of owners, guests, mails or keys', async () => {
  const invited = await open()
  const { server } = invited
  const bearer = await liveAsOwner(invited)
  await liveAsGuests(invited, bearer)
  await liveByLinks(server, bearer)
  await goWrong(invited, bearer)
  await server.renewal.tick()
  await server.relay.tick()
  await collectFromMails(server)
  collectKeys(server)

  const kinds = new Set([...secrets.keys()].map((what) => what.split(' ')[0]))
  expect([...kinds]).toEqual(
    expect.arrayContaining(['program', 'access_token', 'refresh_token', 'mail', 'code', 'guest-token.key']),
  )
  expect(secrets.size).toBeGreaterThan(30)
  expect(written.split('\n').length).toBeGreaterThan(100)
  for (const line of ['mail sent', 'mail', 'incoming request', 'request refused', 'the disk is on fire'])
    expect(written).toContain(line)

  const isWritten = (secret: string): boolean =>
    /^\d{6}$/.test(secret) ? new RegExp(`(?<![\\d.])${secret}(?![\\d.])`).test(written) : written.includes(secret)
  const leaked = [...secrets].filter(([, secret]) => isWritten(secret)).map(([what]) => what)
  expect([...secrets.values()]).not.toContain('')
  expect(leaked).toEqual([])
})
