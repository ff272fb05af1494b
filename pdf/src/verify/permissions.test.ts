import type { ObjectReader } from '../syntax/object-reader.ts'
import { type PdfDict, type PdfObject, pdfArray, pdfDict, pdfName, pdfString } from '../syntax/objects.ts'
import { asciiBytes } from '../syntax/serialize.ts'
import { type ChangeKind, makeChange } from './changes.ts'
import { judgeChanges, readPermissions } from './permissions.ts'

/** Direct objects only. */
const objects: ObjectReader = {
  resolve: (object) => object ?? null,
  get: (dictionary, key) => dictionary.entries.get(key) ?? null,
  entry: () => undefined,
}

const reference = (method: string, parameters: PdfDict): PdfObject =>
  pdfDict({ TransformMethod: pdfName(method), TransformParams: parameters })
const signatureWith = (...references: PdfObject[]): PdfDict => pdfDict({ Reference: pdfArray(references) })
const fields = (...names: string[]) => pdfArray(names.map((each) => pdfString(asciiBytes(each))))

const certified = (level: number) => signatureWith(reference('DocMDP', pdfDict({ P: level })))
const locking = (action: string, ...names: string[]) =>
  signatureWith(reference('FieldMDP', pdfDict({ Action: pdfName(action), Fields: fields(...names) })))

const judged = (signature: PdfDict, kind: ChangeKind, field = 'monto'): string => {
  const [result] = judgeChanges(
    [makeChange(kind, { field, rect: { x: 0, y: 0, width: 0.1, height: 0.1 } })],
    readPermissions({ objects }, signature),
  )
  return `${result?.kind} ${result?.severity}`
}

test.each<[string, PdfDict, ChangeKind, string]>([
  ['without a restriction, a form field may be filled', pdfDict({}), 'field-filled', 'field-filled notable'],
  ['level 1 forbids filling a form field', certified(1), 'field-filled', 'not-permitted suspicious'],
  ['level 1 forbids another signature', certified(1), 'signature-added', 'not-permitted suspicious'],
  ['level 1 permits validation data', certified(1), 'validation-data', 'validation-data expected'],
  ['level 1 permits a time stamp', certified(1), 'time-stamp-added', 'time-stamp-added expected'],
  ['level 2 permits filling a form field', certified(2), 'field-filled', 'field-filled notable'],
  ['level 2 forbids annotations', certified(2), 'annotation-added', 'annotation-added suspicious'],
  ['level 3 permits annotations', certified(3), 'annotation-added', 'annotation-added notable'],
  ['level 3 forbids changes of page content', certified(3), 'page-content', 'page-content suspicious'],
  ['an unknown level counts as the default', certified(9), 'field-filled', 'field-filled notable'],
  ['a locked field', locking('Include', 'monto'), 'field-filled', 'not-permitted suspicious'],
  ['a field outside the locked fields', locking('Include', 'mon'), 'field-filled', 'field-filled notable'],
  ['a lock that excludes this field', locking('Exclude', 'monto'), 'field-filled', 'field-filled notable'],
  ['a lock that excludes another field', locking('Exclude', 'fecha'), 'field-filled', 'not-permitted suspicious'],
  ['a lock of all fields', locking('All'), 'field-filled', 'not-permitted suspicious'],
])('permissions of a signature: %s', (_, signature, kind, expected) => {
  expect(judged(signature, kind)).toBe(expected)
})

test('a lock on a field also covers the fields below it', () => {
  expect(judged(locking('Include', 'pago'), 'field-filled', 'pago.monto')).toBe('not-permitted suspicious')
})
