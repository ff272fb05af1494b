import { type BodyOf, deleteFileCall, findFilesCall, getFileCall, listFilesCall } from 'shared/contract'
import { deleteAccountCall } from 'shared/contract/accounts'
import { applyTagsCall, deleteTagCall, listTagsCall, renameTagCall } from 'shared/contract/tags'
import { deleteTemplateCall, duplicateTemplateCall, listTemplatesCall } from 'shared/contract/templates'
import { createApiClient } from '../../../test/support/api-clients.ts'
import { begin, csvOf, makeTemplate, sendRows } from '../../../test/support/bulk.ts'
import { insertDocuments, ownerId } from '../../../test/support/documents.ts'
import { registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { RETENTION } from '../../../test/support/personal-data.ts'
import { prove } from '../../../test/support/security.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const { access_token: other } = await registerPerson(server, 'pedro')
  const seed = async (count: number, username = 'olga') =>
    insertDocuments(
      server.services.db,
      await ownerId(server.services.db, username),
      Array.from({ length: count }, (_, index) => ({ name: `${index + 1}.pdf`, uploadedAt: index + 1 })),
    )
  return {
    server,
    bearer,
    other,
    seed,
    apply: (body: BodyOf<typeof applyTagsCall>, token = bearer) =>
      succeed(server, applyTagsCall, { bearer: token, body }),
    refused: (body: object, token = bearer) =>
      refuse(server, applyTagsCall, { bearer: token, body: body as { add: string[] } }),
    tags: async (token = bearer) => (await succeed(server, listTagsCall, { bearer: token })).tags,
    tagsOf: async (id: number) => (await succeed(server, getFileCall, { bearer, params: { id } })).tags,
    names: async (query: Record<string, string>, token = bearer) =>
      (await succeed(server, findFilesCall, { bearer: token, query })).documents.map(
        ({ original_filename }) => original_filename,
      ),
  }
}

test('two spellings are one tag, and the first one stays', async () => {
  const { seed, apply, tags, tagsOf, names } = await start()
  const [first = 0, second = 0, third = 0] = await seed(3)
  expect(await apply({ add: ['Alquiler', 'Año 2026'], documents: [first, second] })).toEqual({
    success: true,
    changed: 2,
  })
  expect(await apply({ add: ['  ALQUILÉR '], documents: [second, third] })).toMatchObject({ changed: 1 })
  expect(await tags()).toMatchObject([
    { name: 'Alquiler', documents: 3, templates: 0 },
    { name: 'Año 2026', documents: 2, templates: 0 },
  ])
  expect(await tagsOf(first)).toEqual(['Alquiler', 'Año 2026'])
  expect(await names({ tag: 'alquiler' })).toEqual(['3.pdf', '2.pdf', '1.pdf'])
  expect(await names({ tag: 'ano 2026', sort: 'name' })).toEqual(['1.pdf', '2.pdf'])
})

test('a document without tags has no such property, and the specified list stays as it was', async () => {
  const { server, bearer, seed, apply } = await start()
  const [first = 0] = await seed(2)
  await apply({ add: ['Alquiler'], documents: [first] })
  const all = await succeed(server, listFilesCall, { bearer })
  expect(all.map(({ tags }) => tags)).toEqual([undefined, ['Alquiler']])
  expect(all[0]).not.toHaveProperty('archived_at')
})

test('one call adds and removes, and says how many changed', async () => {
  const { seed, apply, tagsOf } = await start()
  const [first = 0, second = 0] = await seed(2)
  await apply({ add: ['uno', 'dos'], documents: [first] })
  expect(await apply({ add: ['tres'], remove: ['dos', 'nunca'], documents: [first, second] })).toMatchObject({
    changed: 2,
  })
  expect(await tagsOf(first)).toEqual(['tres', 'uno'])
  expect(await tagsOf(second)).toEqual(['tres'])
  expect(await apply({ add: ['tres'], documents: [first, second] })).toMatchObject({ changed: 0 })
})

