import { deleteFieldCall, deleteFileCall, findFilesCall, getFileCall, listFilesCall } from 'shared/contract'
import { type DocumentSeed, insertDocuments, ownerId } from '../../../test/support/documents.ts'
import { inviteSigner, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'

const start = async (seeds: readonly DocumentSeed[] = []) => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const owner = await ownerId(server.services.db, 'olga')
  const ids = await insertDocuments(server.services.db, owner, seeds)
  return { server, bearer, owner, ids }
}

const names = async (server: TestServer, bearer: string, query: Record<string, string>) =>
  (await succeed(server, findFilesCall, { bearer, query })).documents.map(({ original_filename }) => original_filename)

const seed = (name: string, uploadedAt: number, more: Partial<DocumentSeed> = {}): DocumentSeed => ({
  name,
  uploadedAt,
  ...more,
})

const startOnce = (seeds: readonly DocumentSeed[]) => {
  let started: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    started = await start(seeds)
  })
  afterAll(closeTestServers)
  return () => started
}

describe('listing documents without parameters', () => {
  afterEach(closeTestServers)

  test('the API returns all 33,001 documents as an array, newest first', async () => {
    const count = 33_000
    const seeds = Array.from({ length: count }, (_, index) => seed(`${index}.pdf`, index))
    const { server, bearer, owner } = await start(seeds)
    const [newest] = await insertDocuments(server.services.db, owner, [
      seed('última.pdf', count, { signers: ['Ana', 'Beto'] }),
    ])
    const listed = await succeed(server, listFilesCall, { bearer })
    expect(listed).toHaveLength(count + 1)
    expect(listed[0]).toMatchObject({ id: newest, signers: [{ name: 'Ana' }, { name: 'Beto' }] })
    expect(listed.slice(1).map(({ original_filename }) => original_filename)).toEqual(
      seeds.map(({ name }) => name).reverse(),
    )
  })

  test('the list of another account does not contain the documents', async () => {
    const { server } = await start([seed('a.pdf', 1)])
    const { access_token: bearer } = await registerPerson(server, 'pedro')
    expect(await succeed(server, listFilesCall, { bearer })).toEqual([])
    expect(await succeed(server, findFilesCall, { bearer, query: { limit: '5' } })).toEqual({
      documents: [],
      next_cursor: null,
    })
  })
})

describe('pages of the document list', () => {
  afterEach(closeTestServers)

  test('a request with a parameter returns a page of 24 documents, and its cursor returns the rest', async () => {
    const { server, bearer } = await start(Array.from({ length: 30 }, (_, index) => seed(`${index}.pdf`, index)))
    const first = await succeed(server, findFilesCall, { bearer, query: { sort: 'oldest' } })
    expect(first.documents).toHaveLength(24)
    const rest = { sort: 'oldest', cursor: first.next_cursor ?? '' }
    const second = await succeed(server, findFilesCall, { bearer, query: rest })
    expect(second.documents.map(({ original_filename }) => original_filename)).toEqual(
      [24, 25, 26, 27, 28, 29].map((index) => `${index}.pdf`),
    )
    expect(second.next_cursor).toBeNull()
  })

  test('the last page has no cursor, even when the page is full', async () => {
    const { server, bearer } = await start([seed('a.pdf', 1), seed('b.pdf', 2)])
    expect(await succeed(server, findFilesCall, { bearer, query: { limit: '2' } })).toMatchObject({ next_cursor: null })
    expect(await succeed(server, findFilesCall, { bearer, query: { limit: '1' } })).toMatchObject({
      next_cursor: expect.any(String),
    })
  })

  test('a cursor continues after a document with the longest possible name', async () => {
    const { server, bearer } = await start([seed(`${'각'.repeat(200)}.pdf`, 1), seed(`${'각'.repeat(201)}.pdf`, 2)])
    const first = await succeed(server, findFilesCall, { bearer, query: { limit: '1', sort: 'name' } })
    const query = { limit: '1', sort: 'name', cursor: first.next_cursor ?? '' }
    expect(await names(server, bearer, query)).toEqual([`${'각'.repeat(201)}.pdf`])
  })

  test('the API refuses a damaged cursor and the cursor of another account', async () => {
    const { server, bearer } = await start([seed('a.pdf', 1), seed('b.pdf', 2)])
    const { access_token: other } = await registerPerson(server, 'pedro')
    const { next_cursor } = await succeed(server, findFilesCall, { bearer, query: { limit: '1' } })
    const cursor = next_cursor ?? ''
    const refused = (who: string, text: string) =>
      refuse(server, findFilesCall, { bearer: who, query: { cursor: text } })
    expect(await refused(other, cursor)).toMatchObject({ code: 'VALIDATION' })
    for (const damaged of ['', 'x', cursor.slice(1), cursor.slice(0, -4), Buffer.from('[]').toString('base64url')])
      expect(await refused(bearer, damaged)).toMatchObject({ code: 'VALIDATION', message: /^La lista no puede/ })
  })
})

