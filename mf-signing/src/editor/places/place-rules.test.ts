import { FIRST_PAGES, LAST_PAGES, pagesToRead } from 'pdf/places'
import { openPlaces, type PlaceOnPage } from './found-on-page.ts'
import { formFieldOf } from './place-forms.ts'
import { placeInFull, placeInShort, placeTexts } from './place-texts.ts'
import { defaultSigner, type PlaceSigner, signerOfRole } from './signer-for-role.ts'

const place: PlaceOnPage = {
  id: '2-0',
  page: 2,
  kind: 'signature',
  source: 'line',
  rect: { x: 0.2, y: 0.5, width: 0.3, height: 0.06 },
  role: 'El arrendatario',
  label: 'Firma',
  required: false,
}
const signer = (name: string, fieldCount = 0, isOwner = false): PlaceSigner => ({
  key: name,
  name,
  email: '',
  isOwner,
  fieldCount,
})

test.each([
  [1, 1],
  [60, 60],
  [61, 60],
  [300, 60],
])('of %i pages, %i are read', (count, expected) => {
  expect(pagesToRead(count)).toHaveLength(expected)
})

test('of a long document the first and the last pages are read', () => {
  const pages = pagesToRead(300)
  expect([pages[0], pages[FIRST_PAGES - 1], pages[FIRST_PAGES], pages.at(-1)]).toEqual([1, 10, 301 - LAST_PAGES, 300])
})

test.each<[string, { readonly page: number; readonly rect: PlaceOnPage['rect'] }, number]>([
  ['over it', { page: 2, rect: place.rect }, 0],
  ['over half of it', { page: 2, rect: { ...place.rect, x: 0.35 } }, 0],
  ['over a tenth of it', { page: 2, rect: { ...place.rect, x: 0.47 } }, 1],
  ['on another page', { page: 1, rect: place.rect }, 1],
])('with a field %s, openPlaces returns %#: %i', (_, field, expected) => {
  expect(openPlaces([place], new Set(), [field])).toHaveLength(expected)
})

test('a dismissed place is not open', () => {
  expect(openPlaces([place], new Set(['2-0']), [])).toEqual([])
})

test.each([
  ['El arrendatario', 'Arrendatario', true],
  ['LA ARRENDATARIA', 'Arrendatario', true],
  ['arrendatario', 'Arrendador', false],
  ['María Rojas Solano', 'María Rojas', true],
  ['Maria Rojas', 'María Rojas Solano', true],
  ['Ana Mora', 'Ana Vega', false],
  ['Testigo 1', 'Testigo 2', false],
  ['Ana', 'Ana Mora', false],
  ['…', 'Ana Mora', false],
])('the role «%s» is the signer %s: %s', (role, name, isSame) => {
  expect(signerOfRole(role, [signer(name)]) !== undefined).toBe(isSame)
})

test('without a role no signer is known', () => {
  expect(signerOfRole(undefined, [signer('Ana Mora')])).toBeUndefined()
})

test.each<[string, readonly PlaceSigner[], string | undefined]>([
  ['nobody is listed', [], undefined],
  ['only the owner', [signer('Dueña', 0, true)], 'Dueña'],
  ['another person comes first', [signer('Dueña', 0, true), signer('Ana', 2)], 'Ana'],
  ['a person without a field comes first', [signer('Ana', 1), signer('Luis', 0)], 'Luis'],
])('defaultSigner: %s', (_, signers, expected) => {
  expect(defaultSigner(signers)?.name).toBe(expected)
})

const form = { ...place, kind: 'date' as const, label: 'fecha de  entrega' }

test('a date becomes a date to fill at the same place, named like its label', () => {
  const field = formFieldOf(form, 'ana', [])
  expect(field).toMatchObject({ signer: 'ana', page: 2, rect: place.rect, label: 'Fecha de entrega', required: true })
  expect(field.rule.kind).toBe('date')
  expect(formFieldOf(form, 'ana', [field]).label).toBe('Fecha de entrega 2')
})

test.each<[Partial<typeof form>, string, boolean]>([
  [{ source: 'tag', required: false }, 'Fecha de entrega', false],
  [{ source: 'tag', required: true }, 'Fecha de entrega', true],
  [{ label: '\u202e\u0007 ' }, 'Fecha', true],
  [{ label: 'x'.repeat(200) }, `X${'x'.repeat(79)}`, true],
])('formFieldOf %j is named and required', (over, label, required) => {
  expect(formFieldOf({ ...form, ...over }, 'ana', [])).toMatchObject({ label, required })
})

test('a place is named by kind, role and page', () => {
  expect(placeInShort(place)).toBe('Firma · El arrendatario')
  expect(placeInFull({ ...place, kind: 'identification', role: undefined })).toBe('Identificación, página 2')
})

test.each([
  [1, 0, '1 campo colocado. No quedan lugares.'],
  [2, 1, '2 campos colocados. Queda 1 lugar.'],
  [1, 3, '1 campo colocado. Quedan 3 lugares.'],
])('the announcement counts %i placed and %i left', (count, left, words) => {
  expect(placeTexts.placed(count, left)).toBe(words)
})
