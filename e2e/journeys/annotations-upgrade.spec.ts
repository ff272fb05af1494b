import { annotate, takeUp } from '../harness/annotations.ts'
import { newContract, test as shared } from '../harness/desk.ts'
import { aContract } from '../harness/editor.ts'
import { expect, test } from '../harness/trazo.ts'

const METHODS = [
  'getMode',
  'addEditListeners',
  'removeEditListeners',
  'addCommands',
  'endCurrentEditing',
  'commitOrRemove',
  'unselectAll',
  'setSelected',
  'getEditor',
  'getEditors',
  'selectComment',
  'waitForEditorsRendered',
  'deleteComment',
  'getLayer',
] as const

shared(
  'the pdf.js that the site serves has every name that the annotation editor uses',
  async ({ page, desk, trazo }) => {
    const contract = await newContract(trazo, desk, 'nombres')
    const editor = await contract.open(page)
    const missing = await page.evaluate((names) => {
      const { pdfjsLib } = globalThis as unknown as { pdfjsLib: Record<string, { prototype?: object }> }
      const prototype = pdfjsLib.AnnotationEditorUIManager?.prototype
      const exports = ['AnnotationEditorType', 'AnnotationEditorParamsType', 'AnnotationMode', 'SignatureExtractor']
      return [
        ...exports.filter((name) => !(name in pdfjsLib)),
        ...names.filter((name) => typeof Reflect.get(prototype ?? {}, name) !== 'function'),
      ]
    }, METHODS)
    expect(missing).toEqual([])
    // The editor opens only with its own version.
    await annotate(editor)
    for (const name of ['Resaltar', 'Texto', 'Dibujar', 'Imagen']) await takeUp(editor, name)
  },
)

test('the editor refuses to annotate when pdf.js lacks a required method', async ({ page, trazo }) => {
  const contract = await aContract(trazo, 'otra')
  const editor = await contract.open(page)
  await page.evaluate(() => {
    const { pdfjsLib } = globalThis as unknown as { pdfjsLib: Record<string, { prototype: object }> }
    const prototype = pdfjsLib.AnnotationEditorUIManager?.prototype
    if (prototype) Reflect.deleteProperty(prototype, 'waitForEditorsRendered')
  })
  await editor.getByRole('button', { name: 'Anotar', exact: true }).click()
  await expect(editor.getByText('Algo falló de nuestro lado.')).toBeVisible()
})
