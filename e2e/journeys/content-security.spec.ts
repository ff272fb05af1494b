import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { BrowserContext, Page, Request } from 'playwright/test'
import { href, validateInvitationCall } from 'shared/contract'
import { annotate, annotations, drawOn, markFirstLine, placePicture, takeUp, writeOn } from '../harness/annotations.ts'
import { ownerApi } from '../harness/api.ts'
import { aContract, waitForSave } from '../harness/editor.ts'
import { openDocument, signByFlow, stay } from '../harness/guest-flow.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { addField, downloaded, type Guest, ownerNamed, register, signAsGuest } from '../harness/people.ts'
import { watchPolicy } from '../harness/policy-watch.ts'
import { signedByAll } from '../harness/sign-by-api.ts'
import { expect, test } from '../harness/trazo.ts'

const guestOf = (journey: string): Guest => ({ name: 'Ana Mora', email: `ana@${journey}.example` })

const policyOf = async (page: Page, path: string): Promise<Map<string, string[]>> => {
  const answer = await page.goto(path)
  const header = (await answer?.headerValue('content-security-policy')) ?? ''
  return new Map(
    header.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

let violations: string[]
test.beforeEach(async ({ context }) => {
  violations = await watchPolicy(context)
})
test.afterEach(() => {
  expect(violations).toEqual([])
})

test('each page for visitors has a strict content security policy and causes no violation', async ({ page }) => {
  const paths = [
    href.home(),
    href.login(),
    href.register(),
    href.forgotPassword(),
    href.resetPassword('ana@correo.example'),
    href.verify(),
    href.palette(),
    '/document',
    '/no/such/page',
    href.sign(2 ** 40, 'nada.pdf', { token: 'nada' }),
  ]
  for (const path of paths) {
    const policy = await policyOf(page, path)
    await expect(page.locator('h1').first()).toBeVisible()
    const scripts = policy.get('script-src') ?? []
    expect(scripts.filter((source) => !source.startsWith("'sha256-"))).toEqual(["'self'", "'wasm-unsafe-eval'"])
    const styles = policy.get('style-src') ?? []
    expect(styles.filter((source) => !source.startsWith("'sha256-"))).toEqual(["'self'"])
    expect(policy.get('frame-src')).toEqual(['data:'])
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
    expect(policy.get('trusted-types')).toEqual(['default'])
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
  }
})

test('the licence list has its own content security policy and loads the fonts of the site', async ({ page }) => {
  const policy = await policyOf(page, '/licencias')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(policy.get('default-src')).toEqual(["'none'"])
  await expect.poll(() => page.evaluate(() => [...document.fonts].map(({ status }) => status))).toContain('loaded')
})

test('no policy violation occurs while an owner registers, uploads, places a field and invites', async ({ page }) => {
  const owner = ownerNamed('politica')
  await register(page, owner)
  await page.getByRole('tab', { name: 'Subir Documento' }).click()
  const file = { name: 'Contrato.pdf', mimeType: 'application/pdf', buffer: makePdf([{ text: 'Contrato' }]) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Subir Documento' }).click()
  await expect(page.getByText('Archivo subido exitosamente')).toBeVisible()
  const editor = page.getByRole('dialog', { name: `Documento: ${file.name}` })
  await expect(editor.locator('canvas').first()).toBeVisible()
  await addField(page, editor, guestOf('politica'), { x: 120, y: 40 })
  await waitForSave(editor)
  await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
  await page.getByRole('button', { name: 'Vista previa del correo' }).click()
  const button = page.frameLocator('iframe').getByText('Revisar y firmar', { exact: true })
  await expect(button).toHaveCSS('background-color', 'rgb(43, 71, 201)')
  await button.click()
  await expect(button).toBeVisible()
  await page.getByRole('button', { name: 'Volver', exact: true }).last().click()
  await page.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(page.getByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
  await page.goto(href.profile())
  await expect(page.locator('h1').first()).toBeVisible()
})

const elsewhere = async () => {
  const received: { readonly url: string; readonly referer: string | undefined }[] = []
  const server = createServer(({ url = '', headers }, response) => {
    received.push({ url, referer: headers.referer })
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Otro sitio</title>')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen')
  return { received, url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const watchRequests = (context: BrowserContext): (() => Promise<Sent[]>) => {
  const noted: Promise<Sent[]>[] = []
  const note = async (request: Request): Promise<Sent[]> => {
    try {
      return [{ url: request.url(), headers: await request.allHeaders() }]
    } catch {
      // The page was closed, so the headers are gone.
      return []
    }
  }
  context.on('requestfinished', (request) => {
    if (request.url().startsWith('http')) noted.push(note(request))
  })
  return async () => (await Promise.all(noted)).flat()
}

test('no page leaks its address, which may hold a token, to other sites, requests or logs', async ({
  page,
  context,
  trazo,
}) => {
  const api = await ownerApi(trazo, ownerNamed('politica-referer'))
  const guest = guestOf('politica-referer')
  const file = await api.upload('Contrato.pdf', makePdf([{ text: 'Contrato' }]))
  const link = await api.invite(file, await api.addField(file, guest), guest)
  const token = new URL(link).searchParams.get('token') ?? ''
  expect(token.length).toBeGreaterThan(20)
  const other = await elsewhere()
  const sent = watchRequests(context)

  for (const address of [link, href.resetPassword(guest.email)]) {
    await page.goto(address)
    await expect(page.locator('main canvas, main h1').first()).toBeVisible()
    await page.evaluate((url) => {
      const anchor = document.createElement('a')
      Object.assign(anchor, { href: `${url}/pestaña`, target: '_blank', rel: 'opener', textContent: 'Otro sitio' })
      document.body.append(anchor)
    }, other.url)
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.locator('a', { hasText: 'Otro sitio' }).evaluate((anchor: HTMLElement) => anchor.click()),
    ])
    await tab.waitForLoadState()
    expect(await tab.evaluate(() => [document.referrer, window.opener === null])).toEqual(['', true])
    await tab.close()
    await page.evaluate((url) => window.location.assign(`${url}/aquí`), other.url)
    await expect(page).toHaveTitle('Otro sitio')
    expect(await page.evaluate(() => document.referrer)).toBe('')
  }
  other.close()

  // The icon request has the other site as referrer.
  const visits = other.received.filter(({ url }) => url !== '/favicon.ico')
  expect(visits.map(({ referer }) => referer)).toEqual([undefined, undefined, undefined, undefined])
  const requests = await sent()
  expect(requests.length).toBeGreaterThan(20)
  expect(requests.filter(({ headers }) => (headers.referer ?? '') !== '')).toEqual([])
  const holders = requests.filter(({ url }) => url.includes(token)).map(({ url }) => new URL(url).pathname)
  expect(new Set(holders)).toEqual(new Set([new URL(link).pathname, validateInvitationCall.path]))
  const logs = ['site', 'api'].map((name) => readFileSync(join(trazo.dataDir, 'logs', `${name}.log`), 'utf8'))
  expect(logs.filter((text) => text.includes(token))).toEqual([])
})

test('no policy violation occurs while an owner adds text, a highlight, a drawing and a picture', async ({
  page,
  trazo,
}) => {
  const editor = await (await aContract(trazo, 'politica-anotada')).open(page)
  await annotate(editor)
  await takeUp(editor, 'Resaltar')
  await markFirstLine(page, editor)
  await expect(annotations(editor, 'highlight')).toHaveCount(1)
  await writeOn(page, editor, 1, { x: 80, y: 200 }, '<b>Visto</b> &amp; aprobado')
  await drawOn(page, editor, 1, [
    { x: 100, y: 300 },
    { x: 200, y: 320 },
  ])
  await placePicture(page, editor, 60, 40)
})

test('no policy violation occurs while one guest signs by invitation and another by the public link', async ({
  browser,
  page,
  trazo,
}) => {
  const api = await ownerApi(trazo, ownerNamed('politica-invitada'))
  const guest = guestOf('politica-invitada')
  const file = await api.upload('Contrato.pdf', makePdf([{ text: 'Contrato' }]))
  await page.goto(await api.invite(file, await api.addField(file, guest), guest))
  await signAsGuest(page, guest)

  const other = await browser.newContext({ baseURL: trazo.url })
  const found = await watchPolicy(other)
  const visitor = await other.newPage()
  const shared = await api.upload('Carta.pdf', makePdf([{ text: 'Carta' }]))
  await api.share(shared)
  await openDocument(visitor, href.sign(shared.id, shared.original_filename))
  await signByFlow(visitor)
  await stay(visitor)
  await downloaded(visitor, visitor.getByRole('button', { name: 'Descargar' }))
  expect(found).toEqual([])
  await other.close()
})

test('no policy violation occurs while the page verifies signatures in the browser', async ({ page, trazo }) => {
  const api = await ownerApi(trazo, ownerNamed('politica-verifica'))
  const guest = guestOf('politica-verifica')
  const signed = await signedByAll(trazo, api, await api.upload('Contrato.pdf', makePdf([{ text: 'Sí' }])), [guest])
  await page.goto(href.verify())
  const chosen = { name: 'firmado.pdf', mimeType: 'application/pdf', buffer: signed }
  await page.getByLabel(/Arrastra un PDF firmado/).setInputFiles(chosen)
  await expect(page.getByRole('heading', { name: 'Documento firmado y sin cambios' })).toBeVisible()
})
