import type { Locator, Page } from 'playwright/test'
import { annotations, markFirstLine, takeUp } from '../harness/annotations.ts'
import { expectAccessible } from '../harness/axe.ts'
import { annotateKept, annotateNew, test } from '../harness/desk.ts'
import { kindsIn, saveAnnotations } from '../harness/saved-annotations.ts'
import { hasTool, qpdfCheck } from '../harness/signature-checks.ts'
import { expect } from '../harness/trazo.ts'
import { boxOf } from '../harness/viewer.ts'

const aHighlight = async (page: Page, editor: Locator): Promise<Locator> => {
  await takeUp(editor, 'Resaltar')
  await markFirstLine(page, editor)
  await expect(annotations(editor, 'highlight')).toHaveCount(1)
  return annotations(editor, 'highlight')
}

const commentOn = async (page: Page, annotation: Locator, words: string): Promise<void> => {
  await annotation.click()
  await annotation.getByRole('button', { name: 'Agregar un comentario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo comentario' })
  await dialog.getByLabel('Comentario').fill(words)
  await dialog.getByRole('button', { name: 'Guardar comentario' }).click()
  await expect(dialog).toBeHidden()
}

const list = (editor: Locator): Locator => editor.getByRole('complementary', { name: 'Comentarios' })
const popup = (editor: Locator): Locator => editor.getByRole('region', { name: 'Comentario', exact: true })
const commentButton = (editor: Locator): Locator => editor.getByRole('button', { name: 'Mostrar el comentario' })

test('the comments sidebar opens with the comments tool and closes when another tool is chosen', async ({
  page,
  desk,
}) => {
  const editor = await annotateKept(page, desk)
  const text = await aHighlight(page, editor)
  await commentOn(page, text, '¿Por qué esta cláusula?')
  await expect(list(editor)).toBeHidden()
  await takeUp(editor, 'Comentarios')
  await expect(list(editor)).toBeVisible()
  await expect(list(editor).getByRole('listitem')).toContainText(['¿Por qué esta cláusula?'])
  await expect(list(editor).getByRole('listitem')).toContainText(['Página 1'])
  await expectAccessible(page)
  await list(editor).getByRole('listitem').getByRole('button').click()
  await expect(popup(editor)).toContainText('¿Por qué esta cláusula?')
  await takeUp(editor, 'Dibujar')
  await expect(list(editor)).toBeHidden()
  await expect(popup(editor)).toBeHidden()
})

test('the comment button of an annotation shows its icon', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const text = await aHighlight(page, editor)
  await text.click()
  const mask = await text
    .getByRole('button', { name: 'Agregar un comentario' })
    .evaluate((button) => getComputedStyle(button, '::before').maskImage)
  expect(mask).toContain('comment-editButton')
})

test('a comment opens in a popup of 180 by 100 px, and a button closes the popup', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const text = await aHighlight(page, editor)
  await commentOn(page, text, 'Un comentario')
  await commentButton(editor).click()
  await expect(popup(editor)).toBeVisible()
  const { width, height } = await boxOf(popup(editor))
  expect([width, height]).toEqual([180, 100])
  await expectAccessible(page)
  await popup(editor).getByRole('button', { name: 'Cerrar el comentario' }).click()
  await expect(popup(editor)).toBeHidden()
})

test('the user deletes a comment by emptying its text or by the delete button', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const text = await aHighlight(page, editor)
  const edit = async () => {
    await commentButton(editor).click()
    await popup(editor).getByRole('button', { name: 'Editar el comentario' }).click()
    return page.getByRole('dialog', { name: 'Editar comentario' })
  }
  await test.step('saving an empty text deletes the comment, and undo restores the comment', async () => {
    await commentOn(page, text, 'Efímero')
    const dialog = await edit()
    await dialog.getByLabel('Comentario').fill('  ')
    await dialog.getByRole('button', { name: 'Guardar comentario' }).click()
    await expect(commentButton(editor)).toHaveCount(0)
    await expect(editor.getByText('Comentario eliminado')).toBeVisible()
    await editor.locator('[data-undo-bar]').getByRole('button', { name: 'Deshacer' }).click()
    await expect(commentButton(editor)).toBeVisible()
  })
  await test.step('the delete button of the dialog deletes the comment', async () => {
    const dialog = await edit()
    await dialog.getByRole('button', { name: 'Eliminar comentario' }).click()
    await expect(commentButton(editor)).toHaveCount(0)
    await takeUp(editor, 'Comentarios')
    await expect(list(editor)).toContainText('Todavía no hay comentarios.')
  })
})

test('comments have the colour of their annotation, and saved comments remain in the list', async ({ page, desk }) => {
  const { api, file, editor } = await annotateNew(page, desk, 'comentarios-guardados')
  const original = await api.download(file)
  await commentOn(page, await aHighlight(page, editor), 'Muy importante')
  await saveAnnotations(page, editor)
  const stored = await api.download(file)
  expect(kindsIn(stored.subarray(original.length)).sort()).toEqual(['Highlight', 'Popup'])
  if (hasTool('qpdf')) expect(qpdfCheck(stored)).toBeUndefined()
  await takeUp(editor, 'Comentarios')
  await expect(list(editor).getByRole('listitem')).toContainText(['Muy importante'])
  await list(editor).getByRole('listitem').getByRole('button').click()
  await expect(popup(editor)).toContainText('Muy importante')
  // The marker's yellow, lightened for contrast.
  await expect(popup(editor)).toHaveCSS('background-color', 'rgb(255, 255, 214)')
})

test('on a phone, the comments open in a sheet as wide as the screen', async ({ page, desk }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { editor } = await annotateNew(page, desk, 'comentarios-telefono')
  const text = await aHighlight(page, editor)
  await commentOn(page, text, 'Desde el teléfono')
  await takeUp(editor, 'Comentarios')
  const { x, width } = await boxOf(list(editor))
  expect([x, width]).toEqual([0, 390])
  await expect(editor.getByRole('button', { name: /opciones$/ })).toHaveCount(0)
  await expectAccessible(page)
})
