import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright/test'
import { href } from 'shared/contract'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { enter, logIn, type Owner, ownerNamed } from '../harness/people.ts'
import { toastsOf } from '../harness/toasts.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const main = (page: Page) => page.locator('main')

const openTab = async (page: Page, trazo: Trazo, name: string, tab: 'security' | 'programs'): Promise<Owner> => {
  const owner = ownerNamed(name)
  await ownerApi(trazo, owner)
  await enter(page, owner, `${href.profile()}?tab=${tab}`)
  return owner
}

const openSecurity = async (page: Page, trazo: Trazo, name: string): Promise<Owner> => {
  const owner = await openTab(page, trazo, name, 'security')
  await expect(page.getByRole('heading', { name: 'Sesiones abiertas' })).toBeVisible()
  return owner
}

const showSecurity = async (page: Page): Promise<void> => {
  await page.goto(href.profile())
  await page.getByRole('tab', { name: 'Seguridad' }).click()
  await expect(page.getByRole('heading', { name: 'Sesiones abiertas' })).toBeVisible()
}

const proveIdentity = async (page: Page, owner: Owner): Promise<void> => {
  const question = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await question.getByLabel('Tu contraseña').fill(owner.password)
  await question.getByRole('button', { name: 'Continuar' }).click()
}

const inAnotherBrowser = async (browser: Browser, trazo: Trazo, owner: Owner): Promise<Page> => {
  const context = await browser.newContext({ baseURL: trazo.url })
  const page = await context.newPage()
  await enter(page, owner, href.profile())
  await expect(page.getByRole('button', { name: 'Editar' })).toBeVisible()
  return page
}

test('the new address confirms an e-mail change, and a link mailed to the old address undoes the change', async ({
  page,
  trazo,
}) => {
  const owner = await openSecurity(page, trazo, 'muda-correo')
  const moved = `nueva-${owner.email}`
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cambiar email' }).click()
  await expectAccessible(page)
  await proveIdentity(page, owner)
  const dialog = page.getByRole('dialog', { name: 'Cambiar email' })
  await dialog.getByLabel('Email nuevo').fill(moved)
  await dialog.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(page.getByText(`Falta que confirmes ${moved}`)).toBeVisible()

  await page.goto(linkIn(await mailTo(trazo.dataDir, moved, /Confirma tu email/)))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirmar email' }).click()
  await expect(page.getByText(`Listo: ${moved} es el email confirmado de tu cuenta.`)).toBeVisible()
  await showSecurity(page)
  await expect(main(page).getByText('Confirmado')).toBeVisible()
  await expect(main(page).getByText(`El email cambió a ${moved}`)).toBeVisible()

  await page.goto(linkIn(await mailTo(trazo.dataDir, owner.email, /Se cambió el email/)))
  await page.getByRole('button', { name: 'Deshacer el cambio' }).click()
  await expect(page.getByText(`Listo: tu cuenta volvió a ${owner.email}.`)).toBeVisible()
  await page.goto(href.profile())
  await expect(page).toHaveURL(href.login())
  await logIn(page, owner)
  await expect(toastsOf(page)).toHaveText(['No se pudo iniciar sesión. Verifica tus credenciales.'])
})

test('closing another session ends it; a wrong password is refused; a password change ends other sessions', async ({
  page,
  browser,
  trazo,
}) => {
  const owner = await openSecurity(page, trazo, 'otra-clave')
  const other = await inAnotherBrowser(browser, trazo, owner)
  await page.reload()
  await expect(main(page).getByText('Esta sesión')).toBeVisible()
  await main(page)
    .getByRole('button', { name: /^Cerrar sesión/ })
    .first()
    .click()
  await expect(page.getByText('Cerramos esa sesión.')).toBeVisible()
  await expect(main(page).getByText(/^Se cerró la sesión de Chrome/)).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(href.login())

  await enter(other, owner, href.profile())
  await expect(other.getByRole('button', { name: 'Editar' })).toBeVisible()
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await proveIdentity(page, { ...owner, password: 'no es esta' })
  await expect(page.getByRole('dialog').getByText('La contraseña no es correcta. Escríbela de nuevo.')).toBeVisible()
  await proveIdentity(page, owner)
  const dialog = page.getByRole('dialog', { name: 'Cambiar contraseña' })
  await dialog.getByLabel('Nueva contraseña').fill('pluma nueva 27')
  await dialog.getByLabel('Confirmar contraseña').fill('pluma nueva 27')
  await dialog.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('Cambiaste tu contraseña. Cerramos tus demás sesiones.')).toBeVisible()
  await expect(main(page).getByText('Se cambió la contraseña')).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(href.login())
})

/** TOTP (RFC 6238). */
const totp = (secret: string, now: number): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

