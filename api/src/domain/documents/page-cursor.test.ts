import fc from 'fast-check'
import { FilesQuerySchema } from 'shared/contract'
import * as v from 'valibot'
import { ApiError } from '../../platform/http/api-error.ts'
import { readCursor, writeCursor } from './page-cursor.ts'

const list = { ownerId: 1, sort: 'name' }
const key = v.string()
const idArbitrary = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

test('a cursor decodes to the name and id that it encodes, and is safe in a URL', () => {
  const names = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(names, idArbitrary, (name, id) => {
      const cursor = writeCursor(list, { key: name, id })
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(readCursor(list, key, v.parse(FilesQuerySchema, { cursor }).cursor ?? '')).toEqual({ key: name, id })
    }),
  )
})

test('readCursor rejects damaged and forged cursors and cursors of another list', () => {
  const cursor = writeCursor(list, { key: 'a.pdf', id: 7 })
  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const [print] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const damaged = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json().map((text) => Buffer.from(text).toString('base64url')),
    fc.integer({ min: 0, max: cursor.length - 4 }).map((length) => cursor.slice(0, length)),
    fc.constant(writeCursor({ ...list, ownerId: 2 }, { key: 'a.pdf', id: 7 })),
    fc.constantFrom([print, 1, 7], [print, 'a.pdf', 0], [print, 'a.pdf', 1.5], [print, 'a.pdf'], { print }).map(forged),
  )
  fc.assert(
    fc.property(damaged, (text) => {
      expect(() => readCursor(list, key, text)).toThrow(ApiError)
      expect(() => readCursor(list, key, text)).toThrow(/^La lista no puede continuar desde aquí/)
    }),
  )
})
