/** @jest-environment node */
import fc from 'fast-check'
import * as v from 'valibot'
import { parseVariables } from './environment.ts'
import { baseAddressVariable, originVariable, urlVariable } from './url-variable.ts'

const Addresses = v.object({
  PUBLIC_URL: originVariable(),
  S3_ENDPOINT: baseAddressVariable(),
  SMTP_URL: urlVariable(['smtp:', 'smtps:'], 'debe ser una dirección smtp:// o smtps://'),
})
const parse = (variables: Readonly<Record<string, string>>) => parseVariables(Addresses, variables)

const REFUSED = 'PUBLIC_URL no puede llevar usuario, ruta, consulta (?) ni fragmento (#): escribe'

test.each([
  'https://firmas.example',
  'https://firmas.example/',
  'https://firmas.example//',
  'HTTPS://Firmas.Example:8443',
  'http://[::1]:3000',
])('an origin is accepted, as it was: %s', (PUBLIC_URL) => {
  expect(parse({ PUBLIC_URL }).PUBLIC_URL).toBe(PUBLIC_URL)
})

test.each([
  ['https://firmas.example/firma', 'https://firmas.example'],
  ['https://firmas.example:8443/firma/', 'https://firmas.example:8443'],
  ['https://firmas.example?', 'https://firmas.example'],
  ['https://firmas.example/?a=1', 'https://firmas.example'],
  ['https://firmas.example/#', 'https://firmas.example'],
  ['https://firmas.example\\firma', 'https://firmas.example'],
  [' https://firmas.example', 'https://firmas.example'],
  ['https://ana:secreta@firmas.example', 'https://firmas.example'],
  ['https://@firmas.example', 'https://firmas.example'],
])('%s is refused with the address to write', (PUBLIC_URL, advice) => {
  expect(() => parse({ PUBLIC_URL })).toThrow(`Configuración inválida: ${REFUSED} ${advice}.`)
})

test('every link of an accepted public address leads to its path, and every refusal names an accepted one', () => {
  const part = fc.stringMatching(/^[a-z0-9/?#@:\\ .-]{0,12}$/)
  fc.assert(
    fc.property(fc.constantFrom('http', 'https'), part, (protocol, rest) => {
      const PUBLIC_URL = `${protocol}://firmas.example${rest}`
      fc.pre(URL.canParse(PUBLIC_URL))
      try {
        const accepted = parse({ PUBLIC_URL }).PUBLIC_URL?.replace(/\/+$/, '')
        expect(new URL(`${accepted}/signing/1`)).toMatchObject({ pathname: '/signing/1', search: '', hash: '' })
      } catch (error) {
        const advice = /escribe (\S+)\.$/.exec(String(error))?.[1] ?? ''
        expect(parse({ PUBLIC_URL: advice })).toEqual({ PUBLIC_URL: new URL(PUBLIC_URL).origin })
      }
    }),
  )
})

test('the address of a service may have a path, and nothing that would be lost when a path is added', () => {
  const accepted = ['https://s3.example', 'https://s3.example/storage/v1/s3', 'http://127.0.0.1:9000/']
  for (const S3_ENDPOINT of accepted) expect(parse({ S3_ENDPOINT })).toEqual({ S3_ENDPOINT })
  const refused = ['https://ana:secreta@s3.example', 'https://s3.example/?a=1', 'https://s3.example/a#b']
  for (const S3_ENDPOINT of refused)
    expect(() => parse({ S3_ENDPOINT })).toThrow(
      /^Configuración inválida: S3_ENDPOINT no puede llevar usuario, contraseña, consulta \(\?\) ni fragmento \(#\)\.$/,
    )
})

test('a # in a password is refused: the host would be the user’s name', () => {
  expect(new URL('smtps://correo:4#secreta@correo.example').host).toBe('correo:4')
  expect(() => parse({ SMTP_URL: 'smtps://correo:4#secreta@correo.example' })).toThrow(
    'Configuración inválida: SMTP_URL no puede llevar #: en una contraseña se escribe %23.',
  )
  expect(parse({ SMTP_URL: 'smtps://correo:4%23secreta@correo.example?pool=1' }).SMTP_URL).toBeDefined()
})
