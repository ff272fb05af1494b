import type { SendingDocument } from 'shared/http/deferred'
import { isSealing, movedIds, sendingDocumentState, withoutFields } from './document-state.ts'

const document = (over: Partial<SendingDocument> = {}): SendingDocument => ({
  id: 3,
  original_filename: 'Contrato.pdf',
  status: 'UPLOADED',
  is_signed: false,
  fields_total: 2,
  fields_signed: 0,
  seal_failed: false,
  ...over,
})

test.each([
  [{ fields_signed: 1 }, 'neutral', '1 de 2 firmas'],
  [{ fields_total: 1 }, 'neutral', '0 de 1 firma'],
  [{ fields_total: 0 }, 'warning', 'Sin campos'],
  [{ is_signed: true, fields_signed: 2 }, 'info', 'Cerrando…'],
  [{ is_signed: true, fields_signed: 2, seal_failed: true }, 'error', 'No se pudo cerrar'],
  [{ is_signed: true, status: 'COMPLETED' as const }, 'success', 'Completo'],
  [{ status: 'CANCELLED' as const, fields_total: 0 }, 'neutral', 'Cancelado'],
])('a document with %o is said to be «%s %s»', (over, tone, text) => {
  expect(sendingDocumentState(document(over))).toEqual({ tone, text })
})

test('only a signed document without a seal and without a failure is being sealed', () => {
  expect(isSealing(document({ is_signed: true }))).toBe(true)
  for (const over of [{}, { is_signed: true, seal_failed: true }, { is_signed: true, status: 'COMPLETED' as const }])
    expect(isSealing(document(over))).toBe(false)
})

test('a cancelled document without a field keeps nothing from leaving', () => {
  const [empty, cancelled] = [document({ id: 4, fields_total: 0 }), document({ fields_total: 0, status: 'CANCELLED' })]
  expect(withoutFields([document(), empty, cancelled])).toEqual([empty])
})

test('a document changes places with its neighbour and stays at an end', () => {
  expect(movedIds([1, 2, 3], 2, -1)).toEqual([2, 1, 3])
  expect(movedIds([1, 2, 3], 2, 1)).toEqual([1, 3, 2])
  expect(movedIds([1, 2, 3], 1, -1)).toEqual([1, 2, 3])
  expect(movedIds([1, 2, 3], 3, 1)).toEqual([1, 2, 3])
  expect(movedIds([1, 2, 3], 9, 1)).toEqual([1, 2, 3])
})
