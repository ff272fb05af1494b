import { resolve } from 'node:path'
import { EnvironmentError, parseEnvironment } from './environment.ts'

test('needs nothing', () => {
  expect(parseEnvironment({})).toEqual({
    apiPort: 8000,
    host: '127.0.0.1',
    dataDir: resolve('./data'),
    publicUrl: 'http://localhost:3000',
    smtpUrl: null,
    mailFrom: { name: 'Trazo', address: 'no-responder@localhost' },
    demoAccount: false,
    logLevel: 'info',
    invitationDays: 30,
    rateLimitFactor: 1,
    oauthClient: null,
    signingAgent: 'simulated',
    signingAgentCa: null,
  })
})

test('reads what is set; an empty variable counts as absent', () => {
  const environment = parseEnvironment({
    PORT: '4000',
    API_PORT: '',
    PUBLIC_URL: 'https://firmas.example/',
    SMTP_URL: 'smtps://usuario:clave@correo.example',
    MAIL_FROM: 'firmas@firmas.example',
    DEMO_ACCOUNT: '1',
    OAUTH_CLIENT_ID: 'trazo-web',
  })
  expect(environment).toMatchObject({
    apiPort: 8000,
    publicUrl: 'https://firmas.example',
    smtpUrl: 'smtps://usuario:clave@correo.example',
    mailFrom: { name: '', address: 'firmas@firmas.example' },
    demoAccount: true,
    oauthClient: { id: 'trazo-web', secret: '' },
  })
  expect(parseEnvironment({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000')
})

test('knows where the authorities of the cards stand', () => {
  const environment = parseEnvironment({ SIGNING_AGENT: 'firmador', SIGNING_AGENT_CA: 'ca.pem' })
  expect(environment).toMatchObject({ signingAgent: 'firmador', signingAgentCa: resolve('ca.pem') })
})

test.each([
  [
    { SIGNING_AGENT: 'firmador' },
    'Configuración inválida: SIGNING_AGENT=firmador necesita SIGNING_AGENT_CA, un archivo PEM con las autoridades que emiten las tarjetas.',
  ],
  [{ API_PORT: 'ocho mil' }, 'Configuración inválida: API_PORT debe ser un número de puerto.'],
  [{ API_PORT: '70000' }, 'Configuración inválida: API_PORT debe ser un número de puerto (0 a 65535).'],
  [{ PUBLIC_URL: 'firmas.example' }, 'Configuración inválida: PUBLIC_URL debe ser una dirección http:// o https://.'],
  [
    { MAIL_FROM: 'a\r\nBcc: b@c.d' },
    "Configuración inválida: MAIL_FROM debe tener la forma 'Nombre <correo@dominio>'.",
  ],
  [{ DEMO_ACCOUNT: 'sí' }, 'Configuración inválida: DEMO_ACCOUNT debe ser 0 o 1.'],
  [{ OAUTH_CLIENT_SECRET: 'x' }, 'Configuración inválida: OAUTH_CLIENT_SECRET necesita OAUTH_CLIENT_ID.'],
  [{ INVITATION_DAYS: '0' }, 'Configuración inválida: INVITATION_DAYS debe ser un número mayor que 0.'],
])('refuses %j in one line', (variables, message) => {
  expect(() => parseEnvironment(variables)).toThrow(new EnvironmentError(message))
})

test('never repeats a value, which may be a password', () => {
  expect(() => parseEnvironment({ SMTP_URL: 'http://usuario:secreta@correo' })).toThrow(/^(?!.*secreta)/)
})
