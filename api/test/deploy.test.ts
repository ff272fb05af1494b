import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { parseApiEnvironment, settingsIn } from '../src/platform/environment/environment.ts'

const DEPLOY = join(__dirname, '../../deploy')
const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8')

const Service = v.looseObject({
  image: v.string(),
  build: v.optional(v.object({ context: v.string(), dockerfile: v.string() })),
  command: v.optional(v.array(v.string())),
  environment: v.optional(v.record(v.string(), v.string())),
  networks: v.optional(v.union([v.array(v.string()), v.record(v.string(), v.unknown())])),
  volumes: v.optional(v.array(v.string())),
  depends_on: v.optional(v.record(v.string(), v.object({ condition: v.string() }))),
  healthcheck: v.optional(v.looseObject({ test: v.array(v.string()) })),
  read_only: v.optional(v.boolean()),
  profiles: v.optional(v.array(v.string())),
  ports: v.optional(v.array(v.string())),
})
const Compose = v.looseObject({
  services: v.record(v.string(), Service),
  networks: v.record(v.string(), v.unknown()),
  volumes: v.record(v.string(), v.unknown()),
})
const compose = v.parse(Compose, parse(read('compose.yaml'), { merge: true }))
const services = Object.entries(compose.services)

const isOptional = (name: string): boolean => name.startsWith('OTEL_')

const example = Object.fromEntries(
  read('example.env')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => {
      const [name = '', ...value] = line.split('=')
      return [name, value.join('=') || (isOptional(name) ? '' : 'c'.repeat(48))]
    }),
)

const environmentOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(compose.services[name]?.environment ?? {}).map(([variable, value]) => [
      variable,
      value.replace(/\$\{(\w+)\}/g, (_, of: string) => example[of] ?? ''),
    ]),
  )

const apis = services.map(([name]) => name).filter((name) => /^api-\d$/.test(name))

test('every API process gets only known variables and can start with the variables', () => {
  expect(apis).toEqual(['api-1', 'api-2'])
  for (const name of apis) {
    const variables = environmentOf(name)
    const given = Object.keys(variables).filter((variable) => variables[variable] !== '')
    expect([name, Object.keys(settingsIn(variables))]).toEqual([name, given.sort()])
    const environment = parseApiEnvironment(variables)
    expect(environment.databaseUrl).toMatch(/^postgres:\/\/trazo:c+@postgres\/trazo$/)
    expect(environment.s3).toMatchObject({ endpoint: 'http://s3:9000', bucket: 'trazo' })
    expect([environment.host, environment.apiPort]).toEqual(['0.0.0.0', 8000])
  }
})

test('API processes have separate data folders and share the keys', () => {
  const volumesOf = (name: string) => compose.services[name]?.volumes ?? []
  const folders = apis.map((name) => volumesOf(name).find((volume) => volume.endsWith(':/data')))
  expect(new Set(folders).size).toBe(apis.length)
  for (const name of apis) expect(volumesOf(name)).toContain('keys:/keys')
})

test('every file, volume, network and health check that a service names exists', () => {
  for (const [name, service] of services) {
    const networks = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {})
    for (const network of networks)
      expect([name, Object.keys(compose.networks)]).toEqual([name, expect.arrayContaining([network])])
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':')
      if (from.startsWith('.')) expect([from, existsSync(join(DEPLOY, from))]).toEqual([from, true])
      else if (!from.startsWith('$')) expect(Object.keys(compose.volumes)).toContain(from)
    }
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(Object.keys(compose.services)).toContain(other)
      if (condition === 'service_healthy')
        expect([other, compose.services[other]?.healthcheck]).not.toEqual([other, undefined])
    }
    if (service.build !== undefined)
      expect(existsSync(join(DEPLOY, service.build.context, service.build.dockerfile))).toBe(true)
  }
})

test('every service except bucket has a read-only file system', () => {
  for (const [name, { read_only }] of services.filter(([name]) => name !== 'bucket'))
    expect([name, read_only]).toEqual([name, true])
})

