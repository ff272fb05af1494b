import { type FieldProgress, fieldStatusText } from './field-status.ts'

const there: FieldProgress = { fieldPage: 2, pageCount: 3, pageNumber: 2, ready: true, painted: 2 }

test.each<[string, Partial<FieldProgress>, string]>([
  ['another page is on show', { pageNumber: 1, ready: false, painted: 1 }, 'Navegando a la página 2…'],
  ['its page is being read', { ready: false, painted: 1 }, 'Navegando a la página 2…'],
  ['its page is there, its picture not yet', { painted: 1 }, 'Campo de firma visible.'],
  ['its page is painted', {}, 'Campo de firma listo para firmar.'],
  ['its page is not in the document', { fieldPage: 4, pageNumber: 1 }, 'Navegación directa no disponible'],
])('section 4: fieldStatusText describes the way to the field when %s', (_name, over, text) => {
  expect(fieldStatusText({ ...there, ...over })).toBe(text)
})