test('an authenticator app adds a second login step, and a recovery code can replace the app code', async ({
  page,
  trazo,
}) => {
  const owner = await openSecurity(page, trazo, 'dos-pasos')
  await page.getByRole('button', { name: 'Activar aplicación' }).click()
  await proveIdentity(page, owner)
  const dialog = page.getByRole('dialog', { name: 'Activar aplicación de códigos' })
  await expect(dialog.getByRole('img', { name: /Código QR/ })).toBeVisible()
  await expectAccessible(page)
  const secret = ((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await dialog.getByLabel('Código de la aplicación').fill(totp(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Activar' }).click()
  const codes = page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const recovery = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await codes.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(main(page).getByText('Activada')).toBeVisible()

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await logIn(page, owner)
  await expect(page.getByRole('heading', { name: 'Segundo paso' })).toBeVisible()
  await expectAccessible(page)
  const answer = async (code: string) => {
    await page.getByLabel('Código').fill(code)
    await page.getByRole('button', { name: 'Continuar' }).click()
  }
  await answer('000000')
  await expect(main(page).getByText('El código no es correcto o ya se usó.')).toBeVisible()
  // The next code: each code works once.
  await answer(totp(secret, Date.now() + 30_000))
  await expect(page).toHaveURL(href.dashboard())

  await page.evaluate(() => localStorage.clear())
  await logIn(page, owner)
  await answer(recovery)
  await expect(page).toHaveURL(href.dashboard())
  await showSecurity(page)
  await expect(main(page).getByText('Te quedan 9.')).toBeVisible()
})

test('a user adds a passkey, logs in with the passkey alone, and removes the passkey', async ({ page, trazo }) => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  })
  const owner = await openSecurity(page, trazo, 'con-llave')
  await page.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  await proveIdentity(page, owner)
  const dialog = page.getByRole('dialog', { name: 'Agregar llave de acceso' })
  await dialog.getByLabel('Nombre de la llave').fill('Mi portátil')
  await dialog.getByRole('button', { name: 'Agregar llave' }).click()
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(main(page).getByText('Mi portátil', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.evaluate(() => localStorage.clear())
  await page.goto(href.login())
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
  await expect(page).toHaveURL(href.dashboard())

  await page.evaluate(() => localStorage.clear())
  await logIn(page, owner)
  await page.getByRole('button', { name: 'Usar mi llave de acceso' }).click()
  await expect(page).toHaveURL(href.dashboard())

  await showSecurity(page)
  await page.getByRole('button', { name: 'Quitar la llave Mi portátil' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Usar mi llave de acceso' }).click()
  await expect(page.getByText('Quitaste la llave de acceso «Mi portátil».')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await logIn(page, owner)
  await expect(page).toHaveURL(href.dashboard())
})

test('a program uses the account with an API token until the user revokes the token', async ({ page, trazo }) => {
  const owner = await openTab(page, trazo, 'programas', 'programs')
  await expect(page.getByText('Todavía no tienes tokens')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Crear token' }).click()
  await proveIdentity(page, owner)
  const form = page.getByRole('dialog', { name: 'Crear token' })
  await form.getByLabel('Nombre del programa').fill('Contabilidad')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Crear token' }).click()
  const shown = page.getByRole('dialog', { name: 'Guarda tu token' })
  const token = await shown.getByRole('listitem').textContent()
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Ya lo guardé' }).click()

  const statusOf = async (path: string) =>
    (await fetch(`${trazo.url}${path}`, { headers: { Authorization: `Bearer ${token}` } })).status
  expect(await statusOf('/home/api/files/')).toBe(200)
  expect(await statusOf('/api/auth/sessions/')).toBe(403)
  await page.reload()
  await expect(page.getByText(/Leer documentos · termina en .* · último uso: /)).toBeVisible()
  await page.getByRole('button', { name: 'Revocar Contabilidad' }).click()
  await page.getByRole('button', { name: 'Revocar token' }).click()
  await expect(page.getByText('Todavía no tienes tokens')).toBeVisible()
  expect(await statusOf('/home/api/files/')).toBe(401)
  await page.getByRole('link', { name: 'Todas las llamadas de la API' }).click()
  await expect(page.getByRole('heading', { name: 'API para programas' })).toBeVisible()
  await expectAccessible(page)
})

const openReceiver = async () => {
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.end('gracias')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/avisos`
  return { received, url, close: () => server.close() }
}

const disconnectAfterNewPassword = async (page: Page, owner: Owner, url: string): Promise<void> => {
  await showSecurity(page)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await proveIdentity(page, owner)
  const change = page.getByRole('dialog', { name: 'Cambiar contraseña' })
  await change.getByLabel('Nueva contraseña').fill('pluma nueva 31')
  await change.getByLabel('Confirmar contraseña').fill('pluma nueva 31')
  await change.getByRole('button', { name: 'Cambiar contraseña' }).click()
  const connections = page.getByRole('dialog', { name: 'Esto sigue conectado a tu cuenta' })
  await expect(connections.getByRole('button', { name: `Desconectar ${url}` })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await connections.getByRole('button', { name: `Desconectar ${url}` }).click()
  await expect(page.getByText(`Desconectamos ${url}.`)).toBeVisible()
  await expect(connections).toHaveCount(0)
}

test('a webhook delivers a test event and resends it, and a new password offers to disconnect it', async ({
  page,
  trazo,
}) => {
  const { received, url, close } = await openReceiver()
  const owner = await openTab(page, trazo, 'avisos', 'programs')
  await page.getByRole('button', { name: 'Agregar webhook' }).click()
  await proveIdentity(page, owner)
  const form = page.getByRole('dialog', { name: 'Agregar webhook' })
  await form.getByLabel('Dirección que recibe los avisos').fill(url)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Agregar webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Guarda el secreto' })
  const secret = (await shown.getByRole('listitem').textContent()) ?? ''
  await shown.getByRole('button', { name: 'Ya lo guardé' }).click()
  await expect(page.getByText('Activo', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: `Administrar ${url}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Webhook' })
  await expect(dialog.getByText('Todavía no hay avisos.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Enviar aviso de prueba' }).click()
  await expect(dialog.getByText('Entregado', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Ver contenido' }).click()
  await expect(dialog.getByLabel('Lo que respondió')).toHaveValue('gracias')
  await expect(dialog.getByLabel('Lo que enviamos')).toHaveValue(received[0]?.body ?? '')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reenviar' }).click()
  await expect(dialog.getByText('Entregado', { exact: true })).toHaveCount(2)

  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(
    Array(2).fill(received[0]?.headers['webhook-id']),
  )
  for (const { headers, body } of received) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  }
  await disconnectAfterNewPassword(page, owner, url)
  close()
})