test('the pages of a tag follow each other in every order', async () => {
  const { server, bearer, seed, apply } = await start()
  const ids = await seed(7)
  await apply({ add: ['Alquiler'], documents: ids.filter((_, index) => index !== 3) })
  for (const [sort, expected] of [
    ['newest', '7 6 5 3 2 1'],
    ['oldest', '1 2 3 5 6 7'],
    ['name', '1 2 3 5 6 7'],
  ] as const) {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const query = { tag: 'Alquiler', sort, limit: '2', ...(cursor === undefined ? {} : { cursor }) }
      const page = await succeed(server, findFilesCall, { bearer, query })
      found.push(...page.documents.map(({ original_filename }) => original_filename.slice(0, -4)))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(found.join(' ')).toBe(expected)
  }
})

test('a page with counts names the tags of the account', async () => {
  const { server, bearer, other, seed, apply } = await start()
  await apply({ add: ['b', 'Á'], documents: await seed(1) })
  const page = (token: string, query: Record<string, string>) =>
    succeed(server, findFilesCall, { bearer: token, query })
  expect((await page(bearer, { counts: 'true' })).tags).toEqual(['Á', 'b'])
  expect((await page(other, { counts: 'true' })).tags).toEqual([])
  expect((await page(bearer, { limit: '1' })).tags).toBeUndefined()
})

