/** @jest-environment jsdom */
import type { CommentedAnnotation, EditorComment, PdfjsEditor, PdfjsUiManager } from '../adapter/pdfjs-internals.ts'
import { createComments, sortComments } from './comments.ts'

const annotation = (id: string, str = 'Hola', pageIndex = 0, top = 100): CommentedAnnotation => ({
  id,
  pageIndex,
  rect: [0, top - 10, 10, top],
  contentsObj: { str },
  color: [255, 0, 0],
  opacity: 1,
})

interface FakeEditor {
  comment: string | EditorComment | null
}

const anEditor = (id: string, text: string | null = null) => {
  const fake: FakeEditor & Record<string, unknown> = {
    comment: text === null ? null : { text, richText: null, date: null, deleted: false, color: null, opacity: 1 },
    hasComment: text !== null,
    getData: () => annotation(id, text ?? ''),
    setCommentButtonStates: jest.fn(),
    focusCommentButton: jest.fn(),
  }
  return { fake, editor: fake as unknown as PdfjsEditor }
}

const aManager = () => {
  const calls = { deleteComment: jest.fn(), selectComment: jest.fn() }
  return { calls, manager: calls as unknown as PdfjsUiManager }
}

test('sortComments sorts comments by page and from top to bottom', () => {
  const comments = [annotation('c', 'c', 1, 700), annotation('b', 'b', 0, 100), annotation('a', 'a', 0, 700)]
  expect(sortComments(comments).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('the list fills when the sidebar opens, follows changes, and empties when the sidebar closes', () => {
  const { manager, state } = createComments()
  manager.updateComment(annotation('x'))
  expect(state.get().list).toBeUndefined()
  manager.showSidebar([annotation('a'), annotation('empty', ' ')])
  manager.updateComment(annotation('b', 'Nuevo', 1))
  manager.updateComment(annotation('a', 'Cambiado'))
  expect(state.get().list?.map(({ contentsObj }) => contentsObj.str)).toEqual(['Cambiado', 'Nuevo'])
  manager.removeComments(['a'])
  expect(state.get().list?.map(({ id }) => id)).toEqual(['b'])
  manager.hideSidebar()
  expect(state.get().list).toBeUndefined()
})

test('a hovered comment closes when the pointer leaves; a clicked comment stays until it is closed', () => {
  const { manager, state, closePopup } = createComments()
  const [one, other] = [anEditor('1', 'Uno').editor, anEditor('2', 'Dos').editor]
  manager.toggleCommentPopup(one, false, true)
  expect(state.get().popup).toMatchObject({ editor: one, pinned: false })
  manager.toggleCommentPopup(one, false, false)
  expect(state.get().popup).toBeUndefined()
  manager.toggleCommentPopup(one, true)
  manager.toggleCommentPopup(other, false, true)
  expect(state.get().popup).toMatchObject({ editor: one, pinned: true, color: 'rgb(255, 153, 153)' })
  expect(state.get().selected).toBe('1')
  manager.toggleCommentPopup(one, true)
  expect(state.get().popup).toBeUndefined()
  manager.toggleCommentPopup(other, true)
  closePopup()
  expect(state.get().popup).toBeUndefined()
})

test('the typed text, trimmed, becomes the comment of its annotation', () => {
  const { manager, state, write } = createComments()
  const { fake, editor } = anEditor('1')
  manager.showDialog(aManager().manager, editor, 0, 0)
  expect(state.get().request).toMatchObject({ text: '' })
  write('  Revisar esto  ')
  expect(fake.comment).toBe('Revisar esto')
  expect(state.get().request).toBeUndefined()
})

test.each(['', '   '])('writing an empty text deletes the comment: %j', (text) => {
  const { manager, write } = createComments()
  const { calls, manager: uiManager } = aManager()
  const { fake, editor } = anEditor('1', 'Estaba')
  const before = fake.comment
  manager.showDialog(uiManager, editor, 0, 0)
  write(text)
  expect(calls.deleteComment).toHaveBeenCalledWith(editor, before)
})

test('an empty text without an earlier comment deletes nothing, and cancelling changes nothing', () => {
  const { manager, write, cancel } = createComments()
  const { calls, manager: uiManager } = aManager()
  const { fake, editor } = anEditor('1')
  manager.showDialog(uiManager, editor, 0, 0)
  write('')
  manager.showDialog(uiManager, editor, 0, 0)
  cancel()
  expect(calls.deleteComment).not.toHaveBeenCalled()
  expect(fake.comment).toBeNull()
})
