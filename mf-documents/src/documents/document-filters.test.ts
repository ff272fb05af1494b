import fc from 'fast-check'
import { fileSorts } from 'shared/contract'
import {
  type DocumentFilters,
  documentGroupOf,
  isFiltered,
  type ListQuery,
  listedStates,
  listGroups,
  mayHold,
  noFilters,
  readFilters,
  tidySearch,
  toFind,
  writeFilters,
} from './document-filters.ts'

const query = (changes: Partial<ListQuery> = {}): ListQuery => ({ ...noFilters, signed: false, ...changes })

test.each<[string, DocumentFilters]>([
  ['', noFilters],
  ['tab=firmados&documento=7', noFilters],
  ['buscar=se%C3%B1al+uno', { ...noFilters, search: 'señal uno' }],
  ['buscar=++', noFilters],
  ['estado=vencido', { ...noFilters, status: 'EXPIRED' }],
  ['estado=procesando&orden=nombre', { ...noFilters, status: 'PROCESSING', sort: 'name' }],
  ['grupo=tu-firma', { ...noFilters, group: 'owner' }],
  ['grupo=archivados&etiqueta=+Alquiler+', { ...noFilters, group: 'archived', tag: 'Alquiler' }],
  ['etiqueta=++', noFilters],
  ['estado=PROCESSING&orden=name&grupo=owner', noFilters],
  ['estado=&orden=', noFilters],
])('the address ?%s sets the filters %o', (address, filters) => {
  expect(readFilters(new URLSearchParams(address))).toEqual(filters)
})

test('the address omits default filters and keeps other parameters', () => {
  const address = new URLSearchParams('tab=documentos&buscar=acta&estado=fallido&orden=antiguos&documento=7')
  expect(writeFilters(address, noFilters).toString()).toBe('tab=documentos&documento=7')
  expect(writeFilters(address, { ...noFilters, sort: 'name' }).toString()).toBe(
    'tab=documentos&orden=nombre&documento=7',
  )
})

test('filters written to the address are read back unchanged', () => {
  const filters = fc.record({
    search: fc.string({ maxLength: 250, unit: 'grapheme' }).map(tidySearch),
    status: fc.option(fc.constantFrom(...listedStates), { nil: undefined }),
    group: fc.option(fc.constantFrom(...listGroups), { nil: undefined }),
    tag: fc.string({ maxLength: 50, unit: 'grapheme' }).map((text) => tidySearch(text) || undefined),
    sort: fc.constantFrom(...fileSorts),
  })
  fc.assert(
    fc.property(filters, (asked) => {
      const address = writeFilters(new URLSearchParams('tab=documentos'), asked).toString()
      expect(readFilters(new URLSearchParams(address))).toEqual(asked)
    }),
  )
})

test('a search is cut to the maximum length that the API accepts', () => {
  expect(tidySearch(` ${'a'.repeat(199)} bc`)).toBe('a'.repeat(199))
})

test.each([
  [noFilters, false],
  [{ ...noFilters, sort: 'name' as const }, false],
  [{ ...noFilters, search: 'x' }, true],
  [{ ...noFilters, status: 'FAILED' as const }, true],
  [{ ...noFilters, group: 'others' as const }, true],
  [{ ...noFilters, tag: 'Alquiler' }, true],
])('the filters %o may hide documents: %s', (filters, hides) => {
  expect(isFiltered(filters)).toBe(hides)
})

test('the request contains only parameters that are set', () => {
  expect(toFind(query())).toEqual({ archived: 'false', sort: 'newest' })
  expect(toFind(query({ search: 'acta', status: 'FAILED', sort: 'name', signed: true }))).toEqual({
    q: 'acta',
    status: 'FAILED',
    signed: 'true',
    sort: 'name',
  })
})

test.each([
  [query(), 'UPLOADED', false, true],
  [query({ signed: true }), 'PROCESSING', false, false],
  [query({ signed: true }), 'COMPLETED', true, true],
  [query({ status: 'FAILED' }), 'UPLOADED', false, false],
  [query({ status: 'FAILED' }), 'FAILED', false, true],
  [query({ status: 'EXPIRED' }), 'PROCESSING', false, false],
  [query({ search: 'acta' }), 'UPLOADED', false, true],
] as const)(
  'the query %o may list a document with the status %s (signed: %s): %s',
  (asked, status, is_signed, holds) => {
    expect(mayHold(asked, { status, is_signed })).toBe(holds)
  },
)

test('the request filters a group by waits_for, and the completed group by signed', () => {
  expect(toFind(query({ group: 'owner' }))).toEqual({ waits_for: 'owner', archived: 'false', sort: 'newest' })
  expect(toFind(query({ group: 'completed' }))).toEqual({ signed: 'true', archived: 'false', sort: 'newest' })
})

test('the archive is a group, and the signed list has archived documents too', () => {
  expect(toFind(query({ group: 'archived', tag: 'Alquiler' }))).toEqual({
    archived: 'true',
    tag: 'Alquiler',
    sort: 'newest',
  })
  expect(toFind(query({ signed: true }))).toEqual({ signed: 'true', sort: 'newest' })
  const archived = { status: 'COMPLETED', is_signed: true, archived_at: '2026-01-31T18:00:00.000Z' } as const
  expect(documentGroupOf(archived)).toBe('archived')
  expect(
    [query(), query({ group: 'completed' }), query({ group: 'archived' }), query({ signed: true })].map((asked) =>
      mayHold(asked, archived),
    ),
  ).toEqual([false, false, true, true])
})

test.each([
  [undefined, false],
  [['Venta'], false],
  [['Venta', 'Alquiler'], true],
] as const)('a list of one tag holds documents with that tag: %j', (tags, holds) => {
  const file = { status: 'UPLOADED', is_signed: false, ...(tags && { tags: [...tags] }) } as const
  expect(mayHold(query({ tag: 'Alquiler' }), file)).toBe(holds)
})

test.each([
  [{ is_signed: false, waits_for: null }, undefined],
  [{ is_signed: false }, undefined],
  [{ is_signed: false, waits_for: 'owner' }, 'owner'],
  [{ is_signed: true, waits_for: null }, 'completed'],
] as const)('%o is in the group %s', (file, group) => {
  expect(documentGroupOf(file)).toBe(group)
  expect(mayHold(query({ group: 'owner' }), { status: 'PROCESSING', ...file })).toBe(group === 'owner')
})

test('the expired filter sends expired instead of status, and accepts only expired documents', () => {
  const asked = query({ status: 'EXPIRED' })
  expect(toFind(asked)).toMatchObject({ expired: 'true' })
  expect(toFind(asked)).not.toHaveProperty('status')
  const deadline = { date: '2026-02-03', expired: true }
  expect(mayHold(asked, { status: 'PROCESSING', is_signed: false, deadline })).toBe(true)
  expect(mayHold(asked, { status: 'PROCESSING', is_signed: false, deadline: { ...deadline, expired: false } })).toBe(
    false,
  )
})
