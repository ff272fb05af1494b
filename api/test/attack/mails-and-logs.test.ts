import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderTransport } from '../../src/platform/mail/folder-transport.ts'
import { inviteSigner, PASSWORD, placeField, registerPerson, uploadDocument } from '../support/people.ts'
import { closeTestServers, openTestServer } from '../support/test-server.ts'

afterEach(closeTestServers)

const BREAKS = 'Ana\r\nBcc: otro@example.com\r\n\r\n<script>alert(1)</script>\u2028\u202e"=?utf-8?q?x?='

test('hostile names add no header to a mail, and the mail shows markup as text', async () => {
  const server = await openTestServer()
  const { access_token: owner } = await registerPerson(server, 'olga')
  const document = await uploadDocument(
    server,
    owner,
    undefined,
    'a\r\nBcc: otro@example.com <img src=x onerror=alert(1)>.pdf',
  )
  // The API refuses a name that hides characters; what a mail does with one is tested below.
  await expect(placeField(server, owner, document.id, { signer_name: BREAKS.slice(0, 64) })).rejects.toThrow(
    'VALIDATION',
  )
  const signer_name = '<script>alert(1)</script> "=?utf-8?q?x?= Bcc: otro@example.com'
  const field = await placeField(server, owner, document.id, { signer_name })
  await inviteSigner(server, owner, field)
  const stored = await server.services.db.selectFrom('outbox').selectAll().execute()
  expect(stored).not.toHaveLength(0)
  const folder = await mkdtemp(join(tmpdir(), 'trazo-mails-'))
  const deliver = await folderTransport(folder, { from: { name: BREAKS, address: 'no-responder@trazo.example' } })
  for (const mail of stored)
    await deliver({ mail: { ...mail, subject: `${mail.subject}${BREAKS}`, to_name: BREAKS }, attachment: null })
  for (const file of await readdir(folder)) {
    const [head = ''] = (await readFile(join(folder, file), 'latin1')).split('\r\n\r\n')
    const names = head.split(/\r\n(?![ \t])/).map((line) => line.split(':')[0]?.toLowerCase())
    expect(names).not.toContain('bcc')
    expect(new Set(names).size).toBe(names.length)
    expect(head).not.toMatch(/[^\r]\n|\r[^\n]/)
  }
  for (const { html_body } of stored) {
    expect(html_body).not.toContain('<script')
    expect(html_body).not.toContain('<img src=x')
  }
  await rm(folder, { recursive: true })
})

const ONE_MAILBOX = /^(?:"(?:[^"\\]|\\.)*"|[^",;:<>()[\]@\\]*) ?<([^<>]+)>$|^([^\s<>",]+)$/

const headersIn = (mail: string): Map<string, string> => {
  const [head = ''] = mail.split('\r\n\r\n')
  const lines = head.split(/\r\n(?![ \t])/).map((line) => line.replaceAll(/\r\n(?=[ \t])/g, ''))
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.replace(/^[^:]*: ?/, '')]))
}

const HOSTILE_NAMES = [
  BREAKS,
  'Mora, Ana <otro@example.com>',
  'Ana" <otro@example.com>, "Mora',
  'Ana\\" <otro@example.com>, "Mora',
  '=?utf-8?q?Ana?= <otro@example.com>',
  '=?utf-8?b?PG90cm9AZXhhbXBsZS5jb20+LCA=?=',
  'Grupo: otro@example.com;',
  'otro@example.com',
  'ñ李'.repeat(5000),
  `${'Ana '.repeat(3000)}<otro@example.com>`,
  '\r\n\r\n.\r\nRCPT TO:<otro@example.com>',
] as const

test('hostile names add no recipient, sender or reply address to a mail', async () => {
  const server = await openTestServer()
  const { access_token: owner } = await registerPerson(server, 'olga')
  await inviteSigner(server, owner, await placeField(server, owner, (await uploadDocument(server, owner)).id))
  const mail = await server.services.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  for (const name of HOSTILE_NAMES) {
    const folder = await mkdtemp(join(tmpdir(), 'trazo-mails-'))
    const deliver = await folderTransport(folder, { from: { name, address: 'no-responder@trazo.example' } })
    const named = { ...mail, to_name: name, subject: name, attachment_name: name }
    await deliver({ mail: named, attachment: Buffer.from('%PDF') })
    const [file = ''] = await readdir(folder)
    const text = await readFile(join(folder, file), 'latin1')
    await rm(folder, { recursive: true })
    const headers = headersIn(text)
    for (const [field, address] of [
      ['to', 'ana@example.com'],
      ['from', 'no-responder@trazo.example'],
    ] as const) {
      const line = headers.get(field) ?? ''
      const [, inBrackets, bare] = ONE_MAILBOX.exec(line) ?? []
      expect([line, inBrackets ?? bare]).toEqual([line, address])
    }
    for (const field of ['bcc', 'cc', 'sender', 'reply-to', 'return-path']) expect(headers.has(field)).toBe(false)
    expect(text.split('\r\n').filter((line) => line.length > 998)).toEqual([])
  }
})

test.each(['ana@example.com\r\nBcc: otro@example.com', 'ana@example.com,otro@example.com\n', 'ana@example.com\0'])(
  'the API refuses or cleans an e-mail address with control characters: %j',
  async (email) => {
    const server = await openTestServer()
    const person = { username: 'ana', first_name: 'Ana', last_name: 'Mora', phone: '1' }
    const payload = { ...person, email, password: PASSWORD, password_confirmation: PASSWORD }
    const answer = await server.app.inject({ method: 'POST', url: '/api/auth/register/', payload })
    if (answer.statusCode === 201) expect(answer.json().user.email).toMatch(/^[^\s\p{Cc}]+$/u)
    else expect(answer.statusCode).toBe(400)
  },
)

test('the API refuses a NUL in a text, but not an escaped text that only resembles a NUL', async () => {
  const { app } = await openTestServer()
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/api/auth/login/', payload, headers: { 'content-type': 'application/json' } })
  const body = (username: string) => `{"username":"${username}","password":"no es"}`
  for (const text of ['a\\u0000', '\\u0000', '\\\\\\u0000'])
    expect((await send(body(text))).json().code).toBe('VALIDATION')
  expect((await send(body('a\\\\u0000'))).json().code).toBe('INVALID_CREDENTIALS')
})
