import { annotate, annotations, drawOn, paper, placeOn } from '../harness/annotations.ts'
import { newContract, test } from '../harness/desk.ts'
import { partOf } from '../harness/editor.ts'
import type { Guest } from '../harness/people.ts'
import { expect } from '../harness/trazo.ts'

const guest: Guest = { name: 'Rosa Quirós', email: 'rosa@campos.example' }
const owner: Guest = { name: 'Mariela Solís', email: 'mariela@campos.example' }

test('annotating shows each signature field in its place on rotated, cropped and zoomed pages', async ({
  page,
  desk,
  trazo,
}) => {
  const pages = [
    { text: 'Primera' },
    { text: 'Segunda, de lado', rotate: 90 as const },
    { text: 'Tercera, recortada', cropBox: [50, 60, 500, 700] as const },
  ]
  const contract = await newContract(trazo, desk, 'campos-a-la-vista', pages)
  for (const number of [1, 2, 3]) await contract.api.addField(contract.file, guest, { page: number })
  const editor = await contract.open(page)
  const inEditor = await partOf(editor, guest.name)
  await annotate(editor)
  const markOn = (number: number) =>
    paper(editor, number).getByRole('img', { name: `Campo de firma de ${guest.name}, Campo de Firma` })
  const expectPlace = async (number: number) => {
    await markOn(number).scrollIntoViewIfNeeded()
    const place = await placeOn(editor, number, markOn(number))
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(place[side]).toBeCloseTo(inEditor[side], 2)
  }
  for (const number of [1, 2, 3]) await expectPlace(number)
  const before = await paper(editor, 3).evaluate((sheet) => sheet.clientWidth)
  await editor.getByRole('button', { name: 'Acercar' }).click()
  await expect.poll(() => paper(editor, 3).evaluate((sheet) => sheet.clientWidth)).toBeGreaterThan(before)
  await expect(paper(editor, 3).locator('canvas').first()).toBeVisible()
  await expectPlace(3)
})

test('the user draws over a signature field, and the drawing lies above the field', async ({ page, desk, trazo }) => {
  const contract = await newContract(trazo, desk, 'campos-sin-estorbo')
  await contract.api.addField(contract.file, owner, { own: true })
  const editor = await contract.open(page)
  await annotate(editor)
  const mark = paper(editor, 1).getByRole('img', { name: `Campo de firma de ${owner.name}` })
  const { x, y, width, height } = await placeOn(editor, 1, mark)
  const sheet = await paper(editor, 1).evaluate(({ clientWidth, clientHeight }) => ({ clientWidth, clientHeight }))
  const at = (along: number) => ({
    x: (x + width * along) * sheet.clientWidth,
    y: (y + height / 2) * sheet.clientHeight,
  })
  await drawOn(page, editor, 1, [at(0.2), at(0.8)])
  await expect(annotations(editor, 'ink')).toHaveCount(1)
  await expect(mark).toBeVisible()
  const top = await annotations(editor, 'ink').evaluate((ink) => {
    const box = ink.getBoundingClientRect()
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('.inkEditor') === ink
  })
  expect(top).toBe(true)
})
