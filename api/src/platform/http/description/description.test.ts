import { dirname, join } from 'node:path'
import { lintFromString, loadConfig } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { listFilesCall } from 'shared/contract'
import { calls } from '../../../../test/support/calls.ts'
import { registerPerson, uploadDocument } from '../../../../test/support/people.ts'
import { closeTestServers, openTestServer, type TestServer } from '../../../../test/support/test-server.ts'
import { callSummaries } from '../call-summaries.ts'
import type { describeApiClients } from '../reference/describe-api-clients.ts'
import type { describeSite } from './describe-site.ts'
import type { DescribedContent, DescribedOperation, DescribedResponse } from './described-parts.ts'

let server: TestServer
let site: ReturnType<typeof describeSite>
let programs: ReturnType<typeof describeApiClients>

beforeAll(async () => {
  server = await openTestServer()
  site = (await server.app.inject('/home/api/docs/json')).json()
  programs = (await server.app.inject('/home/api/docs/programas.json')).json()
})
afterAll(closeTestServers)

const operations = (): DescribedOperation[] => Object.values(site.paths).flatMap((methods) => Object.values(methods))

const find = (name: string, { paths }: Pick<typeof site, 'paths'> = site): DescribedOperation => {
  const found = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === name)
  if (found === undefined) throw new Error(`${name} is not described`)
  return found
}

const responseOf = (name: string, status: string, document: Pick<typeof site, 'paths'> = site): DescribedResponse => {
  const found = find(name, document).responses[status]
  if (found === undefined || '$ref' in found) throw new Error(`${name} ${status} is not described`)
  return found
}

const typesOf = (content: DescribedContent | undefined): string[] => Object.keys(content ?? {})

test('the page of the site describes each call of the contract once, with its summary', async () => {
  expect(
    operations()
      .map(({ operationId }) => operationId)
      .sort(),
  ).toEqual(calls.map(({ name }) => name).sort())
  for (const { operationId, summary } of operations()) expect(summary).toBe(callSummaries[operationId])
  expect(find('uploadFile').security).toEqual([{ bearer: [] }, { program: ['documents:write'] }])
  expect((await server.app.inject('/home/api/docs/')).headers['content-security-policy']).toBeDefined()
})

const configPath = join(dirname(require.resolve('api/package.json')), 'redocly.yaml')

test.each([
  // It only leads to another page.
  ['json', ['warn operation-2xx-response #/paths/~1home~1api~1unsubscribe/get/responses']],
  ['programas.json', []],
])('redocly’s recommended rules find in %s: %j', async (name, expected) => {
  const source = (await server.app.inject(`/home/api/docs/${name}`)).body
  const found = await lintFromString({ source, config: await loadConfig({ configPath }) })
  expect(found.map(({ severity, ruleId, location }) => `${severity} ${ruleId} ${location[0]?.pointer}`)).toEqual(
    expected,
  )
})

test('exactly an upload and the POSTs of programs have an Idempotency-Key', () => {
  const keyed = operations().filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
  const isOpen = ({ security }: DescribedOperation) => security.some((scheme) => 'program' in scheme)
  const posts = Object.values(site.paths).flatMap(({ post }) => (post !== undefined && isOpen(post) ? [post] : []))
  expect(keyed).toEqual(posts)
  expect(keyed.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(['uploadFile', 'createField']))
})

test('a 429 always has Retry-After, and each reply to a token says how many calls are left', () => {
  for (const { responses } of operations()) expect(responses).toHaveProperty('429')
  const limited = Object.entries(site.components.responses).filter(([name]) => name.endsWith('429'))
  expect(limited.map(([, { headers }]) => headers['Retry-After']?.required)).toEqual([true, true, true])
  expect(responseOf('getFile', '200', programs).headers['RateLimit-Remaining']?.required).toBe(true)
  expect(responseOf('getFile', '200').headers['RateLimit-Remaining']?.required).toBeUndefined()
  expect(responseOf('profile', '200').headers).not.toHaveProperty('RateLimit-Remaining')
})

test.each([
  ['downloadFile', '206', ['application/pdf']],
  ['downloadFile', '304', []],
  ['copyToSign', '200', ['application/pdf']],
  ['templateFile', '200', ['application/pdf']],
  ['completionCertificate', '200', ['application/pdf']],
  ['evidence', '200', ['application/zip']],
  ['sendingArchive', '200', ['application/zip']],
  ['exportAccount', '200', ['application/zip']],
  ['signerCopy', '200', ['application/zip']],
  ['bulkResult', '200', ['text/csv']],
  ['fileEvents', '200', ['text/event-stream']],
  ['openUnsubscribe', '303', []],
  ['uploadFile', '201', ['application/json']],
])('%s answers %s as %j', (name, status, types) => {
  expect(typesOf(responseOf(name, status).content)).toEqual(types)
})

test.each([
  ['uploadFile', 'file', 'application/pdf'],
  ['verifyFile', 'file', 'application/pdf'],
  ['signedCopy', 'file', 'application/pdf'],
  ['saveAnnotations', 'tail', 'application/octet-stream'],
])('the bytes of %s are its part %s, as %s', (name, part, contentType) => {
  const form = find(name).requestBody?.content['multipart/form-data']
  expect(form?.encoding).toEqual({ [part]: { contentType } })
  expect(form?.schema.required).toContain(part)
})

test.each([
  ['login', ['400', '413', '429', '4XX', '5XX']],
  ['profile', ['401', '403', '429', '4XX', '5XX']],
  ['getFile', ['400', '401', '403', '404', '429', '4XX', '5XX']],
  ['createField', ['400', '401', '403', '409', '413', '422', '429', '4XX', '5XX']],
  ['oauthToken', ['400', '401', '413', '429', '4XX', '5XX']],
])('the refusals of %s follow from its rule, its input and its limits', (name, statuses) => {
  const refused = Object.entries(find(name).responses).filter(([, response]) => '$ref' in response)
  expect(refused.map(([status]) => status)).toEqual(statuses)
})

test('a list has one shape: limit chooses pages, and no parameter all documents, as the server sends them', async () => {
  const [withPages, whole] = [find('findFiles', programs), find('listFiles', programs)]
  expect(withPages.parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(['limit'])
  expect(whole.parameters).toEqual([])
  expect(programs.paths['/home/api/files']?.get).toBe(withPages)
  expect(programs.paths[listFilesCall.path]?.get).toBe(whole)

  const { access_token: bearer } = await registerPerson(server, 'olga')
  await uploadDocument(server, bearer)
  const read = async (url: string): Promise<unknown> =>
    (await server.app.inject({ url, headers: { authorization: `Bearer ${bearer}` } })).json()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const accepts = (name: string) => ajv.compile(responseOf(name, '200').content?.['application/json']?.schema ?? false)
  const [page, all] = [await read('/home/api/files?limit=10'), await read(listFilesCall.path)]
  expect([accepts('findFiles')(page), accepts('findFiles')(all)]).toEqual([true, false])
  expect([accepts('listFiles')(all), accepts('listFiles')(page)]).toEqual([true, false])
})
