import { resolve } from 'node:path'
import { EnvironmentError } from 'shared/server'
import { parseApiEnvironment } from './environment.ts'

test('without variables, the environment has its default values', () => {
  expect(parseApiEnvironment({})).toEqual({
    apiPort: 8000,
    fva: null,
    host: '127.0.0.1',
    dataDir: resolve('./data'),
    keysDir: resolve('./data/keys'),
    databaseUrl: null,
    s3: null,
    scrubRate: 1_000_000,
    publicUrl: 'http://localhost:3000',
    smtpUrl: null,
    smtpConnections: 5,
    mailFrom: { name: 'Trazo', address: 'no-responder@localhost' },
    dkim: null,
    bounces: null,
    demoAccount: false,
    devOutbox: false,
    logLevel: 'info',
    invitationDays: 30,
    rateLimitFactor: 1,
    webhookPorts: [443, 8443],
    webhookLocal: false,
    replicaDir: null,
    retentionDays: 30,
    accountQuota: 5 * 1024 ** 3,
    oauthClient: null,
    metricsToken: '',
    traces: null,
    trustedProxies: 'loopback',
    signingAgent: 'simulated',
    signingAgentCa: null,
    witnessPolicy: null,
    timeStampAuthority: null,
    ownCertificate: null,
    nationalCa: null,
    cardRevocation: 'optional',
    sealRenewalDays: 180,
    pressure: { eventLoopDelay: 500, heap: expect.any(Number), memory: null },
    signingsAtOnce: 100,
    uploadsAtOnce: 50,
  })
})

