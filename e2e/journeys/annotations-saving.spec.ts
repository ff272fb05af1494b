import type { Page } from 'playwright/test'
import { annotate, annotations, drawOn, paper, takeUp, tool, writeOn } from '../harness/annotations.ts'
import { expectAccessible } from '../harness/axe.ts'
import { newContract, test } from '../harness/desk.ts'
import { aContract, type EditorJourney } from '../harness/editor.ts'
import { inkOn } from '../harness/ink.ts'
import { expectSaved, expectUnsaved, kindsIn, saveAnnotations, saveButton } from '../harness/saved-annotations.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { hasTool, pdfsig, qpdfCheck } from '../harness/signature-checks.ts'
import { expect, test as ownPage } from '../harness/trazo.ts'

const line = [
  { x: 80, y: 420 },
  { x: 220, y: 460 },
]

const start = async (page: Page, contract: EditorJourney) => {
  const editor = await contract.open(page)
  await annotate(editor)
  return { contract, editor, original: await contract.api.download(contract.file) }
}

test('saving appends annotations: the original is an exact prefix, qpdf passes, poppler shows the drawing', async ({
  page,
  desk,
  trazo,
}) => {
  const { contract, editor, original } = await start(page, await newContract(trazo, desk, 'anotado'))
  await writeOn(page, editor, 1, { x: 80, y: 300 }, 'Revisado por Olga')
  await editor.getByRole('button', { name: 'Página siguiente' }).click()
  await drawOn(page, editor, 2, line)
  await expectUnsaved(editor)
  await saveAnnotations(page, editor)
  const stored = await contract.api.download(contract.file)
  expect(stored.subarray(0, original.length).equals(original)).toBe(true)
  expect(kindsIn(stored.subarray(original.length)).sort()).toEqual(['FreeText', 'Ink'])
  if (hasTool('qpdf')) expect(qpdfCheck(stored)).toBeUndefined()
  if (hasTool('pdftoppm')) {
    expect(inkOn(stored, 2).height).toBeGreaterThan(inkOn(original, 2).height)
  }
})

test('the user edits saved annotations in the open editor and after a page reload', async ({ page, desk, trazo }) => {
  const { contract, editor } = await start(page, await newContract(trazo, desk, 'reabierto'))
  await writeOn(page, editor, 1, { x: 80, y: 300 }, 'Primera versión')
  await saveAnnotations(page, editor)
  await takeUp(editor, 'Texto')
  const text = annotations(editor, 'freeText').filter({ hasText: 'Primera versión' })
  await text.dblclick()
  await page.keyboard.press('End')
  await page.keyboard.type(' corregida')
  await page.keyboard.press('Escape')
  await saveAnnotations(page, editor)
  await editor.getByRole('button', { name: 'Terminar' }).click()
  await page.reload()
  const again = page.getByRole('dialog', { name: `Documento: ${contract.filename}` })
  await annotate(again)
  await takeUp(again, 'Texto')
  await expect(annotations(again, 'freeText')).toHaveText('Primera versión corregida')
  await annotations(again, 'freeText').click()
  await page.keyboard.press('Delete')
  await saveAnnotations(page, again)
  await expect(annotations(again, 'freeText')).toHaveCount(0)
})