describe('cursors and parameters of a list of two documents', () => {
  const shared = startOnce([seed('a.pdf', 1), seed('b.pdf', 2)])

  test.each([
    ['another order', { sort: 'oldest' }],
    ['another filter', { status: 'UPLOADED' }],
    ['signed ones', { signed: 'true' }],
    ['other words', { q: 'b' }],
  ])('the API refuses a cursor with a query for %s', async (_, other) => {
    const { server, bearer } = shared()
    const { next_cursor } = await succeed(server, findFilesCall, { bearer, query: { limit: '1' } })
    const cursor = next_cursor ?? ''
    expect(await names(server, bearer, { limit: '1', cursor })).toEqual(['a.pdf'])
    expect(await refuse(server, findFilesCall, { bearer, query: { limit: '1', cursor, ...other } })).toMatchObject({
      status: 400,
      code: 'VALIDATION',
      message: 'La lista no puede continuar desde aquí. Vuelve a cargarla desde el principio.',
      fields: { cursor: expect.any(String) },
    })
  })

  test.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'x'],
    ['sort', 'size'],
    ['status', 'NUEVO'],
    ['signed', 'no'],
  ])('the API refuses the parameter %s=%s', async (name, value) => {
    const { server, bearer } = shared()
    expect(await refuse(server, findFilesCall, { bearer, query: { [name]: value } })).toMatchObject({
      status: 400,
      message: 'Este dato no tiene la forma esperada.',
    })
  })
})

describe('searching documents by words', () => {
  const seeds = [
    seed('Contrato de Alquiler_Núñez.pdf', 1, { description: 'Casa en Heredia', notes: 'al 100% 50_50 C:\\datos' }),
    seed('Acta.pdf', 2, { description: 'Asamblea de año nuevo', signers: ['María José Núñez'] }),
    seed('Poder.pdf', 3, { description: 'poder\u0000oculto' }),
  ]
  const shared = startOnce(seeds)

  test.each([
    ['contrato', ['Contrato de Alquiler_Núñez.pdf']],
    ['NUNEZ', ['Acta.pdf', 'Contrato de Alquiler_Núñez.pdf']],
    ['  núñez   acta ', ['Acta.pdf']],
    ['jose asamblea', ['Acta.pdf']],
    ['ano', ['Acta.pdf']],
    ['quil hered', ['Contrato de Alquiler_Núñez.pdf']],
    ['alquiler_nunez', ['Contrato de Alquiler_Núñez.pdf']],
    ['100%', ['Contrato de Alquiler_Núñez.pdf']],
    ['c:\\d', ['Contrato de Alquiler_Núñez.pdf']],
    ['oculto', ['Poder.pdf']],
    ['%', ['Contrato de Alquiler_Núñez.pdf']],
    ['a%a', []],
    ['\\', ['Contrato de Alquiler_Núñez.pdf']],
    ["' or 1=1 --", []],
    ['contrato acta', []],
    ['pdfcasa', []],
    ['', ['Poder.pdf', 'Acta.pdf', 'Contrato de Alquiler_Núñez.pdf']],
    [' ', ['Poder.pdf', 'Acta.pdf', 'Contrato de Alquiler_Núñez.pdf']],
  ])('the query %p finds %p', async (q, found) => {
    const { server, bearer } = shared()
    expect(await names(server, bearer, { q })).toEqual(found)
  })
})

