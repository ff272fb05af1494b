import { ownerApi } from '../harness/api.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { ownerNamed } from '../harness/people.ts'
import { expect, test } from '../harness/trazo.ts'

test('a signing page opens its document once, in one worker, before its remote is there', async ({ page, trazo }) => {
  const api = await ownerApi(trazo, ownerNamed('temprano'))
  const guest = { name: 'Ana Mora', email: 'ana@temprano.example' }
  const file = await api.upload('contrato.pdf', makePdf([{ text: 'Contrato' }]))
  const link = await api.invite(file, await api.addField(file, guest), guest)

  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()))
  await page.goto(link)
  await expect(page.locator('main canvas')).toBeVisible()
  await expect(page.getByText('Página 1 de 1')).toBeVisible()

  const downloads = asked.filter((path) => path.endsWith('/public_download'))
  expect(downloads).toHaveLength(1)
  expect(page.workers()).toHaveLength(1)
  // The page itself asks for these; without an early start each would follow the one before.
  const early = await page
    .locator('head link[rel="preload"], head link[rel="modulepreload"]')
    .evaluateAll((links) => links.map((link) => new URL(link instanceof HTMLLinkElement ? link.href : '').pathname))
  expect(early.filter((path) => path.startsWith('/r/mf_signing/')).length).toBeGreaterThanOrEqual(4)
  for (const path of early) expect([path, asked.filter((one) => one === path).length]).toEqual([path, 1])
  expect(complaints).toEqual([])
})
