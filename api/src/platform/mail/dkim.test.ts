import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storedMail } from '../../../test/support/stored-mail.ts'
import { createComposer } from './compose-mail.ts'
import { type DkimKey, readDkimKey } from './dkim-key.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trazo-dkim-'))
})
afterAll(() => rm(folder, { recursive: true }))

const pem = { type: 'pkcs8', format: 'pem' } as const

const keyFile = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const readKey = async (name: string, text: string): Promise<DkimKey> =>
  readDkimKey({ domain: 'trazo.example', selector: 's1', keyFile: await keyFile(name, text) })

const rsa = (modulusLength: number): string =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export(pem).toString()

const mail = storedMail({
  to_name: 'Ana  Rojas',
  subject: `Señal ${'muy larga '.repeat(20)}`,
  text_body: 'Hola \r\n\n.\n  con espacios\t \n\n',
  attachment_name: 'Año.pdf',
  unsubscribe_url: 'https://trazo.example/home/api/unsubscribe?token=abc',
})

/** RFC 6376, 3.4.2. */
const relaxedHeader = (header: string): string => {
  const [name = '', ...rest] = header.replaceAll(/\r\n(?=[ \t])/g, '').split(':')
  return `${name.toLowerCase().trim()}:${rest
    .join(':')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()}`
}

/** RFC 6376, 3.4.4. */
const relaxedBody = (body: string): string =>
  `${body
    .replaceAll(/[ \t]+(?=\r\n)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replace(/(?:\r\n)*$/, '')}\r\n`

const verifyDkim = (message: string, publicKey: string): { readonly signed: readonly string[] } => {
  const split = message.indexOf('\r\n\r\n')
  const headers = message.slice(0, split).split(/\r\n(?![ \t])/)
  const signature = headers.find((header) => /^dkim-signature:/i.test(header)) ?? ''
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(/\s/g, '')]),
  )
  const bodyHash = createHash('sha256')
    .update(relaxedBody(message.slice(split + 4)), 'latin1')
    .digest('base64')
  expect(tags.get('bh')).toBe(bodyHash)
  expect([tags.get('d'), tags.get('s')]).toEqual(['trazo.example', 's1'])
  const signed = (tags.get('h') ?? '').split(':')
  const lines = signed.map((name) => relaxedHeader(headers.find((h) => h.toLowerCase().startsWith(`${name}:`)) ?? ''))
  const unsigned = relaxedHeader(signature).replace(/b=[^;]*$/, 'b=')
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' })
  const text = Buffer.from([...lines, unsigned].join('\r\n'), 'latin1')
  expect(verify('sha256', text, key, Buffer.from(tags.get('b') ?? '', 'base64'))).toBe(true)
  return { signed }
}

test('the DKIM signature covers the one-click unsubscribe headers, and a repeated mail has identical bytes', async () => {
  const dkim = await readKey('key.pem', rsa(2048))
  const compose = createComposer({ from: { name: 'Trazo', address: 'no-responder@trazo.example' }, dkim })
  const attachment = Buffer.from('%PDF-1.7 contenido')
  const { message } = await compose({ mail, attachment })
  const { signed } = verifyDkim(message.toString('latin1'), dkim.publicKey)
  for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post'])
    expect(signed).toContain(name)
  const again = await compose({ mail: { ...mail, attempts: 2 }, attachment })
  expect(again.message.equals(message)).toBe(true)
})

test.each([
  ['no key', () => 'hola'],
  ['a key of another kind', () => generateKeyPairSync('ed25519').privateKey.export(pem).toString()],
  ['a short key', () => rsa(1024)],
  [
    'a key under a password',
    () =>
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .privateKey.export({ ...pem, cipher: 'aes-256-cbc', passphrase: 'x' })
        .toString(),
  ],
])('the server refuses %s as the DKIM key at its start', async (_, text) => {
  await expect(readKey('other.pem', text())).rejects.toThrow(
    /^Configuración inválida: MAIL_DKIM_KEY_FILE debe ser una llave RSA privada de al menos 2048 bits, en PEM/,
  )
})

test('the error names MAIL_DKIM_KEY_FILE when the key file does not exist', async () => {
  const place = { domain: 'trazo.example', selector: 's1', keyFile: join(folder, 'nadie.pem') }
  await expect(readDkimKey(place)).rejects.toThrow(/MAIL_DKIM_KEY_FILE nombra un archivo que no se puede leer/)
})
