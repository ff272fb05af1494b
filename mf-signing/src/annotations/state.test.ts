import { codeOfMode } from './modes.ts'
import { annotationReducer, openState } from './state.ts'

const open = openState(3, 1)

test('a document opens at its first page, in no mode, with nothing to undo or save', () => {
  expect(open).toMatchObject({ mode: 'none', page: 1, pageCount: 3, canUndo: false, modified: false, isEmpty: true })
})

test('the reducer stores the mode, flags, page, zoom and modification that pdf.js reports', () => {
  const drawn = annotationReducer(annotationReducer(open, { type: 'mode', code: codeOfMode('drawing') }), {
    type: 'flags',
    details: { hasSomethingToUndo: true, isEmpty: false, hasSelectedEditor: false, isEditing: true },
    hasSelection: true,
  })
  // The manager has the selection, the event doesn't.
  expect(drawn).toMatchObject({ mode: 'drawing', canUndo: true, canRedo: false, isEmpty: false, hasSelection: true })
  expect(annotationReducer(drawn, { type: 'page', page: 2 }).page).toBe(2)
  expect(annotationReducer(drawn, { type: 'zoom', zoom: 1.5 }).zoom).toBe(1.5)
  expect(annotationReducer(drawn, { type: 'modified', modified: true }).modified).toBe(true)
})

test('an event without a change returns the same state', () => {
  expect(annotationReducer(open, { type: 'mode', code: 102 })).toBe(open)
  expect(annotationReducer(open, { type: 'page', page: 1 })).toBe(open)
  expect(annotationReducer(open, { type: 'flags', details: null, hasSelection: false })).toBe(open)
  expect(annotationReducer(open, { type: 'flags', details: { hasSomethingToUndo: 'yes' }, hasSelection: false })).toBe(
    open,
  )
  expect(annotationReducer(open, { type: 'parameters', details: [] })).toBe(open)
})
