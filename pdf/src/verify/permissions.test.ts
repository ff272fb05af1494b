import type { ObjectReader } from '../syntax/object-reader.ts'
import { array, dict, name, type PdfDict, type PdfObject, string } from '../syntax/objects.ts'
import { ascii } from '../syntax/serialize.ts'
import { type ChangeKind, change } from './changes.ts'
import { judgeChanges, readPermissions } from './permissions.ts'

/** Direct objects only. */
const objects: ObjectReader = {
  resolve: (object) => object ?? null,
  get: (dictionary, key) => dictionary.entries.get(key) ?? null,
  entry: () => undefined,
}

const reference = (method: string, parameters: PdfDict): PdfObject =>
  dict({ TransformMethod: name(method), TransformParams: parameters })
const signatureWith = (...references: PdfObject[]): PdfDict => dict({ Reference: array(references) })
const fields = (...names: string[]) => array(names.map((each) => string(ascii(each))))

const certified = (level: number) => signatureWith(reference('DocMDP', dict({ P: level })))
const locking = (action: string, ...names: string[]) =>
  signatureWith(reference('FieldMDP', dict({ Action: name(action), Fields: fields(...names) })))

const judged = (signature: PdfDict, kind: ChangeKind, field = 'monto'): string => {
  const [result] = judgeChanges([change(kind, { field })], readPermissions({ objects }, signature))
  return `${result?.kind} ${result?.severity}`
}

test.each<[string, PdfDict, ChangeKind, string]>([
  ['nothing laid down: forms may be filled', dict({}), 'field-filled', 'field-filled notable'],
  ['no changes: none may', certified(1), 'field-filled', 'not-permitted suspicious'],
  ['no changes: no more signatures either', certified(1), 'signature-added', 'not-permitted suspicious'],
  ['no changes: what keeps it verifiable may', certified(1), 'validation-data', 'validation-data expected'],
  ['no changes: so may a time stamp', certified(1), 'time-stamp-added', 'time-stamp-added expected'],
  ['forms: they may be filled', certified(2), 'field-filled', 'field-filled notable'],
  ['forms: notes may not', certified(2), 'annotation-added', 'annotation-added suspicious'],
  ['notes: they may', certified(3), 'annotation-added', 'annotation-added notable'],
  ['notes: pages stay', certified(3), 'page-content', 'page-content suspicious'],
  ['a level that does not exist is the usual one', certified(9), 'field-filled', 'field-filled notable'],
  ['a locked field', locking('Include', 'monto'), 'field-filled', 'not-permitted suspicious'],
  ['a field below a locked one', locking('Include', 'mon'), 'field-filled', 'field-filled notable'],
  ['all but this one', locking('Exclude', 'monto'), 'field-filled', 'field-filled notable'],
  ['all but another', locking('Exclude', 'fecha'), 'field-filled', 'not-permitted suspicious'],
  ['all', locking('All'), 'field-filled', 'not-permitted suspicious'],
])('permissions of a signature: %s', (_, signature, kind, expected) => {
  expect(judged(signature, kind)).toBe(expected)
})

test('a lock on a field also covers the fields below it', () => {
  expect(judged(locking('Include', 'pago'), 'field-filled', 'pago.monto')).toBe('not-permitted suspicious')
})