describe('searching and filtering documents', () => {
  afterEach(closeTestServers)

  test('the search finds a document by a signer’s name while the signer’s field exists', async () => {
    const { server, bearer } = await start()
    const document = await uploadDocument(server, bearer)
    expect(await names(server, bearer, { q: 'íñigo' })).toEqual([])
    const field = await placeField(server, bearer, document.id, { signer_name: 'Íñigo Peña' })
    await placeField(server, bearer, document.id, { signer_name: 'Ana Rojas' })
    expect(await names(server, bearer, { q: 'pena inigo contrato' })).toEqual(['Contrato.pdf'])
    await succeed(server, deleteFieldCall, { bearer, params: { id: field.id } })
    expect(await names(server, bearer, { q: 'inigo' })).toEqual([])
    expect(await names(server, bearer, { q: 'rojas' })).toEqual(['Contrato.pdf'])
  })

  test('the list filters by status and signature, and sorts by name and date', async () => {
    const { server, bearer } = await start([
      seed('ñame.pdf', 1, { status: 'COMPLETED', completedAt: 5 }),
      seed('Zorro.pdf', 2, { status: 'PROCESSING' }),
      seed('nata.pdf', 3, { status: 'COMPLETED', completedAt: 6 }),
      seed('árbol.pdf', 4),
    ])
    expect(await names(server, bearer, { sort: 'name' })).toEqual(['árbol.pdf', 'ñame.pdf', 'nata.pdf', 'Zorro.pdf'])
    expect(await names(server, bearer, { sort: 'oldest', limit: '2' })).toEqual(['ñame.pdf', 'Zorro.pdf'])
    expect(await names(server, bearer, { status: 'PROCESSING' })).toEqual(['Zorro.pdf'])
    expect(await names(server, bearer, { signed: 'true' })).toEqual(['nata.pdf', 'ñame.pdf'])
    expect(await names(server, bearer, { signed: 'true', status: 'UPLOADED' })).toEqual([])
    expect(await names(server, bearer, { signed: 'true', q: 'ame' })).toEqual(['ñame.pdf'])
  })
})

describe('reading one document', () => {
  afterEach(closeTestServers)

  test('the API returns the same data as the list, with signers in field order and invitation times', async () => {
    const { server, bearer, owner } = await start()
    const document = await uploadDocument(server, bearer)
    const ana = await placeField(server, bearer, document.id, { signer_name: 'Ana' })
    await placeField(server, bearer, document.id, { signer_name: 'Beto', signer_email: 'beto@example.com' })
    server.clock.advance(1000)
    await inviteSigner(server, bearer, ana)
    const params = { id: document.id }
    const shown = await succeed(server, getFileCall, { bearer, params })
    expect(shown).toMatchObject({
      id: document.id,
      fields_total: 2,
      fields_signed: 0,
      signers: [
        { field_id: ana.id, name: 'Ana', invited_at: new Date(server.clock.now()).toISOString(), signed_at: null },
        { name: 'Beto', invited_at: null, signed_at: null },
      ],
      revision: 1,
      foreign_signatures: 0,
      rewritten: null,
      cancelled: null,
    })
    expect(await succeed(server, listFilesCall, { bearer })).toEqual([shown])
    expect((await succeed(server, findFilesCall, { bearer, query: { q: 'beto' } })).documents).toEqual([shown])
    expect(owner).not.toBe(document.id)
  })

  test('two spellings of a person are one; two names at one address, or two addresses, are two', async () => {
    const { server, bearer } = await start()
    const { id } = await uploadDocument(server, bearer)
    for (const [signer_name, signer_email] of [
      ['Ana Mora', 'ana@example.com'],
      ['Ana Mora', 'mora@example.com'],
      ['ANA  Mora', 'ANA@example.com'],
      ['Luis Mora', 'ana@example.com'],
    ] as const)
      await placeField(server, bearer, id, { signer_name, signer_email })
    const { signers } = await succeed(server, getFileCall, { bearer, params: { id } })
    expect(signers.map(({ name, person }) => [name, person])).toEqual([
      ['Ana Mora', 0],
      ['Ana Mora', 1],
      ['Ana Mora', 0],
      ['Luis Mora', 2],
    ])
  })

  test('the API answers NOT_FOUND to other accounts, and to the owner after deletion', async () => {
    const { server, bearer } = await start()
    const { access_token: other } = await registerPerson(server, 'pedro')
    const params = { id: (await uploadDocument(server, bearer)).id }
    expect(await refuse(server, getFileCall, { bearer: other, params })).toMatchObject({ code: 'NOT_FOUND' })
    await succeed(server, deleteFileCall, { bearer, params })
    expect(await refuse(server, getFileCall, { bearer, params })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await names(server, bearer, { q: 'contrato' })).toEqual([])
  })
})
