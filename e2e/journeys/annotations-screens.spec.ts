import type { Page } from 'playwright/test'
import {
  annotate,
  annotations,
  drawOn,
  markFirstLine,
  paper,
  placePicture,
  takeUp,
  tool,
  toolsOf,
  writeOn,
} from '../harness/annotations.ts'
import { expectAccessible } from '../harness/axe.ts'
import { annotateNew, newContract, test as shared } from '../harness/desk.ts'
import { aContract } from '../harness/editor.ts'
import { holdRequests } from '../harness/hold-requests.ts'
import type { Trazo } from '../harness/trazo.ts'
import { expect, test } from '../harness/trazo.ts'
import { boxOf } from '../harness/viewer.ts'

const ANNOTATIONS = /\/annotations(\.[^/]*)?\.(js|css)$/

const open = async (page: Page, trazo: Trazo, name: string) => (await aContract(trazo, name)).open(page)

test('the editor shows that annotations are loading, and after a failed load the user can retry', async ({
  page,
  trazo,
}) => {
  const editor = await open(page, trazo, 'lento')
  await page.route(ANNOTATIONS, (route) => route.abort())
  const letAnnotationsFail = await holdRequests(page, ANNOTATIONS)
  await editor.getByRole('button', { name: 'Anotar', exact: true }).click()
  await expect(editor.getByText('Preparando las anotaciones…')).toBeVisible()
  letAnnotationsFail()
  await expect(page.getByText('No se pudieron cargar las anotaciones.')).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Anotar', exact: true })).toBeFocused()
  await page.unrouteAll()
  await annotate(editor)
})

test('the annotation editor loads only on demand, and after a failed preparation the user can retry', async ({
  page,
  trazo,
}) => {
  const travelled: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (ANNOTATIONS.test(pathname) || /\.ftl$/.test(pathname)) travelled.push(pathname)
  })
  const editor = await open(page, trazo, 'ilegible')
  await editor.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(editor.getByText('Página 2 de 3')).toBeVisible()
  expect(travelled).toEqual([])
  await page.route(/\.ftl$/, (route) => route.abort())
  await editor.getByRole('button', { name: 'Anotar', exact: true }).click()
  await expect(editor.getByText('No se pudieron preparar las anotaciones.')).toBeVisible()
  await page.unrouteAll()
  const refused = travelled.length
  await editor.getByRole('button', { name: 'Reintentar' }).click()
  await expect(toolsOf(editor)).toBeVisible()
  expect(travelled.filter((path) => ANNOTATIONS.test(path))).toHaveLength(2)
  expect(travelled.slice(refused)).toEqual([expect.stringMatching(/\/es\.ftl$/)])
})

shared(
  'the annotation editor opens on the current page, and the field editor returns to its page',
  async ({ page, desk, trazo }) => {
    const editor = await (await newContract(trazo, desk, 'pagina')).open(page)
    await editor.getByRole('button', { name: 'Página siguiente' }).click()
    await expect(editor.getByText('Página 2 de 3')).toBeVisible()
    await editor.getByRole('button', { name: 'Anotar', exact: true }).click()
    await expect(toolsOf(editor)).toBeVisible()
    await expect(editor.getByText('Página 2 de 3')).toBeVisible()
    const [sheet, area] = [await boxOf(paper(editor, 2)), await boxOf(editor.locator('[data-annotations]'))]
    expect(sheet.y).toBeLessThan(area.y + area.height / 2)
    await editor.getByRole('button', { name: 'Página siguiente' }).click()
    await expect(editor.getByText('Página 3 de 3')).toBeVisible()
    await editor.getByRole('button', { name: 'Terminar' }).click()
    await expect(editor.getByRole('button', { name: 'Anotar', exact: true })).toBeFocused()
    await expect(editor.getByText('Página 3 de 3')).toBeVisible()
  },
)

