import { listFilesCall } from 'shared/contract'
import { oauthTokenCall } from 'shared/contract/accounts'
import * as v from 'valibot'
import { expectedScopes } from '../../../../test/access/expected-access.ts'
import { calls } from '../../../../test/support/calls.ts'
import { closeTestServers, openTestServer } from '../../../../test/support/test-server.ts'
import type { DescribedOperation } from '../description/described-parts.ts'
import { apiClientTitles } from './api-client-titles.ts'
import { type describeApiClients, successOf } from './describe-api-clients.ts'
import { exampleOf } from './example-of.ts'

type Document = ReturnType<typeof describeApiClients>

let document: Document
let page: Awaited<ReturnType<typeof readPage>>

const readPage = async () => {
  const { app, services } = await openTestServer()
  document = (await app.inject('/home/api/docs/programas.json')).json()
  expect(document.servers).toEqual([{ url: new URL(services.publicUrl).origin }])
  return app.inject('/home/api/docs/programas')
}
beforeAll(async () => {
  page = await readPage()
})
afterAll(closeTestServers)

const operations = (): Map<string, DescribedOperation> =>
  new Map(Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one])))
const scopes = { ...expectedScopes, [listFilesCall.name]: expectedScopes.findFiles }
const names = [oauthTokenCall.name, ...Object.keys(scopes)]

test('the reference describes exactly the calls for programs, with their scopes', () => {
  expect(new Set(operations().keys())).toEqual(new Set(names))
  for (const [name, scope] of Object.entries(scopes))
    expect(operations().get(name)?.security).toEqual([{ token: [scope] }, { oauth: [scope] }])
  expect(document.components.schemas.Problem?.required).toContain('code')
})

test.each(names)('%s has a Spanish title and examples that the contract accepts', (name) => {
  const call = calls.find((one) => one.name === name)
  const operation = operations().get(name)
  if (call === undefined || operation === undefined) throw new Error(`${name} is not described`)
  expect(apiClientTitles[name]).toBeDefined()
  const valuesOf = (place: string) =>
    Object.fromEntries(
      operation.parameters.flatMap((one) => (one.in === place && 'example' in one ? [[one.name, one.example]] : [])),
    )
  if (call.params) v.parse(call.params, valuesOf('path'))
  if (call.query) v.parse(call.query, valuesOf('query'))
  const [sent] = Object.values(operation.requestBody?.content ?? {})
  if (call.body) v.parse(call.body, sent?.example)
  const replied = successOf(operation)?.content?.['application/json']
  if (replied !== undefined) v.parse(call.reply, replied.example)
})

test('the reference page has an article for each call and one hashed script, and loads nothing else', () => {
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
  )
  for (const name of names) expect(page.body).toContain(`<article id="${name}">`)
  expect(page.body.match(/<script/g)).toHaveLength(1)
  expect(page.body).not.toMatch(/\son\w+=|\ssrc=/)
})

test.each([
  [{ type: 'string' }, 'email', 'ana@example.com'],
  [{ type: 'integer' }, 'field_id', 4711],
  [{ type: 'array', items: { type: 'number' } }, '', [1]],
  [{ anyOf: [{ type: 'null' }, { type: 'string' }] }, '', null],
  [{ type: 'object', properties: { a: { type: 'boolean' }, b: {} }, required: ['a'] }, '', { a: true }],
])('exampleOf returns the expected example for the schema %j with the name %p', (schema, name, expected) => {
  expect(exampleOf(schema, name)).toEqual(expected)
})
