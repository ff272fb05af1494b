import type { Page } from 'playwright/test'
import { ownerApi } from '../harness/api.ts'
import { contractOf, threePages } from '../harness/editor.ts'
import {
  allowOrigin,
  disallowOrigin,
  framedLink,
  isFrameRefused,
  REACHES_LOCAL_SITES,
  receivedMessages,
  servePages,
} from '../harness/embedding.ts'
import { drawSignature, enter, fieldOf, openField, ownerNamed } from '../harness/people.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

test.use(REACHES_LOCAL_SITES)

const HOST = 'https://portal.example'
const FOREIGN = 'https://ajeno.example'

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
  await servePages(page, {
    [`${HOST}/`]: framedLink(link),
    [`${FOREIGN}/aislado`]: `<iframe sandbox="allow-scripts" srcdoc='${framedLink(link)}'></iframe>`,
    [`${HOST}/cuenta`]: framedLink(`${trazo.url}/login`),
    [`${FOREIGN}/`]: framedLink(link),
    [`${FOREIGN}/anidado`]: framedLink(`${HOST}/`),
  })

  await test.step('the browser refuses to frame the link in a foreign site, and other pages in the allowed site', async () => {
    for (const address of [`${FOREIGN}/`, `${FOREIGN}/anidado`, `${FOREIGN}/aislado`, `${HOST}/cuenta`]) {
      await isFrameRefused(page, () => page.goto(address))
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
    await expect(frame.getByRole('heading', { name: 'Gracias por firmar' })).toBeVisible()
    await expect.poll(async () => (await receivedMessages(page)).map(([, { type }]) => type)).toContain('trazo:signed')
    const all = await receivedMessages(page)
    expect(all.map(([, { type }]) => type)).toContain('trazo:ready')
    expect(all.every(([origin]) => origin === new URL(trazo.url).origin)).toBe(true)
    expect(JSON.stringify(all)).not.toContain(new URL(link).searchParams.get('token'))
    await expect(frame.getByRole('button', { name: 'Quedarme aquí' })).toHaveCount(0)
  })

  await test.step('after the owner removes the site, the next load of the frame is refused', async () => {
    await disallowOrigin(trazo, api.token, originId)
    await isFrameRefused(page, () => page.reload())
  })

  test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
  expect(pdfsig(await api.download(file))).toMatchObject([{ signer: ana.name, validation: 'Signature is Valid.' }])
})

/** Of `docs/embedding.md`. */
const DOCUMENTED = ['trazo:ready', 'trazo:signed', 'trazo:declined', 'trazo:error', 'trazo:resize']

/** What a hostile page could hope that the frame obeys, to every frame in the page. */
const forge = (page: Page) =>
  page.evaluate(() => {
    const types = ['signed', 'declined', 'ready', 'resize', 'error', 'sign', 'submit', 'navigate', 'token']
    const messages = [
      ...types.flatMap((type) => [{ type }, { type: `trazo:${type}`, documentId: 1, height: 1e9, code: '<b>' }]),
      ...[
        'sign',
        '{"type":"trazo:signed"}',
        '<img src=x onerror=alert(1)>',
        null,
        7,
        [],
        { __proto__: { type: 'signed' } },
      ],
      { type: 'webpackOk' },
      { source: 'react-devtools-bridge', payload: { event: 'shutdown' } },
    ]
    for (let index = 0; index < frames.length; index += 1)
      for (const message of messages) frames[index]?.postMessage(message, '*')
  })

/** The properties of the first frame that the page can read. */
const readable = (page: Page) =>
  page.evaluate(() =>
    ['document', 'localStorage', 'sessionStorage', 'trazo', 'origin'].filter((name) => {
      try {
        return Reflect.get(Reflect.get(window, 0) as object, name) !== undefined
      } catch {
        return false
      }
    }),
  )

test('forged messages change nothing in the frame, a listed site gets the documented events alone, an unlisted one none', async ({
  page,
  context,
  trazo,
}) => {
  const owner = ownerNamed('mensajes')
  const api = await ownerApi(trazo, owner)
  const { file } = await contractOf(trazo, api, 'Contrato.pdf', threePages, (own) => enter(own, owner))
  const ana = { name: 'Ana Mora', email: `ana@mensajes-${file.id}.example` }
  const link = await api.invite(file, await api.addField(file, ana), ana)
  await allowOrigin(trazo, api.token, owner.password, HOST)
  const quoted = link.replaceAll('&', '&amp;')
  await servePages(page, {
    [`${HOST}/`]: framedLink(link),
    [`${FOREIGN}/objeto`]: `<object data="${quoted}" type="text/html"></object>`,
    [`${FOREIGN}/incrustado`]: `<embed src="${quoted}" type="text/html">`,
    [`${FOREIGN}/marco`]: `<iframe sandbox="allow-scripts allow-same-origin allow-forms" src="${quoted}"></iframe>`,
    [`${FOREIGN}/capa`]: `<div style="opacity:0.01">${framedLink(link)}</div>`,
    [`${FOREIGN}/ventana`]: `<button onclick="window.opened=window.open('${link}')">Abrir</button>`,
  })

  await test.step('an unlisted site shows the page in no element', async () => {
    for (const path of ['objeto', 'incrustado', 'marco', 'capa'])
      await isFrameRefused(page, () => page.goto(`${FOREIGN}/${path}`))
  })

  await test.step('a window that an unlisted site opens tells it nothing and obeys none of its messages', async () => {
    await page.goto(`${FOREIGN}/ventana`)
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Abrir' }).click()
    const opened = await opening
    await expect(opened.locator('main canvas').first()).toBeVisible()
    await page.evaluate(() => {
      const target = Reflect.get(window, 'opened') as Window | null
      for (const type of ['trazo:signed', 'signed', 'trazo:ready']) target?.postMessage({ type }, '*')
    })
    await expect(opened.getByRole('heading', { name: /firmado/ })).toHaveCount(0)
    expect(await receivedMessages(page)).toEqual([])
    await opened.close()
  })

  await test.step('the frame on the listed site ignores what the site sends, and its content stays closed to it', async () => {
    await page.goto(`${HOST}/`)
    const frame = page.frameLocator('iframe')
    await expect(frame.locator('main canvas').first()).toBeVisible()
    await expect.poll(async () => (await receivedMessages(page)).map(([, { type }]) => type)).toContain('trazo:ready')
    await forge(page)
    await openField(fieldOf(frame.locator('main'), ana))
    await expect(frame.getByRole('heading', { name: /firmado/ })).toHaveCount(0)
    expect(await readable(page)).toEqual([])
    const events = await receivedMessages(page)
    expect(events.filter(([, { type }]) => !DOCUMENTED.includes(type))).toEqual([])
    expect(events.map(([, { type }]) => type)).not.toContain('trazo:signed')
    const keys = new Set(events.flatMap(([, event]) => Object.keys(event)))
    expect([...keys].filter((key) => !['type', 'documentId', 'height', 'code'].includes(key))).toEqual([])
  })
  expect((await api.download(file)).includes('/ByteRange')).toBe(false)
})
