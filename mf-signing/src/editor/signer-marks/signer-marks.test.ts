import fc from 'fast-check'
import { guestColours, ownerColour } from './palette.ts'
import { type MarkedSigner, nextMarks, noMarks } from './signer-marks.ts'

const signer = (name: string, key = name, isOwner = false): MarkedSigner => ({ key, name, isOwner })
const initials = (...names: readonly string[]) =>
  [
    ...nextMarks(
      noMarks,
      names.map((name, index) => signer(name, String(index))),
    ).values(),
  ].map((mark) => mark.initials)

test.each<[readonly string[], readonly string[]]>([
  [['Ana Mora'], ['AM']],
  [['ana'], ['A']],
  [['María de los Ángeles Solís'], ['MÁ']],
  [
    ['Ana Mora', 'Alba Méndez', 'Abel Monge'],
    ['AM', 'AM2', 'AM3'],
  ],
  [['García-Lorca y Vega'], ['GL']],
  [
    ['😀', '', '3M'],
    ['😀', '?', '3'],
  ],
])('the initials of %p are %p', (names, expected) => {
  expect(initials(...names)).toEqual(expected)
})

test('initials are unlike each other and never empty', () => {
  const name = fc.oneof(fc.constantFrom('Ana Mora', 'Alba M.', 'A', 'A2', ''), fc.string())
  fc.assert(
    fc.property(fc.array(name, { maxLength: 30 }), (all) => {
      const given = initials(...all)
      expect(new Set(given).size).toBe(all.length)
      for (const one of given) expect(one).not.toBe('')
    }),
  )
})

test('the owner has the accent, and the first six guests have six other colours', () => {
  const signers = [signer('Luis', 'owner', true), ...[...'abcdefgh'].map((key) => signer(key))]
  const light = [...nextMarks(noMarks, signers).values()].map((mark) => mark.light)
  expect(light[0]).toBe(ownerColour.light)
  expect(light.slice(1, 7)).toEqual(guestColours.map((colour) => colour.light))
  expect(light.slice(7)).toEqual(guestColours.slice(0, 2).map((colour) => colour.light))
})

test('another name gets other initials and keeps the colour', () => {
  const [ana, luz] = [signer('Ana Mora', 'a'), signer('Luz', 'b')]
  const before = nextMarks(noMarks, [ana, luz])
  const after = nextMarks(before, [ana, signer('Eva Solís', 'b')])
  expect(after.get('b')).toEqual({ ...before.get('b'), name: 'Eva Solís', initials: 'ES' })
  expect(after.get('a')).toBe(before.get('a'))
})

const guests = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 })
const coming = fc.array(guests, { minLength: 1, maxLength: 6 })

test('a signer who stays keeps the mark, the order is that of the signers, and no colour is used twice before all are', () => {
  fc.assert(
    fc.property(coming, (visits) => {
      let marks = noMarks
      for (const keys of visits) {
        const next = nextMarks(
          marks,
          keys.map((key) => signer(`A${key}`, key)),
        )
        for (const key of keys) if (marks.has(key)) expect(next.get(key)).toBe(marks.get(key))
        expect([...next.keys()]).toEqual(keys)
        expect(new Set([...next.values()].map((mark) => mark.initials)).size).toBe(keys.length)
        marks = next
        expect(
          nextMarks(
            marks,
            keys.map((key) => signer(`A${key}`, key)),
          ),
        ).toBe(marks)
      }
      const [first = []] = visits
      const fresh = nextMarks(
        noMarks,
        first.map((key) => signer(key)),
      )
      const colours = new Set([...fresh.values()].map((mark) => mark.light))
      expect(colours.size).toBe(Math.min(first.length, guestColours.length))
    }),
  )
})
