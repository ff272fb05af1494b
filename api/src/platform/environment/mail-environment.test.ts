import { resolve } from 'node:path'
import { EnvironmentError } from 'shared/server'
import { parseApiEnvironment } from './environment.ts'

const KEY = { MAIL_DKIM_SELECTOR: 's1', MAIL_DKIM_KEY_FILE: 'dkim.pem' }

test.each([
  ['of the sender', { MAIL_FROM: 'Trazo <hola@Correo.Firmas.example>' }, 'correo.firmas.example'],
  [
    'that contains it',
    { MAIL_FROM: 'hola@correo.firmas.example', MAIL_DKIM_DOMAIN: 'Firmas.example' },
    'firmas.example',
  ],
])('the environment uses the DKIM key for the domain %s', (_, variables, domain) => {
  expect(parseApiEnvironment({ ...KEY, ...variables }).dkim).toEqual({
    domain,
    selector: 's1',
    keyFile: resolve('dkim.pem'),
  })
})

test('SMTP_CONNECTIONS sets the number of SMTP connections', () => {
  expect(parseApiEnvironment({ SMTP_CONNECTIONS: '12' }).smtpConnections).toBe(12)
})

const connections = 'SMTP_CONNECTIONS debe ser un número de 1 a 50'
const domain = 'MAIL_DKIM_DOMAIN debe ser el dominio de MAIL_FROM o uno que lo contenga'

test.each([
  [{ SMTP_CONNECTIONS: '0' }, connections],
  [{ SMTP_CONNECTIONS: '51' }, connections],
  [{ SMTP_CONNECTIONS: '1.5' }, connections],
  [{ MAIL_DKIM_SELECTOR: 's1' }, 'MAIL_DKIM_SELECTOR y MAIL_DKIM_KEY_FILE van juntas'],
  [{ MAIL_DKIM_KEY_FILE: 'dkim.pem' }, 'MAIL_DKIM_SELECTOR y MAIL_DKIM_KEY_FILE van juntas'],
  [{ MAIL_DKIM_DOMAIN: 'a.example' }, 'MAIL_DKIM_DOMAIN necesita MAIL_DKIM_SELECTOR y MAIL_DKIM_KEY_FILE'],
  [{ ...KEY, MAIL_DKIM_SELECTOR: 's1; p=' }, 'MAIL_DKIM_SELECTOR debe ser un nombre de DNS'],
  [{ ...KEY, MAIL_FROM: 'a@firmas.example', MAIL_DKIM_DOMAIN: 'mas.example' }, domain],
  [{ ...KEY, MAIL_FROM: 'a@firmas.example', MAIL_DKIM_DOMAIN: 'otro.example' }, domain],
])('the mail environment refuses %j with a message of one line', (variables, reason) => {
  expect(() => parseApiEnvironment(variables)).toThrow(new EnvironmentError(`Configuración inválida: ${reason}.`))
})
