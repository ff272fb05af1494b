import { href } from 'shared/contract'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { enter, ownerNamed } from '../harness/people.ts'
import { expect, test } from '../harness/trazo.ts'

const sizes = [
  { name: 'escritorio', width: 1440, height: 900 },
  { name: 'telefono', width: 390, height: 844 },
]

for (const { name, width, height } of sizes)
  test(`${width} px: contacts of a CSV are checked, the good rows are imported and found`, async ({ page, trazo }) => {
    const owner = ownerNamed(`contactos-${name}`)
    await ownerApi(trazo, owner)
    await page.setViewportSize({ width, height })
    await enter(page, owner, `${href.profile()}?tab=contacts`)
    await page.getByRole('button', { name: 'Importar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Importar contactos' })
    await expectAccessible(page)
    const choose = (content: string, encoding: BufferEncoding = 'utf8') =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'personas.csv', mimeType: 'text/csv', buffer: Buffer.from(content, encoding) })
    await choose('Persona;Teléfono\r\nEva;8888-8888\r\n')
    await expect(dialog.getByText('El archivo no tiene una columna «Email».', { exact: false })).toBeVisible()
    await expectAccessible(page)

    await choose('Nombre;Correo\r\nJosé Núñez;jose@personas.example\r\nEva Mora;sin-arroba\r\n', 'latin1')
    await expect(dialog.getByText('1 contacto por importar. 1 fila queda fuera.')).toBeVisible()
    await expect(dialog.getByText('Fila 3: El email no es válido')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Importar 1 contacto' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Importamos 1 contacto.')).toBeVisible()
    await expect(page.locator('main').getByText('jose@personas.example')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
