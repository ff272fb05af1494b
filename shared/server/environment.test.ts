/** @jest-environment node */
import { resolve } from 'node:path'
import * as v from 'valibot'
import {
  commonEnvironmentOf,
  commonVariables,
  EnvironmentError,
  type EnvironmentVariables,
  flagVariable,
  invalidEnvironment,
  parseVariables,
} from './environment.ts'
import { urlVariable } from './url-variable.ts'

const Common = v.object(commonVariables)

test('every common variable has a default', () => {
  const values = parseVariables(Common, {})
  expect([values.PORT, values.API_PORT, values.PUBLIC_URL]).toEqual([3000, 8000, undefined])
  expect(commonEnvironmentOf(values)).toEqual({
    dataDir: resolve('./data'),
    signingAgent: 'simulated',
    trustedProxies: 'loopback',
    metricsToken: '',
    logLevel: 'info',
    traces: null,
  })
})

test('an empty variable counts as absent, and unknown variables are ignored', () => {
  expect(parseVariables(Common, { PORT: '', METRICS_TOKEN: '', HOME: '/root' })).toEqual(parseVariables(Common, {}))
})

const invalid: readonly (readonly [EnvironmentVariables, string])[] = [
  [{ PORT: 'abc' }, 'PORT debe ser un número de puerto'],
  [{ API_PORT: '70000' }, 'API_PORT debe ser un número de puerto (0 a 65535)'],
  [{ PUBLIC_URL: 'firmas.example' }, 'PUBLIC_URL debe ser una dirección http:// o https://'],
  [{ PUBLIC_URL: 'file:///etc' }, 'PUBLIC_URL debe ser una dirección http:// o https://'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/?token=x' },
    'OTEL_EXPORTER_OTLP_ENDPOINT no puede llevar usuario, contraseña, consulta (?) ni fragmento (#)',
  ],
  [{ SIGNING_AGENT: 'otro' }, 'SIGNING_AGENT debe ser simulated, firmador o fva'],
  [{ METRICS_TOKEN: 'corto' }, 'METRICS_TOKEN debe tener al menos 16 caracteres'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://a' },
    'OTEL_EXPORTER_OTLP_ENDPOINT debe ser una dirección http:// o https://',
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG debe ser un número de 0 a 1'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL debe ser fatal, error, warn, info, debug, trace o silent'],
]
test.each(invalid)('the error names the invalid variable and the reason: %j', (variables, reason) => {
  expect(() => parseVariables(Common, variables)).toThrow(new EnvironmentError(`Configuración inválida: ${reason}.`))
})

test('an error message never contains the value of a variable', () => {
  const Secret = v.object({
    SMTP_URL: urlVariable(['smtps:'], 'debe ser una dirección smtps://'),
    DEMO: flagVariable(),
  })
  for (const variables of [{ SMTP_URL: 'http://usuario:secreta@correo' }, { DEMO: 'secreta' }])
    expect(() => parseVariables(Secret, variables)).toThrow(/^Configuración inválida: (?!.*secreta)/)
  expect(invalidEnvironment('falta X').message).toBe('Configuración inválida: falta X.')
})