test('systemd units set only known variables and may write to their data folder', () => {
  for (const name of ['trazo-api.service', 'trazo-backup.service']) {
    const unit = read(`systemd/${name}`)
    const given = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '))
    const others: Record<string, string> = {}
    for (const [variable = '', value = ''] of given.map((pair) => pair.split('=')))
      if (variable !== 'NODE_ENV') others[variable] = value
    expect(Object.keys(settingsIn(others))).toEqual(Object.keys(others).sort())
    const dataDir = parseApiEnvironment(others).dataDir
    const writable = [
      ...[...unit.matchAll(/^StateDirectory=(.*)$/gm)].map(([, folder]) => `/var/lib/${folder}`),
      ...[...unit.matchAll(/^ReadWritePaths=(.*)$/gm)].flatMap(([, folders = '']) => folders.split(' ')),
    ]
    expect([name, writable]).toEqual([name, expect.arrayContaining([dataDir])])
    const program = /^ExecStart=.*?node (\S+\.ts)|node\/bin\/node (\S+\.ts)/m.exec(unit)
    expect(existsSync(join(DEPLOY, '..', program?.[1] ?? program?.[2] ?? 'nothing'))).toBe(true)
  }
})

test('the ignore files keep documents, repository and passwords out of the images', () => {
  const left = readFileSync(join(DEPLOY, '../.dockerignore'), 'utf8').split('\n')
  expect(left).toEqual(expect.arrayContaining(['data', '.git', '**/.env', '**/node_modules']))
  expect(readFileSync(join(DEPLOY, '../.gitignore'), 'utf8')).toMatch(/^deploy\/\.env$/m)
})

const Alerts = v.object({
  groups: v.array(
    v.object({
      name: v.string(),
      rules: v.array(
        v.object({
          alert: v.string(),
          expr: v.string(),
          for: v.optional(v.pipe(v.string(), v.regex(/^\d+[smh]$/))),
          labels: v.optional(v.record(v.string(), v.string())),
          annotations: v.object({ summary: v.string() }),
        }),
      ),
    }),
  ),
})

test('the alert rules are valid and have unique names', () => {
  const { groups } = v.parse(Alerts, parse(read('monitoring/alerts.yaml')))
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  expect(names.length).toBeGreaterThan(10)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(['TrazoCertificateEnds', 'TrazoCertificateEndsNow']))
})

const Collector = v.object({
  receivers: v.object({ otlp: v.object({ protocols: v.object({ http: v.object({ endpoint: v.string() }) }) }) }),
  processors: v.record(v.string(), v.unknown()),
  exporters: v.record(v.string(), v.object({ endpoint: v.string() })),
  service: v.object({ pipelines: v.object({ traces: v.record(v.string(), v.array(v.string())) }) }),
})

test('traces are off by default; when enabled, traces reach the collector and the dashboard', () => {
  const profile = services.filter(([, { profiles }]) => profiles?.includes('traces'))
  expect(profile.map(([name]) => name)).toEqual(['collector', 'jaeger'])
  for (const [, { image, ports = [] }] of profile) {
    expect(image).toMatch(/:\d+\.\d+\.\d+$/)
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  }
  expect(parseApiEnvironment(environmentOf('api-1')).traces).toBeNull()

  const address = /Traces: (\S+),/.exec(read('example.env'))?.[1] ?? ''
  const traced = { ...environmentOf('api-1'), OTEL_EXPORTER_OTLP_ENDPOINT: address }
  const { endpoint } = parseApiEnvironment(traced).traces ?? {}
  const { receivers, exporters, processors, service } = v.parse(Collector, parse(read('monitoring/collector.yaml')))
  expect(endpoint).toBe(`http://collector:${receivers.otlp.protocols.http.endpoint.split(':')[1]}`)
  for (const exporter of Object.values(exporters))
    expect(Object.keys(compose.services)).toContain(new URL(exporter.endpoint).hostname)
  expect(service.pipelines.traces).toEqual({
    receivers: Object.keys(receivers),
    processors: Object.keys(processors),
    exporters: Object.keys(exporters),
  })
})
