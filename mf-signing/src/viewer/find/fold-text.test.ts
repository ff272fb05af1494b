import * as fc from 'fast-check'
import type { TextItem } from '../engine/pdf-engine.ts'
import { foldPageText, foldQuery, offsetsOf, placesOf } from './fold-text.ts'

const line = (text: string, endsLine = true): TextItem => ({ text, endsLine })

const textAt = (items: readonly TextItem[], { from, to }: ReturnType<typeof placesOf>[number]): string =>
  items
    .map(({ text }, index) => {
      if (index < from.item || index > to.item) return ''
      return text.slice(index === from.item ? from.offset : 0, index === to.item ? to.offset : undefined)
    })
    .join('|')
    .replace(/^\|+|\|+$/g, '')

test.each([
  ['case and accents', [line('El señor FIRMÓ aquí')], 'firmo', ['FIRMÓ']],
  ['accents of the query', [line('pagina')], 'PÁGINA', ['pagina']],
  ['a word over two items', [line('Con', false), line('trato', false)], 'contrato', ['Con|trato']],
  ['words over two lines', [line('arrendamiento'), line('de local')], 'arrendamiento de', ['arrendamiento|de']],
  ['a divided word', [line('arrenda-'), line('miento')], 'arrendamiento', ['arrenda-|miento']],
  ['a real hyphen', [line('San José-'), line('Alajuela')], 'josé- ala', ['José-|Ala']],
  ['spaces in a row', [line('uno   dos')], ' uno  dos ', ['uno   dos']],
  ['a ligature', [line('o\ufb01cina')], 'oficina', ['o\ufb01cina']],
  ['part of a ligature: all of it', [line('o\ufb01cina')], 'of', ['o\ufb01']],
  ['letters outside the basic plane', [line('a😀b')], '😀b', ['😀b']],
  ['several places, which do not overlap', [line('aaaa')], 'aa', ['aa', 'aa']],
  ['nothing', [line('uno')], '   ', []],
  ['what is not there', [line('uno')], 'dos', []],
])('placesOf finds the query in the text of the page: %s', (_rule, items, query, expected) => {
  expect(placesOf(items, query).map((place) => textAt(items, place))).toEqual(expected)
})

test('property: every unit of the folded text has a range inside one text item', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }), endsLine: fc.boolean() })), (items) => {
      const { text, ranges } = foldPageText(items)
      expect(ranges).toHaveLength(text.length)
      for (const { from, to } of ranges) {
        expect(from.item).toBe(to.item)
        expect(to.offset).toBeLessThanOrEqual(items[from.item]?.text.length ?? -1)
      }
    }),
  )
})

test('property: text inside one item is found, whatever surrounds it', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'É', 'ñ', 'Z', ' ', '.', '9'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), fc.nat(), (texts, pick) => {
      const items = texts.map((text) => line(text))
      const item = pick % texts.length
      const query = texts[item] ?? ''
      fc.pre(foldQuery(query) !== '')
      const places = placesOf(items, query)
      expect(places.length).toBeGreaterThan(0)
      for (const place of places) {
        expect(foldQuery(textAt(items, place).replaceAll('|', ' '))).toBe(foldQuery(query))
      }
    }),
  )
})

test('property: offsetsOf returns ordered matches that do not overlap', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b') }),
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1 }),
      (text, query) => {
        const offsets = offsetsOf(text, query)
        offsets.forEach((offset, index) => {
          expect(text.startsWith(query, offset)).toBe(true)
          expect(offset - (offsets[index - 1] ?? -query.length)).toBeGreaterThanOrEqual(query.length)
        })
      },
    ),
  )
})