test('the environment reads the given variables and treats an empty variable as absent', () => {
  const environment = parseApiEnvironment({
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
  expect(parseApiEnvironment({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000')
})

test.each(['loopback', '10.0.0.5', '10.0.0.0/8, ::1', 'fd00::/8', '10.0.0.0/255.0.0.0', 'uniquelocal,loopback'])(
  'the environment accepts %s as trusted proxies',
  (TRUSTED_PROXIES) => {
    expect(parseApiEnvironment({ TRUSTED_PROXIES }).trustedProxies).toBe(TRUSTED_PROXIES)
  },
)

test.each(['10.0.0.0/33', 'proxy', '10.0.0.5;10.0.0.6', '10.0.0', 'loopback/8', '10.0.0.0/8/8', 'true', '*'])(
  'the environment refuses %s as trusted proxies',
  (TRUSTED_PROXIES) => {
    expect(() => parseApiEnvironment({ TRUSTED_PROXIES })).toThrow(/^Configuración inválida: TRUSTED_PROXIES debe ser/)
  },
)

test('the environment reads the signing agent and the path of its authorities', () => {
  const environment = parseApiEnvironment({ SIGNING_AGENT: 'firmador', SIGNING_AGENT_CA: 'ca.pem' })
  expect(environment).toMatchObject({ signingAgent: 'firmador', signingAgentCa: resolve('ca.pem') })
})

const fva = {
  SIGNING_AGENT: 'fva',
  SIGNING_AGENT_CA: 'ca.pem',
  FVA_BASE_URL: 'https://servicios-rest-firmador.gaudi.sinpe.fi.cr/FVA/',
  FVA_NEGOCIO: '7',
  FVA_ENTIDAD: '8',
  FVA_CERT: 'entidad.crt',
  FVA_KEY: 'entidad.key',
  FVA_CA: 'bccr.pem',
}
const listener = {
  FVA_CALLBACK_PORT: '8443',
  FVA_CALLBACK_NAME: 'BCCR',
  FVA_CALLBACK_CERT: 'retorno.crt',
  FVA_CALLBACK_KEY: 'retorno.key',
  FVA_CALLBACK_CA: 'sinpe.pem',
}
const proxied = { FVA_CALLBACK_HEADER: 'X-FVA', FVA_CALLBACK_SECRET_FILE: 'secreto', FVA_CALLBACK_PROXIES: '10.0.0.5' }

test('the environment reads the FVA with a callback on its own port or behind a proxy', () => {
  expect(parseApiEnvironment({ ...fva, ...listener }).fva).toMatchObject({
    business: 7,
    entity: 8,
    cert: resolve('entidad.crt'),
    callback: { kind: 'tls', port: 8443, name: 'BCCR', ca: resolve('sinpe.pem') },
  })
  expect(parseApiEnvironment({ ...fva, ...proxied }).fva?.callback).toEqual({
    kind: 'proxy',
    header: 'x-fva',
    secretFile: resolve('secreto'),
    proxies: ['10.0.0.5'],
  })
  expect(parseApiEnvironment({ ...fva, ...listener, SIGNING_AGENT: 'simulated' }).fva).toBeNull()
})

test.each([...Object.keys(fva).slice(1), ...Object.keys(listener)])(
  'the environment refuses the FVA without %s',
  (name) => {
    expect(() => parseApiEnvironment({ ...fva, ...listener, [name]: undefined })).toThrow(name)
  },
)

test.each(Object.keys(proxied).slice(1))('the environment refuses a proxy for the FVA without %s', (name) => {
  expect(() => parseApiEnvironment({ ...fva, ...proxied, [name]: undefined })).toThrow(name)
})

test.each([
  [{ FVA_BASE_URL: 'http://bccr.example/FVA/' }, 'FVA_BASE_URL'],
  [{ FVA_NEGOCIO: 'siete' }, 'FVA_NEGOCIO'],
  [{ ...proxied, FVA_CALLBACK_PROXIES: 'loopback' }, 'FVA_CALLBACK_PROXIES'],
  [proxied, 'FVA_CALLBACK_PORT'],
])('the environment refuses the FVA with %j', (change, name) => {
  expect(() => parseApiEnvironment({ ...fva, ...listener, ...change })).toThrow(name)
})

test('the environment reads the time-stamp authority and the own certificate', () => {
  const environment = parseApiEnvironment({
    TSA_URL: 'https://tsa.example/tsr',
    TSA_CA: 'tsa.pem',
    SIGNING_P12: 'firma.p12',
    SIGNING_P12_PASSWORD_FILE: '/run/secrets/p12',
    CARD_REVOCATION: 'required',
    SEAL_RENEWAL_DAYS: '30',
  })
  expect(environment).toMatchObject({
    timeStampAuthority: { url: 'https://tsa.example/tsr', authorities: resolve('tsa.pem') },
    ownCertificate: { kind: 'p12', p12: resolve('firma.p12'), passwordFile: '/run/secrets/p12', authorities: null },
    cardRevocation: 'required',
    sealRenewalDays: 30,
  })
  const plain = { TSA_URL: 'http://tsa.example/tsr', TSA_CA: 'tsa.pem', TSA_ALLOW_HTTP: '1' }
  expect(parseApiEnvironment(plain).timeStampAuthority?.url).toBe('http://tsa.example/tsr')
})

test.each([
  [
    { TSA_URL: 'https://tsa.example' },
    'Configuración inválida: TSA_URL necesita TSA_CA, un archivo PEM con las autoridades de ese sello de tiempo.',
  ],
  [
    { TSA_URL: 'http://tsa.example', TSA_CA: 'tsa.pem' },
    'Configuración inválida: TSA_URL debe ser una dirección https://, o declara TSA_ALLOW_HTTP=1.',
  ],
  [
    { TSA_URL: 'https://ana:clave@tsa.example', TSA_CA: 'tsa.pem' },
    'Configuración inválida: TSA_URL debe ser una dirección https://, sin usuario ni contraseña.',
  ],
  [
    { SIGNING_PKCS11_MODULE: 'x.so', SIGNING_PKCS11_TOKEN: 'firma' },
    'Configuración inválida: las variables SIGNING_PKCS11_* van juntas; falta SIGNING_PKCS11_KEY, SIGNING_PKCS11_PIN_FILE, SIGNING_PKCS11_CERTIFICATES.',
  ],
  [{ SIGNING_P12_PASSWORD_FILE: 'x' }, 'Configuración inválida: SIGNING_P12_PASSWORD_FILE necesita SIGNING_P12.'],
  [
    { SIGNING_AGENT: 'firmador' },
    'Configuración inválida: SIGNING_AGENT=firmador necesita SIGNING_AGENT_CA, un archivo PEM con las autoridades que emiten las tarjetas.',
  ],
  [{ API_PORT: 'ocho mil' }, 'Configuración inválida: API_PORT debe ser un número de puerto.'],
  [{ API_PORT: '70000' }, 'Configuración inválida: API_PORT debe ser un número de puerto (0 a 65535).'],
  [{ PUBLIC_URL: 'firmas.example' }, 'Configuración inválida: PUBLIC_URL debe ser una dirección http:// o https://.'],
  [
    { PUBLIC_URL: 'https://firmas.example/firma' },
    'Configuración inválida: PUBLIC_URL no puede llevar usuario, ruta, consulta (?) ni fragmento (#): escribe https://firmas.example.',
  ],
  [
    { SMTP_URL: 'smtps://correo:4#secreta@correo.example' },
    'Configuración inválida: SMTP_URL no puede llevar #: en una contraseña se escribe %23.',
  ],
  [
    { DATABASE_URL: 'postgres://trazo:4#secreta@datos.example/trazo' },
    'Configuración inválida: DATABASE_URL no puede llevar #: en una contraseña se escribe %23.',
  ],
  [
    { MAIL_FROM: 'a\r\nBcc: b@c.d' },
    "Configuración inválida: MAIL_FROM debe tener la forma 'Nombre <correo@dominio>'.",
  ],
  [{ DEMO_ACCOUNT: 'sí' }, 'Configuración inválida: DEMO_ACCOUNT debe ser 0 o 1.'],
  [{ OAUTH_CLIENT_SECRET: 'x' }, 'Configuración inválida: OAUTH_CLIENT_SECRET necesita OAUTH_CLIENT_ID.'],
  [{ INVITATION_DAYS: '0' }, 'Configuración inválida: INVITATION_DAYS debe ser un número mayor que 0.'],
])('the environment refuses %j with a message of one line', (variables, message) => {
  expect(() => parseApiEnvironment(variables)).toThrow(new EnvironmentError(message))
})

test('an error message of the environment never contains the value of SMTP_URL', () => {
  expect(() => parseApiEnvironment({ SMTP_URL: 'http://usuario:secreta@correo' })).toThrow(/^(?!.*secreta)/)
})
