import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scaled } from 'shared/testing/limits'
import { launchSite } from '../../scripts/site.ts'
import { aContract } from '../harness/editor.ts'
import { type Guest, ownerNamed } from '../harness/people.ts'
import type { SmtpServer } from '../harness/smtp-server.ts'
import { startSmtpServer } from '../harness/smtp-server.ts'
import type { Trazo } from '../harness/trazo.ts'
import { test as base, expect } from '../harness/trazo.ts'

const test = base.extend<object, { trazo: Trazo; smtp: SmtpServer }>({
  smtp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for fixture dependencies
    async ({}, use) => {
      const smtp = await startSmtpServer()
      await use(smtp)
      await smtp.stop()
    },
    { scope: 'worker' },
  ],
  trazo: [
    async ({ smtp }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'trazo-delivery-'))
      const site = await launchSite({
        dataDir,
        env: { SMTP_URL: smtp.url, RATE_LIMIT_FACTOR: '1000', SHED_EVENT_LOOP_MS: '0' },
      })
      try {
        await use({ ...site, dataDir, crashApi: () => site.api.restart() })
      } finally {
        await site.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: scaled(120_000) },
  ],
})

test('the owner sees which invitation was delivered, which failed and why, and resends the failed one', async ({
  page,
  trazo,
  smtp,
}) => {
  const ana: Guest = { name: 'Ana Mora', email: 'ana@correo.example' }
  const luis: Guest = { name: 'Luis Araya', email: 'luis@correo.example' }
  smtp.refuse(luis.email)
  const contract = await aContract(trazo, 'entrega')
  const owner = ownerNamed('entrega')
  await contract.api.confirmEmail(async () => smtp.lastTo(owner.email))
  await contract.api.addField(contract.file, ana)
  await contract.api.addField(contract.file, luis, { page: 2 })
  const editor = await contract.open(page)
  await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitar a Trazo' })
  const rowOf = ({ name }: Guest) => dialog.getByRole('listitem').filter({ hasText: name })
  await dialog.getByRole('button', { name: 'Enviar 2 invitaciones' }).click()

  await expect(rowOf(ana)).toContainText('Enviada')
  await expect(rowOf(luis)).toContainText('No entregada')
  await expect(rowOf(luis)).toContainText('La dirección no existe o no recibe mensajes (550).')
  await expect.poll(() => smtp.delivered).toEqual([owner.email, ana.email, owner.email])
  expect(smtp.lastTo(owner.email)).toContain(luis.email)
  await rowOf(luis).getByRole('button', { name: 'Acciones de Luis Araya' }).click()
  await page.getByRole('button', { name: 'Enviar de nuevo' }).click()
  await expect.poll(async () => (await contract.invitations())[1]?.delivery?.state).toBe('failed')

  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(editor.getByText('No entregada')).toBeVisible()
})
