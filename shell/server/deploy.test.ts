/** @jest-environment node */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileEventsCall, uploadFileCall } from 'shared/contract'
import { saveAnnotationsCall } from 'shared/contract/annotations'
import { errorMessages } from 'shared/contract/errors'
import { signedCopyCall } from 'shared/contract/own-program'
import { verifyFileCall } from 'shared/contract/verify'
import { securityHeaders } from 'shared/server'
import * as v from 'valibot'
import { parse } from 'yaml'
import { parseSiteEnvironment, settingNames } from './environment.ts'
import { API_PREFIXES } from './proxy.ts'

const read = (name: string): string => readFileSync(join(__dirname, '../../deploy', name), 'utf8')

const locationsOf = (configuration: string): Map<string, string> =>
  new Map(
    [...configuration.matchAll(/^ {2}location ([^{]+) \{\n(.*?)^ {2}\}/gms)].map(([, address = '', body = '']) => [
      address,
      body,
    ]),
  )

const headersOf = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/add_header (\S+) (?:"([^"]*)"|(\S+)) always;/g)].map(([, name = '', quoted, bare]) => [
      name,
      quoted ?? bare ?? '',
    ]),
  )

const CLOSED = '~ ^/(?:metrics|dev/outbox)(?:/|$)'
const UPLOADS = '~ ^/home/api/(?:files|verify|files/[0-9]+/annotations|digital-signatures/[0-9]+/copy)/?$'
const EVENTS = `= ${fileEventsCall.path}`
const RELEASES = '~ ^/releases(?:/previews)?$'
const front = locationsOf(read('nginx/trazo.conf'))

test('nginx’s own responses have the site’s security headers', () => {
  for (const address of [CLOSED, '@too_many', '@unavailable']) {
    const { 'cache-control': caching, 'retry-after': _later, ...headers } = headersOf(front.get(address) ?? '')
    expect([address, headers]).toEqual([address, securityHeaders({ protocol: 'https' })])
    expect(caching).toBe('no-store')
  }
})

test('nginx’s own error responses have the codes and messages of the contract', () => {
  const bodyOf = (address: string): unknown => JSON.parse(/'(\{.*\})'/.exec(front.get(address) ?? '')?.[1] ?? 'null')
  expect(bodyOf('@unavailable')).toEqual({ code: 'UNAVAILABLE', message: errorMessages.UNAVAILABLE })
  expect(bodyOf('@too_many')).toEqual({ code: 'RATE_LIMITED', message: errorMessages.RATE_LIMITED })
  expect(bodyOf(CLOSED)).toEqual({ code: 'NOT_FOUND', message: errorMessages.NOT_FOUND })
})

test('nginx passes every path except /metrics and the outbox to the site, and adds no headers', () => {
  expect([...front.keys()]).toEqual(['/', UPLOADS, EVENTS, RELEASES, CLOSED, '@too_many', '@unavailable'])
  for (const address of ['/', UPLOADS, EVENTS, RELEASES]) {
    const passed = front.get(address) ?? ''
    expect(passed).toContain('proxy_pass http://trazo_site;')
    // nginx must not duplicate the site's headers.
    expect(passed).not.toMatch(/add_header|proxy_hide_header/)
    // It would replace the forwarded addresses.
    expect(passed).not.toContain('proxy_set_header')
  }
  for (const prefix of API_PREFIXES) expect(front.has(prefix)).toBe(false)
})

test('nginx holds back every body but those of uploads', () => {
  const uploads = [uploadFileCall, verifyFileCall, saveAnnotationsCall, signedCopyCall]
  for (const { path, encoding } of uploads) {
    expect(encoding).toBe('multipart')
    expect(path.replace(/:\w+/, '7')).toMatch(new RegExp(UPLOADS.slice(2)))
  }
  for (const [address, body] of front)
    expect([address, body.includes('proxy_request_buffering off;')]).toEqual([
      address,
      [UPLOADS, RELEASES].includes(address),
    ])
})

/** As nginx includes them. */
const withParts = (conf: string, form: string): string =>
  conf.replaceAll(/include trazo\/([\w.]+);/g, (_, part: string) => read(`nginx/${form}/${part}`))

test('nginx logs what matters alone, without queries, in every form of an installation', () => {
  for (const [form, log, errors] of [
    ['containers', '/dev/stdout', '/dev/stderr'],
    ['debian', '/var/log/nginx/trazo.log', '/var/log/nginx/trazo.error.log'],
  ] as const) {
    const configuration = withParts(read('nginx/trazo.conf'), form)
    // The main error log contains URLs.
    expect(configuration.match(/error_log .*;/g)).toEqual(Array(2).fill(`error_log ${errors} crit;`))
    expect(configuration.match(/access_log .*;/g)).toEqual(['access_log off;', `access_log ${log} without_query;`])
  }
})

test('nginx overwrites forwarded addresses and logs no query strings', () => {
  const configuration = read('nginx/trazo.conf')
  expect(configuration.match(/proxy_set_header X-Forwarded-For .*/g)).toEqual([
    'proxy_set_header X-Forwarded-For $remote_addr;',
  ])
  expect(configuration).not.toContain('$proxy_add_x_forwarded_for')
  for (const [name, servers] of [
    ['nginx/trazo.conf', 2],
    ['nginx/balancer.conf', 1],
  ] as const)
    expect(read(name).match(/^server \{/gm)).toHaveLength(servers)
  expect(read('nginx/balancer.conf').match(/error_log .*;/g)).toEqual(['error_log /dev/stderr crit;'])
  const format = /log_format without_query '(.*)';/.exec(configuration)?.[1]
  expect(format).not.toMatch(/\$request |\$request_uri|\$args|\$http_referer/)
})

test('the balancer does not serve the API’s metrics', () => {
  expect(locationsOf(`${read('nginx/balancer.conf')}`).get('/')).toContain('proxy_pass http://api;')
  expect(read('nginx/balancer.conf')).toContain('location = /metrics { return 404; }')
})

test('containers run unprivileged with a read-only file system, and example.env names their variables', () => {
  const compose = read('compose.yaml')
  expect(compose).toContain('read_only: true')
  expect(compose).toContain('cap_drop: [ALL]')
  expect(read('Containerfile')).toMatch(/^USER node$/m)
  for (const variable of compose.matchAll(/\$\{([A-Z0-9_]+)\}/g))
    expect(read('example.env')).toMatch(new RegExp(`^${variable[1]}=`, 'm'))
})

test('the compose file and the systemd unit set only variables that the site knows', () => {
  const Compose = v.looseObject({
    services: v.looseObject({ site: v.looseObject({ environment: v.record(v.string(), v.string()) }) }),
  })
  const { environment } = v.parse(Compose, parse(read('compose.yaml'), { merge: true })).services.site
  const unit = read('systemd/trazo-site.service')
  const named = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '))
  const ofUnit = named.map((pair) => pair.split('=')[0] ?? '').filter((name) => !['NODE_ENV', 'PATH'].includes(name))
  for (const name of [...Object.keys(environment), ...ofUnit]) expect(settingNames).toContain(name)
  const parsed = parseSiteEnvironment({
    ...environment,
    PUBLIC_URL: 'https://firmas.example',
    METRICS_TOKEN: 'c'.repeat(48),
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
  })
  expect(parsed.apiUrl).toBe('http://api:8000')
})