describe('attacks', () => {
  test('one document or template of another account: nothing happens, not even a new tag', async () => {
    const { server, bearer, other, seed, refused, tags, tagsOf } = await start()
    const [own = 0] = await seed(1)
    const [theirs = 0] = await seed(1, 'pedro')
    const template = await makeTemplate(server, other)
    for (const ids of [
      { documents: [own, theirs] },
      { documents: [own, 1] },
      { documents: [own], templates: [template.id] },
      { documents: [template.id] },
    ])
      expect(await refused({ add: ['Alquiler'], ...ids })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await tags()).toEqual([])
    expect(await tagsOf(own)).toBeUndefined()
    expect((await succeed(server, getFileCall, { bearer: other, params: { id: theirs } })).tags).toBeUndefined()
    expect(await succeed(server, listTemplatesCall, { bearer })).toEqual({ templates: [] })
  })

  test('a tag of another account cannot be used, renamed, deleted or listed', async () => {
    const { server, bearer, other, seed, apply, tags, names, tagsOf } = await start()
    const [own = 0] = await seed(1)
    const theirs = await seed(1, 'pedro')
    await apply({ add: ['Secreto'], documents: theirs }, other)
    const [tag] = await tags(other)
    const params = { id: tag?.id ?? 0 }
    expect(await names({ tag: 'Secreto' })).toEqual([])
    expect(await tags()).toEqual([])
    const renaming = { bearer, params, body: { name: 'Mío' } }
    expect(await refuse(server, renameTagCall, renaming)).toMatchObject({ status: 404 })
    expect(await refuse(server, deleteTagCall, { bearer, params })).toMatchObject({ status: 404 })
    await apply({ remove: ['Secreto'], documents: [own] })
    await apply({ add: ['Secreto'], documents: [own] })
    expect(await tags(other)).toEqual([{ ...tag, documents: 1 }])
    expect(await tagsOf(own)).toEqual(['Secreto'])
    expect((await tags())[0]?.id).not.toBe(tag?.id)
  })

  test.each([
    ['101 documents', { add: ['a'], documents: Array.from({ length: 101 }, (_, index) => index + 1) }],
    [
      '60 documents and 41 templates',
      {
        add: ['a'],
        documents: Array.from({ length: 60 }, (_, index) => index + 1),
        templates: Array.from({ length: 41 }, (_, index) => index + 1),
      },
    ],
    ['no document', { add: ['a'] }],
    ['no tag', { documents: [1] }],
    ['21 tags', { add: Array.from({ length: 21 }, (_, index) => `${index}`), documents: [1] }],
    ['one tag to add and to remove', { add: ['Año'], remove: ['ano'], documents: [1] }],
    ['an empty name', { add: ['  '], documents: [1] }],
    ['a name of one accent', { add: ['\u0301'], documents: [1] }],
    ['a long name', { add: ['a'.repeat(41)], documents: [1] }],
    ['two lines', { add: ['a\nb'], documents: [1] }],
    ['a tab', { add: ['a\tb'], documents: [1] }],
    ['a control character', { add: ['a\u0007'], documents: [1] }],
    ['a mark that turns the text around', { add: ['a\u202eb'], documents: [1] }],
    ['an isolate', { add: ['\u2066a'], documents: [1] }],
    ['a space without width', { add: ['a\u200bb'], documents: [1] }],
    ['a filler', { add: ['\u3164'], documents: [1] }],
  ])('%s is refused before anything is read', async (_, body) => {
    const { refused, tags } = await start()
    expect(await refused(body)).toMatchObject({ status: 400, code: 'VALIDATION' })
    expect(await tags()).toEqual([])
  })

  test('the same tag or document twice in one call counts once', async () => {
    const { seed, apply, tags, tagsOf } = await start()
    const [first = 0] = await seed(1)
    expect(await apply({ add: ['Año', 'ano', 'AÑO'], documents: [first, first] })).toMatchObject({ changed: 1 })
    expect(await tagsOf(first)).toEqual(['Año'])
    expect(await tags()).toMatchObject([{ name: 'Año', documents: 1 }])
  })

  test('a working copy of a template cannot be tagged', async () => {
    const { server, seed, refused } = await start()
    const [copy = 0] = await seed(1)
    await server.services.db.updateTable('documents').set({ edits_template: 1 }).where('id', '=', copy).execute()
    expect(await refused({ add: ['a'], documents: [copy] })).toMatchObject({ status: 404 })
  })

  test('a program needs the scopes for documents, and templates:use for templates', async () => {
    const { server, bearer, seed, apply, refused, tags } = await start()
    const [first = 0] = await seed(1)
    const { id } = await makeTemplate(server, bearer)
    const tokenWith = async (...scopes: ('documents:read' | 'documents:write' | 'templates:use')[]) =>
      (await createApiClient(server, bearer, { scopes })).token
    const body = { add: ['Alquiler'], documents: [first] }
    expect(await refused(body, await tokenWith('documents:read'))).toMatchObject({ status: 403 })
    const writer = await tokenWith('documents:write')
    expect(await refused({ ...body, templates: [id] }, writer)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(await tags()).toEqual([])
    await apply(body, writer)
    expect(await refuse(server, listTagsCall, { bearer: writer })).toMatchObject({ status: 403 })
    await apply({ ...body, templates: [id] }, await tokenWith('documents:write', 'templates:use'))
    expect(await tags(await tokenWith('documents:read'))).toMatchObject([{ documents: 1, templates: 1 }])
  })
})

describe('limits', () => {
  test('an account has at most 100 tags, and a document at most 20', async () => {
    const { seed, apply, refused, tags, tagsOf } = await start()
    const ids = await seed(6)
    const named = (from: number, count: number) => Array.from({ length: count }, (_, index) => `t${from + index}`)
    for (const part of [0, 1, 2, 3, 4]) await apply({ add: named(part * 20, 20), documents: [ids[part] ?? 0] })
    expect(await refused({ add: ['una más'], documents: [ids[5] ?? 0] })).toMatchObject({
      status: 409,
      code: 'TAGS_FULL',
    })
    expect(await refused({ add: ['t99'], documents: [ids[5] ?? 0, ids[0] ?? 0] })).toMatchObject({
      status: 409,
      code: 'TAGS_EACH_FULL',
    })
    expect(await tagsOf(ids[5] ?? 0)).toBeUndefined()
    await apply({ add: ['t99'], remove: ['t0'], documents: [ids[0] ?? 0] })
    expect(await tags()).toHaveLength(100)
  })

  test('calls at the same instant create each tag once, and no more than 100', async () => {
    const { server, bearer, seed, apply, tags } = await start()
    const ids = await seed(8)
    const named = (from: number, count: number) => Array.from({ length: count }, (_, index) => `t${from + index}`)
    for (const part of [0, 1, 2, 3]) await apply({ add: named(part * 20, 20), documents: [ids[part] ?? 0] })
    await apply({ add: named(80, 18), documents: [ids[4] ?? 0] })
    const body = (name: string, id: number | undefined) => ({ add: [name], documents: [id ?? 0] })
    const answers = await Promise.all(
      ['x', 'X', 'y', 'z'].map((name, index) =>
        server.app.inject({
          method: 'POST',
          url: applyTagsCall.path,
          headers: { authorization: `Bearer ${bearer}` },
          payload: body(name, ids[5 + (index % 3)]),
        }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 409])
    expect(await tags()).toHaveLength(100)
  })
})

test('a tag gets another name, not that of another tag; deleting it leaves the documents', async () => {
  const { server, bearer, seed, apply, tags, tagsOf } = await start()
  const [first = 0] = await seed(1)
  await apply({ add: ['Alquiler', 'Venta'], documents: [first] })
  const [rent, sale] = await tags()
  const rename = (name: string) => ({ bearer, params: { id: rent?.id ?? 0 }, body: { name } })
  expect(await refuse(server, renameTagCall, rename('VENTA'))).toMatchObject({ status: 409, code: 'TAG_EXISTS' })
  expect(await refuse(server, renameTagCall, rename('a\u202e'))).toMatchObject({ status: 400 })
  expect(await succeed(server, renameTagCall, rename('ALQUILER'))).toEqual({ ...rent, name: 'ALQUILER' })
  expect(await tagsOf(first)).toEqual(['ALQUILER', 'Venta'])
  expect(await succeed(server, deleteTagCall, { bearer, params: { id: sale?.id ?? 0 } })).toEqual({ success: true })
  expect(await tagsOf(first)).toEqual(['ALQUILER'])
})

describe('templates', () => {
  test('documents of a template and its copies get its tags, also from a bulk job', async () => {
    const { server, bearer, apply, tags, names } = await start()
    const template = await makeTemplate(server, bearer)
    await apply({ add: ['Alquiler', '2026'], templates: [template.id] })
    const { templates } = await succeed(server, listTemplatesCall, { bearer })
    expect(templates[0]?.tags).toEqual(['2026', 'Alquiler'])
    const copy = await succeed(server, duplicateTemplateCall, { bearer, params: { id: template.id }, body: {} })
    expect(copy.tags).toEqual(['2026', 'Alquiler'])
    await begin(server, bearer, template, { file: csvOf(2) })
    await sendRows(server)
    expect(await names({ tag: 'alquiler' })).toHaveLength(2)
    expect(await tags()).toMatchObject([
      { documents: 2, templates: 2 },
      { documents: 2, templates: 2 },
    ])
    await succeed(server, deleteTemplateCall, { bearer, params: { id: template.id } })
    expect((await tags())[0]).toMatchObject({ documents: 2, templates: 1 })
  })
})

describe('deleting', () => {
  test('a deleted document leaves its tags at once, and is erased', async () => {
    const { server, bearer, apply, tags } = await start()
    const { id } = await uploadDocument(server, bearer)
    await apply({ add: ['Alquiler'], documents: [id] })
    await succeed(server, deleteFileCall, { bearer, params: { id } })
    expect(await tags()).toMatchObject([{ name: 'Alquiler', documents: 0 }])
    server.clock.advance(RETENTION)
    await server.retention.tick()
    expect(await server.services.db.selectFrom('documents').select('id').execute()).toEqual([])
  })

  test('with the account, its tags go at once; those of others stay', async () => {
    const { server, bearer, other, seed, apply, tags } = await start()
    await apply({ add: ['Suya'], documents: await seed(1, 'pedro') }, other)
    const { id } = await makeTemplate(server, bearer)
    await apply({ add: ['Alquiler'], documents: await seed(1), templates: [id] })
    const body = { username: 'olga', proof: await prove(server, bearer) }
    await succeed(server, deleteAccountCall, { bearer, body })
    const rows = (table: 'tags' | 'document_tags' | 'template_tags') =>
      server.services.db.selectFrom(table).selectAll().execute()
    expect(await rows('tags')).toMatchObject([{ name: 'Suya' }])
    expect(await rows('document_tags')).toHaveLength(1)
    expect(await rows('template_tags')).toEqual([])
    expect(await tags(other)).toHaveLength(1)
  })
})
