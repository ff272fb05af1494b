/** @jest-environment node */
import { resolve } from 'node:path'
import { parseSiteEnvironment } from './environment.ts'

test('every setting has a default, also when PORT is empty', () => {
  expect(parseSiteEnvironment({ PORT: '' })).toEqual({
    port: 3000,
    errorFingerprints: false,
    host: 'localhost',
    apiUrl: 'http://127.0.0.1:8000',
    apiHost: '',
    publicUrl: '',
    dataDir: resolve('./data'),
    signingAgent: 'simulated',
    trustedProxies: 'loopback',
    metricsToken: '',
    overrideOrigins: [],
    releaseApproval: false,
    sourceMaps: false,
    s3: null,
    traces: null,
    rule: { factor: 1.5, minLoads: 200, distrustedGroups: 3 },
    logLevel: 'info',
  })
})

test('API_URL sets the address of the API and overrides API_PORT', () => {
  expect(parseSiteEnvironment({ API_URL: 'https://api.example/', API_PORT: '1' }).apiUrl).toBe('https://api.example')
})

test('API_HOST sets the separate public URL of the API', () => {
  expect(parseSiteEnvironment({ API_HOST: 'https://api.example/' }).apiHost).toBe('https://api.example')
})

test('MF_OVERRIDE_ORIGINS accepts ‘local’ as every local port, and other origins', () => {
  expect(parseSiteEnvironment({ MF_OVERRIDE_ORIGINS: 'local, https://equipo.example' }).overrideOrigins).toEqual([
    'http://localhost:*',
    'http://127.0.0.1:*',
    'https://equipo.example',
  ])
})

test('variables change the thresholds of the canary rule and turn the rule off', () => {
  const variables = { JUDGE_FACTOR: '2.25', JUDGE_MIN_LOADS: '50', JUDGE_DISTRUSTED_GROUPS: '0' }
  expect(parseSiteEnvironment(variables).rule).toEqual({ factor: 2.25, minLoads: 50, distrustedGroups: 0 })
  expect(parseSiteEnvironment({ ...variables, JUDGE_RELEASES: '0' }).rule).toBeUndefined()
})

test.each([
  [{ JUDGE_RELEASES: 'on' }, /JUDGE_RELEASES debe ser 0 o 1/],
  [{ JUDGE_FACTOR: '0.5' }, /JUDGE_FACTOR debe ser un número de 1 a 100/],
  [{ JUDGE_MIN_LOADS: '0' }, /JUDGE_MIN_LOADS debe ser un número de 1 a 100000/],
  [{ JUDGE_DISTRUSTED_GROUPS: '32' }, /JUDGE_DISTRUSTED_GROUPS debe ser un número de 0 a 16/],
  [{ PORT: 'abc' }, /PORT debe ser un número de puerto/],
  [{ PORT: '70000' }, /PORT debe ser un número de puerto/],
  [{ API_URL: 'file:///etc' }, /API_URL debe ser una dirección http/],
  [{ API_URL: 'http://10.0.0.5:8000/api' }, /API_URL no puede llevar .*: escribe http:\/\/10\.0\.0\.5:8000\.$/],
  [{ API_HOST: 'https://api.example/?a=1' }, /API_HOST no puede llevar usuario/],
  [{ API_HOST: 'api.example' }, /API_HOST debe ser una dirección http/],
  [{ METRICS_TOKEN: 'short' }, /METRICS_TOKEN debe tener al menos 16 caracteres/],
  [{ MF_OVERRIDE_ORIGINS: 'https://equipo.example/r' }, /MF_OVERRIDE_ORIGINS debe ser 'local' o direcciones/],
  [{ MF_OVERRIDE_ORIGINS: 'local,*' }, /MF_OVERRIDE_ORIGINS debe ser/],
  [{ MF_OVERRIDE_ORIGINS: "http://a.example;script-src 'unsafe-eval'" }, /MF_OVERRIDE_ORIGINS debe ser/],
  [{ RELEASE_APPROVAL: 'yes' }, /RELEASE_APPROVAL debe ser 0 o 1/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL debe ser/],
])('the error message names the invalid variable of %j', (variables, message) => {
  expect(() => parseSiteEnvironment(variables)).toThrow(message)
})