shared('the keys of the field editor do nothing while the owner annotates', async ({ page, desk, trazo }) => {
  const editor = await (await newContract(trazo, desk, 'teclas-campo')).open(page)
  await editor.getByRole('button', { name: 'Firma de Usuario' }).click()
  await expect(editor.getByRole('button', { name: /, (sin guardar|por firmar)$/ })).toBeVisible()
  await annotate(editor)
  await writeOn(page, editor, 1, { x: 150, y: 300 }, 'Nota')
  await page.keyboard.press('Control+z')
  await expect(annotations(editor, 'freeText')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+Shift+z')
  await expect(annotations(editor, 'freeText')).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await editor.getByRole('button', { name: 'Terminar' }).click()
  await expect(editor.getByRole('button', { name: /, (sin guardar|por firmar)$/ })).toBeVisible()
})

shared('keys in an input write text; Ctrl+A and Delete change no annotation', async ({ page, desk, trazo }) => {
  const editor = await (await newContract(trazo, desk, 'campo-propio')).open(page)
  await annotate(editor)
  await writeOn(page, editor, 1, { x: 150, y: 300 }, 'Sigue aquí')
  await editor.getByRole('button', { name: 'Página 1 de 3' }).click()
  const field = editor.getByLabel('Página', { exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+z')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(editor.getByText('Página 2 de 3')).toBeVisible()
  await expect(annotations(editor, 'freeText')).toHaveCount(1)
})

shared('every control of the annotation editor has a Spanish name', async ({ page, desk, trazo }) => {
  const editor = await (await newContract(trazo, desk, 'idioma')).open(page)
  await annotate(editor)
  await takeUp(editor, 'Resaltar')
  await markFirstLine(page, editor)
  await expect(annotations(editor, 'highlight')).toHaveAttribute('aria-label', 'Resaltado')
  await expect(editor.getByRole('button', { name: 'Eliminar el resaltado' })).toBeVisible()
  await expect(editor.getByRole('status').filter({ hasText: 'Resaltado agregado' })).toBeAttached()
  await writeOn(page, editor, 1, { x: 150, y: 300 }, 'Nota')
  await expect(editor.getByRole('button', { name: 'Eliminar el texto' })).toBeVisible()
  await drawOn(page, editor, 1, [
    { x: 100, y: 400 },
    { x: 200, y: 440 },
  ])
  await expect(editor.getByRole('button', { name: 'Eliminar el dibujo' })).toBeVisible()
  await placePicture(page, editor, 120, 80)
  await expect(editor.getByRole('button', { name: 'Eliminar la imagen' })).toBeVisible()
  const words = await editor
    .locator('.pdfViewer')
    .evaluate((pages) =>
      [...pages.querySelectorAll('[data-l10n-id]')].map((element) =>
        ['aria-label', 'title', 'aria-description'].map((name) => element.getAttribute(name) ?? '').join(' '),
      ),
    )
  expect(words.join(' ')).not.toMatch(/\b(Remove|Change|Editor|Page|Missing|Highlight|Text|Drawing|Image)\b/)
})

test.describe('accessibility of the annotation editor', () => {
  shared('axe finds no problem with annotations of every kind, in both themes', async ({ page, desk }) => {
    const { editor } = await annotateNew(page, desk, 'sin-barreras')
    await expectAccessible(page)
    await takeUp(editor, 'Resaltar')
    await markFirstLine(page, editor)
    await expectAccessible(page)
    await writeOn(page, editor, 1, { x: 150, y: 300 }, 'Nota')
    await expectAccessible(page)
    await drawOn(page, editor, 1, [
      { x: 100, y: 400 },
      { x: 200, y: 440 },
    ])
    await expectAccessible(page)
    await placePicture(page, editor, 120, 80)
    await tool(editor, 'Eliminar lo seleccionado').click()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await takeUp(editor, 'Dibujar')
    await editor.getByRole('button', { name: 'Dibujar: opciones' }).click()
    await expectAccessible(page)
  })
})
