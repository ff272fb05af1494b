import { readFileSync } from 'node:fs'
import { scaled } from 'shared/testing/limits'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { screens } from '../harness/guest-flow.ts'
import { mailTo } from '../harness/outbox.ts'
import { enter, ownerNamed } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { saveTemplate } from '../harness/templates.ts'
import { expect, test } from '../harness/trazo.ts'

for (const { title, use } of sampleOf(screens, 1, 3))
  test.describe(title, () => {
    test.use(use)

    test('a CSV with two valid rows and one invalid row creates two sent documents and a result file', async ({
      page,
      trazo,
    }) => {
      const name = `muchos-${title.replaceAll(' ', '-')}`
      const contract = await aContract(trazo, name)
      const { id } = contract.file
      await contract.api.addField(contract.file, { name: 'Ana Mora', email: `ana@${id}.example` })
      await saveTemplate(trazo, contract.api.token, id)
      await enter(page, ownerNamed(name))
      await page.goto('/dashboard?tab=plantillas')
      await page.getByRole('button', { name: 'Enviar a muchos Alquiler' }).click()
      const dialog = page.getByRole('dialog', { name: 'Enviar a muchos', exact: true })
      await expectAccessible(page)
      const sampled = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Descargar un ejemplo con estas columnas' }).click()
      const sample = readFileSync(await (await sampled).path())
      const choose = (buffer: Buffer) =>
        dialog.locator('input[type=file]').setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer })
      await choose(sample)
      await expect(dialog.getByLabel('Columna de email de Arrendatario')).toHaveValue('1')
      await dialog.getByRole('button', { name: 'Revisar filas' }).click()
      await expect(dialog.getByText('1 fila lista.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Atrás' }).click()
      await dialog.getByRole('button', { name: 'Atrás' }).click()
      const csv = `Nombre;Correo\r\nÁngel Núñez;angel@${id}.example\r\nBeto;sin-arroba\r\nEva Mora;eva@${id}.example\r\n`
      await choose(Buffer.from(csv, 'latin1'))
      await expect(dialog.getByLabel('Columna de email de Arrendatario')).toHaveValue('1')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Revisar filas' }).click()
      await expect(dialog.getByText('2 filas listas y 1 fila con errores.')).toBeVisible()
      await expect(dialog.getByText('Fila 3, «Correo»: El email de «Arrendatario» no es válido.')).toBeVisible()
      await expectAccessible(page)
      await dialog.getByLabel('Dejar fuera la fila con errores').check()
      await dialog.getByRole('button', { name: 'Continuar' }).click()
      await expect(dialog.getByText(/^Se crean 2 documentos/)).toBeVisible()
      await dialog.getByRole('button', { name: 'Enviar 2 documentos' }).click()
      await expect(dialog).toBeHidden()

      const jobs = page.getByRole('region', { name: 'Envíos a muchos' })
      await expect(jobs.getByText('Terminado')).toBeVisible({ timeout: scaled(20_000) })
      await expect(jobs.getByText('2 de 2')).toBeVisible()
      await expectAccessible(page)
      const downloading = page.waitForEvent('download')
      await jobs.getByRole('button', { name: 'Descargar resultado: Alquiler' }).click()
      const result = readFileSync(await (await downloading).path(), 'utf8')
      expect(result).toMatch(
        /^\uFEFFFila;Documento;.*\r\n2;\d+;Alquiler · Ángel Núñez\.pdf;Enviada;\r\n3;;;Dejada fuera;/,
      )
      for (const person of ['angel', 'eva'])
        await mailTo(trazo.dataDir, `${person}@${id}.example`, /te invita a firmar/)
      const documents = await contract.api.list()
      expect(documents.filter(({ original_filename }) => original_filename.startsWith('Alquiler · '))).toHaveLength(2)
    })
  })
