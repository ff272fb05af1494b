import { removedText } from '../texts.ts'
import { createUndoBar } from './undo-bar.ts'

test('the bar is open from a removal until its manager hides it', () => {
  const { manager, removed } = createUndoBar()
  const seen: unknown[] = []
  removed.subscribe(() => seen.push(removed.get()))
  expect(manager.isOpen).toBe(false)
  manager.show(() => undefined, 'ink')
  expect(manager.isOpen).toBe(true)
  manager.hide()
  manager.hide()
  expect(seen).toEqual(['ink', undefined])
})

test.each([
  ['highlight', 'Resaltado eliminado'],
  ['freetext', 'Texto eliminado'],
  ['ink', 'Dibujo eliminado'],
  ['stamp', 'Imagen eliminada'],
  ['signature', 'Firma eliminada'],
  ['comment', 'Comentario eliminado'],
  ['something new', 'Anotación eliminada'],
  [1, 'Anotación eliminada'],
  [3, '3 anotaciones eliminadas'],
])('removedText(%s) is «%s»', (what, words) => {
  expect(removedText(what)).toBe(words)
})
