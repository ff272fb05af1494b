import type { Signer } from 'shared/contract'
import { personLines, signerLines, splitSignerLines } from './signer-lines.ts'

const signer = (field_id: number, name: string, changes: Partial<Signer> = {}): Signer => ({
  field_id,
  name,
  invited_at: null,
  signed_at: null,
  ...changes,
})
const day = (number: number) => `2026-02-0${number}T12:00:00.000Z`

test('each signer has one line, in the order of the fields', () => {
  const lines = signerLines([
    signer(1, 'Ana Mora', { signed_at: day(3), invited_at: day(1) }),
    signer(2, 'Luis', { invited_at: day(2) }),
    signer(3, 'ana mora ', { signed_at: day(2) }),
  ])
  expect(lines).toEqual([
    {
      kind: 'firma',
      fieldId: 1,
      name: 'Ana Mora',
      byPublicLink: false,
      signedWith: '',
      fields: 2,
      signed: 2,
      signedAt: day(3),
      invitedAt: day(1),
    },
    {
      kind: 'firma',
      fieldId: 2,
      name: 'Luis',
      byPublicLink: false,
      signedWith: '',
      fields: 1,
      signed: 0,
      signedAt: null,
      invitedAt: day(2),
    },
  ])
})

test('a signer of one of two fields is pending', () => {
  const [line] = signerLines([signer(1, 'Ana', { signed_at: day(3) }), signer(2, 'Ana', { invited_at: day(4) })])
  expect(line).toMatchObject({ fields: 2, signed: 1, signedAt: null, invitedAt: day(4) })
})

test('the person’s number decides, not the name', () => {
  const lines = signerLines([
    signer(1, 'Ana Mora', { person: 0 }),
    signer(2, 'Ana Mora', { person: 1 }),
    signer(3, 'Ana M. Mora', { person: 0 }),
  ])
  expect(lines.map(({ name, fields }) => [name, fields])).toEqual([
    ['Ana Mora', 2],
    ['Ana Mora', 1],
  ])
})

test('people without a field come after the signers, pending until they answer', () => {
  const lines = personLines({
    signers: [signer(1, 'Ana')],
    participants: [
      { id: 8, kind: 'visto_bueno', name: 'Eva', invited_at: day(1), answered_at: day(2) },
      { id: 9, kind: 'lectura', name: 'Luis', invited_at: null, answered_at: null },
    ],
  })
  expect(lines.map(({ kind, name, signed, fields, signedAt }) => [kind, name, signed, fields, signedAt])).toEqual([
    ['firma', 'Ana', 0, 1, null],
    ['visto_bueno', 'Eva', 1, 1, day(2)],
    ['lectura', 'Luis', 0, 1, null],
  ])
})

test('a document without signers has no signer lines', () => {
  expect(signerLines([])).toEqual([])
})

test.each([
  [0, 0, 0],
  [3, 3, 0],
  [4, 4, 0],
  [5, 3, 2],
  [12, 3, 9],
])('of %i signers, %i are named and %i are counted', (people, named, counted) => {
  const lines = signerLines(Array.from({ length: people }, (_, index) => signer(index + 1, `Persona ${index}`)))
  const { shown, others } = splitSignerLines(lines)
  expect([shown.length, others.length]).toEqual([named, counted])
  expect([...shown, ...others]).toEqual(lines)
})

test('a signer by public link has a separate line from another signer of the same name', () => {
  const lines = signerLines([signer(1, 'Ana Mora'), signer(2, 'Ana Mora', { signed_at: day(1), by_public_link: true })])
  expect(lines.map(({ fieldId, byPublicLink }) => [fieldId, byPublicLink])).toEqual([
    [1, false],
    [2, true],
  ])
})

test('the line of a signer lists each signing program once', () => {
  const [line] = signerLines([
    signer(1, 'Ana Mora', { signed_at: day(1), signed_with: 'con programa propio' }),
    signer(2, 'Ana Mora', { signed_at: day(1), signed_with: 'con programa propio' }),
    signer(3, 'Ana Mora', { signed_at: day(2), signed_with: 'con tarjeta' }),
  ])
  expect(line).toMatchObject({ fields: 3, signedWith: 'con programa propio, con tarjeta' })
})
