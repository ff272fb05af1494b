/** @jest-environment node */
import { createLogger, describeRequest } from './logging.ts'

const pathOf = (url: string): string => describeRequest({ method: 'GET', url }).path

test('the logged path has no query, because queries contain invitation tokens', () => {
  expect(pathOf('/sign/12/contrato?token=secret&fieldId=3')).toBe('/sign/12/contrato')
  expect(pathOf('/home/api/validate-invitation-token?token=secret')).toBe('/home/api/validate-invitation-token')
  expect(pathOf('/login')).toBe('/login')
})

const logged = (write: (log: ReturnType<typeof createLogger>) => void, options = {}): Record<string, unknown>[] => {
  const lines: string[] = []
  write(createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) }, ...options }))
  return lines.map((line) => JSON.parse(line))
}

test('the log shows the method and path of a request, without headers and body', () => {
  const req = {
    method: 'GET',
    url: '/a?token=secreto',
    headers: { cookie: 'secreto' },
    body: 'secreto',
    ip: '192.0.2.1',
  }
  const [line] = logged((log) => log.info({ req }, 'línea'))
  expect(line).toMatchObject({ req: { method: 'GET', path: '/a' }, msg: 'línea' })
  expect(JSON.stringify(line)).not.toContain('secreto')
})

test.each([
  'authorization',
  'password',
  'password_confirmation',
  'new_password',
  'client_secret',
  'code_hash',
  'token',
])('the log redacts the property %s of an object', (name) => {
  const [line] = logged((log) => log.info({ body: { [name]: 'secreto' } }, 'línea'))
  expect(JSON.stringify(line)).toContain(`"${name}":"[Redacted]"`)
})

test('a logged error keeps its stack, and a server may log more details of its requests', () => {
  const serializers = { req: ({ ip }: { ip: string }) => ({ address: ip }) }
  const write = (log: ReturnType<typeof createLogger>) => {
    log.info({ req: { ip: '192.0.2.1' }, err: new Error('roto') }, 'línea')
    log.debug('below the level')
  }
  const lines = logged(write, { serializers, base: { service: 'site' } })
  expect(lines).toEqual([
    expect.objectContaining({
      service: 'site',
      req: { address: '192.0.2.1' },
      err: expect.objectContaining({ message: 'roto', stack: expect.stringContaining('logging.test.ts') }),
    }),
  ])
  expect(lines[0]).not.toHaveProperty('pid')
})
