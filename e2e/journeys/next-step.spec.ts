import { expectAccessible } from '../harness/axe.ts'
import { aContract, placeFor, tabOf, waitForSave } from '../harness/editor.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import type { Guest } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { expect, test } from '../harness/trazo.ts'

const windows = [
  { title: 'in a large window', use: { viewport: { width: 1440, height: 900 } } },
  { title: 'on a phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
]

for (const { title, use } of sampleOf(windows, 1, 1))
  test.describe(title, () => {
    test.use(use)

    test('the editor leads the owner from an empty document to a completed document with two signers', async ({
      page,
      trazo,
    }) => {
      const journey = `paso-${use.viewport.width}`
      const ana: Guest = { name: 'Ana Mora', email: `ana@${journey}.example` }
      const luis: Guest = { name: 'Luis Araya', email: `luis@${journey}.example` }
      const contract = await aContract(trazo, journey)
      const names = async () => (await contract.fields()).map(({ signer_name }) => signer_name)
      const editor = await contract.open(page)
      const creations: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/signature-fields/')) creations.push(request.url())
      })
      await expect(editor.getByRole('button', { name: 'Agregar firmante' })).toBeVisible()
      await expect(editor.getByRole('button', { name: /^Guardar/ })).toHaveCount(0)

      await placeFor(editor, ana)
      await waitForSave(editor)
      expect(await names()).toEqual([ana.name])
      await expect(tabOf(editor, ana.name)).toHaveAccessibleName(/por firmar$/)
      await editor.getByRole('button', { name: 'Deshacer' }).click()
      await expect.poll(names).toEqual([])
      await editor.getByRole('button', { name: 'Rehacer' }).click()
      await expect.poll(names).toEqual([ana.name])

      // The second field reaches the server only through the invitation.
      await page.route('**/home/api/signature-fields/', (route) => route.abort('connectionreset'))
      await placeFor(editor, luis)
      await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invitar a Trazo' })
      const rowOf = ({ name }: Guest) => dialog.getByRole('listitem').filter({ hasText: name })
      await expect(rowOf(luis)).toContainText('Sin guardar')
      await expect(rowOf(ana)).toContainText('Sin invitar')
      await expectAccessible(page)
      await page.unroute('**/home/api/signature-fields/')
      const before = creations.length
      await dialog.getByRole('button', { name: 'Guardar de nuevo' }).click()
      await dialog.getByRole('button', { name: 'Enviar 2 invitaciones' }).click()
      await expect(dialog.getByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
      expect(creations.length - before).toBe(1)
      expect((await names()).sort()).toEqual([ana.name, luis.name])
      await dialog.getByRole('button', { name: 'Listo' }).click()
      await expect(editor.getByText('Esperamos la firma de 2 personas.')).toBeVisible()
      await expectAccessible(page)

      for (const { email } of [ana, luis]) await signByLink(trazo, linkIn(await mailTo(trazo.dataDir, email, /firma/i)))
      await expect(editor.getByText('Documento completo: todas las firmas están.')).toBeVisible()
      await expect(editor.getByText('Esperamos la firma')).toHaveCount(0)
      await expect(editor.getByRole('button', { name: /^(Invitar a Trazo|Agregar Firma Digital)$/ })).toHaveCount(0)
      await expect(editor.getByRole('button', { name: 'Descargar', exact: true })).toHaveCSS(
        'background-color',
        await page.evaluate(() => {
          const probe = document.createElement('i')
          probe.style.color = 'var(--color-accent)'
          document.body.append(probe)
          const { color } = getComputedStyle(probe)
          probe.remove()
          return color
        }),
      )
    })
  })
