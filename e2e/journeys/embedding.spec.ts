import type { Page } from 'playwright/test'
import { ownerApi } from '../harness/api.ts'
import { contractOf, threePages } from '../harness/editor.ts'
import { allowOrigin, disallowOrigin, REACHES_LOCAL_SITES } from '../harness/embedding.ts'
import { drawSignature, enter, fieldOf, openField, ownerNamed } from '../harness/people.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

test.use(REACHES_LOCAL_SITES)

const HOST = 'https://portal.example'
const FOREIGN = 'https://ajeno.example'

const frameOf = (src: string): string =>
  `<iframe title="Firma" style="width:100%;height:800px;border:0" src="${src.replaceAll('&', '&amp;')}"></iframe>`

const LISTEN = '<script>window.received=[];addEventListener("message",e=>received.push([e.origin,e.data]))</script>'

const serve = async (page: Page, pages: Readonly<Record<string, string>>): Promise<void> => {
  for (const [address, body] of Object.entries(pages))
    await page.route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Portal</title>${LISTEN}${body}` }),
    )
}

const received = (page: Page) => page.evaluate(() => Reflect.get(window, 'received') as [string, { type: string }][])

const isRefused = async (page: Page, load: () => Promise<unknown>): Promise<void> => {
  const refusal = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await load()
  await refusal
  expect(await received(page)).toEqual([])
}

test('an allowed site of the owner frames the link, the guest signs, and the site receives the event', async ({
  page,
  trazo,
}) => {
  const owner = ownerNamed('incrustada')
  const api = await ownerApi(trazo, owner)
  const { file } = await contractOf(trazo, api, 'Contrato incrustado.pdf', threePages, (own) => enter(own, owner))
  const ana = { name: 'Ana Mora', email: `ana@incrustada-${file.id}.example` }
  const fieldId = await api.addField(file, ana)
  const link = await api.invite(file, fieldId, ana)
  const originId = await allowOrigin(trazo, api.token, owner.password, HOST)
  await serve(page, {
    [`${HOST}/`]: frameOf(link),
    [`${FOREIGN}/aislado`]: `<iframe sandbox="allow-scripts" srcdoc='${frameOf(link)}'></iframe>`,
    [`${HOST}/cuenta`]: frameOf(`${trazo.url}/login`),
    [`${FOREIGN}/`]: frameOf(link),
    [`${FOREIGN}/anidado`]: frameOf(`${HOST}/`),
  })

  await test.step('the browser refuses to frame the link in a foreign site, and other pages in the allowed site', async () => {
    for (const address of [`${FOREIGN}/`, `${FOREIGN}/anidado`, `${FOREIGN}/aislado`, `${HOST}/cuenta`]) {
      await isRefused(page, () => page.goto(address))
    }
  })

  await test.step('the guest signs inside the frame, and the site receives the signed event', async () => {
    await page.goto(`${HOST}/`)
    const frame = page.frameLocator('iframe')
    await expect(frame.locator('main canvas').first()).toBeVisible()
    await openField(fieldOf(frame.locator('main'), ana))
    await drawSignature(page, frame)
    await frame.getByRole('button', { name: 'Firmar documento' }).click()
    await frame.getByRole('button', { name: 'Finalizar' }).click()
    await expect(frame.getByRole('heading', { name: 'Documento firmado digitalmente con éxito' })).toBeVisible()
    await expect.poll(async () => (await received(page)).map(([, { type }]) => type)).toContain('trazo:signed')
    const all = await received(page)
    expect(all.map(([, { type }]) => type)).toContain('trazo:ready')
    expect(all.every(([origin]) => origin === new URL(trazo.url).origin)).toBe(true)
    expect(JSON.stringify(all)).not.toContain(new URL(link).searchParams.get('token'))
    await expect(frame.getByRole('button', { name: 'Quedarme aquí' })).toHaveCount(0)
  })

  await test.step('after the owner removes the site, the next load of the frame is refused', async () => {
    await disallowOrigin(trazo, api.token, originId)
    await isRefused(page, () => page.reload())
  })

  test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
  expect(pdfsig(await api.download(file))).toMatchObject([{ signer: ana.name, validation: 'Signature is Valid.' }])
})