test('a failed save shows an alert and keeps the annotations, and a retry stores the annotations once', async ({
  page,
  desk,
  trazo,
}) => {
  const { contract, editor } = await start(page, await newContract(trazo, desk, 'sin-red'))
  await writeOn(page, editor, 1, { x: 80, y: 300 }, 'No me pierdas')
  let block = true
  await page.route('**/annotations/', async (route) => {
    if (route.request().method() !== 'POST' || !block) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await saveButton(editor).click()
  const alert = editor.getByRole('alert').filter({ hasText: 'Las anotaciones no se guardaron' })
  await expect(alert).toContainText('Error de conexión. Verifica tu internet')
  await expect(annotations(editor, 'freeText')).toHaveText('No me pierdas')
  const download = page.waitForEvent('download')
  await alert.getByRole('button', { name: 'Descargar copia anotada' }).click()
  expect((await download).suggestedFilename()).toBe('Contrato sin-red (anotado).pdf')
  block = false
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expectSaved(editor)
  await page.unrouteAll()
  expect((await contract.api.list())[0]?.revision).toBe(2)
})

ownPage(
  'two windows that save at the same time do not overwrite each other: the owner chooses',
  async ({ page, trazo }) => {
    const { contract, editor } = await start(page, await aContract(trazo, 'dos-ventanas'))
    const second = await page.context().newPage()
    await second.goto(page.url())
    const other = second.getByRole('dialog', { name: `Documento: ${contract.filename}` })
    await annotate(other)
    await writeOn(second, other, 1, { x: 80, y: 300 }, 'De la otra ventana')
    await writeOn(page, editor, 1, { x: 80, y: 400 }, 'De esta ventana')
    await saveAnnotations(second, other)

    await saveButton(editor).click()
    const dialog = page.getByRole('dialog', { name: 'Hay una versión más nueva' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Seguir anotando' }).click()
    await expect(annotations(editor, 'freeText')).toHaveText('De esta ventana')

    await test.step('the user saves their annotations as a separate document', async () => {
      await saveButton(editor).click()
      await dialog.getByRole('button', { name: 'Guardar lo mío como documento aparte' }).click()
      await expectSaved(editor)
      await takeUp(editor, 'Texto')
      await expect(annotations(editor, 'freeText')).toHaveText('De la otra ventana')
      expect((await contract.api.list()).map(({ original_filename }) => original_filename)).toContain(
        'Contrato dos-ventanas (anotado).pdf',
      )
    })

    await test.step('the user puts their annotations on top of the newer revision', async () => {
      await editor.getByRole('button', { name: 'Página siguiente' }).click()
      await writeOn(page, editor, 2, { x: 80, y: 300 }, 'Mía, encima')
      await takeUp(other, 'Texto')
      await writeOn(second, other, 1, { x: 80, y: 500 }, 'Otra vez la otra')
      await saveAnnotations(second, other)
      await saveButton(editor).click()
      await dialog.getByRole('button', { name: 'Poner lo mío sobre la versión nueva' }).click()
      await expect(page.getByText('Tus anotaciones están sobre la versión nueva.')).toBeVisible()
      await expectUnsaved(editor)
      await takeUp(editor, 'Texto')
      await expect(annotations(paper(editor, 2), 'freeText')).toHaveText('Mía, encima')
      await saveAnnotations(page, editor)
      const stored = (await contract.api.download(contract.file)).toString('latin1')
      for (const text of ['De la otra ventana', 'Otra vez la otra', 'Mía, encima']) expect(stored).toContain(text)
    })
  },
)

test('closing, going back or reloading with unsaved annotations requires a confirmation', async ({
  page,
  desk,
  trazo,
}) => {
  const { editor } = await start(page, await newContract(trazo, desk, 'me-voy'))
  const dialog = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
  await writeOn(page, editor, 1, { x: 80, y: 300 }, 'Sin guardar')
  await expectUnsaved(editor)
  for (const name of ['Terminar', 'Cerrar', 'Volver']) {
    await editor.getByRole('button', { name, exact: true }).click()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Seguir editando' }).click()
    await expect(annotations(editor, 'freeText')).toHaveText('Sin guardar')
  }
  await page.goBack()
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Seguir editando' }).click()
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload(), 0))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(annotations(editor, 'freeText')).toHaveText('Sin guardar')
  await editor.getByRole('button', { name: 'Terminar' }).click()
  await dialog.getByRole('button', { name: 'Guardar y salir' }).click()
  await expect(editor.getByRole('button', { name: 'Anotar', exact: true })).toBeFocused()
})

test('after the owner shares the document, annotating is locked with the reason, also while in progress', async ({
  page,
  desk,
  trazo,
}) => {
  const { contract, editor } = await start(page, await newContract(trazo, desk, 'enviado'))
  await writeOn(page, editor, 1, { x: 80, y: 300 }, 'Tarde')
  await contract.api.share(contract.file)
  const alert = editor.getByRole('alert').filter({ hasText: 'Este documento ya no se puede anotar' })
  await expect(alert).toContainText('El documento tiene una URL pública de firma.')
  await expect(tool(editor, 'Dibujar')).toHaveAttribute('aria-disabled', 'true')
  await expect(saveButton(editor)).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Terminar' }).click()
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await editor.getByRole('button', { name: 'Anotar', exact: true }).click()
  await expect(editor.getByRole('alert')).toContainText('El documento tiene una URL pública de firma.')
  await editor.getByRole('button', { name: 'Volver al documento' }).click()
  await expect(editor.getByRole('button', { name: 'Anotar', exact: true })).toBeVisible()
})

test('a guest signs an annotated document, and the signature is valid', async ({ page, desk, trazo }) => {
  const { contract, editor } = await start(page, await newContract(trazo, desk, 'anotado-y-firmado'))
  await writeOn(page, editor, 1, { x: 80, y: 300 }, 'Antes de firmar')
  await saveAnnotations(page, editor)
  const annotated = await contract.api.download(contract.file)
  const guest = { name: 'Ana Rojas', email: 'ana-anotado@example.com' }
  const link = await contract.api.invite(contract.file, await contract.api.addField(contract.file, guest), guest)
  await signByLink(trazo, link)
  await expect.poll(async () => (await contract.api.list())[0]?.fields_signed).toBe(1)
  const signed = await contract.api.download(contract.file)
  expect(signed.subarray(0, annotated.length).equals(annotated)).toBe(true)
  if (hasTool('pdfsig')) expect(pdfsig(signed)[0]?.validation).toBe('Signature is Valid.')
})
