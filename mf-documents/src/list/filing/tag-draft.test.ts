import fc from 'fast-check'
import { tagKey } from 'shared/http/deferred'
import { changesOf, chooseTag, findTags, startDraft, type TagRow, toggleTag } from './tag-draft.ts'

const words = (rows: readonly TagRow[]) => rows.map(({ name, now }) => `${name} ${now}`)
const start = () => startDraft(['Venta', 'Alquiler', 'Año'], [{ tags: ['ALQUILER', 'Nueva'] }, { tags: ['Nueva'] }, {}])

test('a tag is on all, on some or on none of the documents', () => {
  expect(words(startDraft(['b', 'a', 'c'], [{ tags: ['a', 'b'] }, { tags: ['a'] }]))).toEqual([
    'a all',
    'b some',
    'c none',
  ])
})

test('the account spells the tag; a newer one is there too', () => {
  expect(words(start())).toEqual(['Alquiler some', 'Año none', 'Nueva some', 'Venta none'])
})

test('a mixed tag goes to all, to none and back to mixed; others go to and fro', () => {
  const marks = (key: string) => {
    let rows: readonly TagRow[] = start()
    return [1, 2, 3].map(() => {
      rows = toggleTag(rows, key)
      return rows.find((row) => row.key === key)?.now
    })
  }
  expect(marks('alquiler')).toEqual(['all', 'none', 'some'])
  expect(marks('venta')).toEqual(['all', 'none', 'all'])
})

test('a name marks the tag that has it, however it is written, or makes a new one', () => {
  expect(words(chooseTag(start(), 'ALQUILÉR'))).toContain('Alquiler all')
  expect(words(chooseTag(start(), 'Hoy'))[0]).toBe('Hoy all')
})

test('a search ignores case and accents', () => {
  expect(words(findTags(start(), 'ANO'))).toEqual(['Año none'])
  expect(findTags(start(), '')).toHaveLength(4)
})

test('only what changed is sent', () => {
  const rows = toggleTag(toggleTag(chooseTag(start(), 'Hoy'), 'nueva'), 'nueva')
  expect(changesOf(rows)).toEqual({ add: ['Hoy'], remove: ['Nueva'] })
  expect(changesOf(start())).toEqual({ add: [], remove: [] })
})

test('applied to the documents, the changes give what the boxes say', () => {
  const names = fc.subarray(['a', 'b', 'c', 'd'])
  fc.assert(
    fc.property(
      fc.array(names, { minLength: 1, maxLength: 4 }),
      fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
      (each, keys) => {
        const objects = each.map((tags) => ({ tags }))
        const rows = keys.reduce<readonly TagRow[]>(toggleTag, startDraft(['a', 'b', 'c', 'd', 'e'], objects))
        const { add, remove } = changesOf(rows)
        const after = objects.map(({ tags }) => ({
          tags: [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])],
        }))
        expect(startDraft(['a', 'b', 'c', 'd', 'e'], after).map(({ now }) => now)).toEqual(rows.map(({ now }) => now))
        expect(add.some((name) => remove.map(tagKey).includes(tagKey(name)))).toBe(false)
      },
    ),
  )
})
