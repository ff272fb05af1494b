import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { scaled } from 'shared/testing/limits'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { addFormField } from '../harness/form-fields.ts'
import { openDocument, screens, signByFlow, stay } from '../harness/guest-flow.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { enter, ownerNamed } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
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

    test('values of the CSV are in the form of each guest, who changes one, signs, and finds them in the PDF', async ({
      page,
      browser,
      trazo,
    }) => {
      test.skip(!hasTool('pdfsig') || !hasTool('pdftotext'), 'pdfsig and pdftotext are not installed')
      const name = `muchos-llenos-${title.replaceAll(' ', '-')}`
      const contract = await aContract(trazo, name)
      const { id } = contract.file
      const fieldId = await contract.api.addField(contract.file, { name: 'Ana Mora', email: `ana@${id}.example` })
      const text = { kind: 'text', max_length: 60, multiline: false } as const
      const add = (label: string, y: number, rule: Parameters<typeof addFormField>[2]['rule']) =>
        addFormField(contract, trazo.url, { fieldId, label, y, rule })
      await add('Dirección', 0.1, text)
      await add('Plan', 0.2, { kind: 'choice', options: ['Mensual', 'Anual'] })
      await saveTemplate(trazo, contract.api.token, id)
      await enter(page, ownerNamed(name))
      await page.goto('/dashboard?tab=plantillas')
      await page.getByRole('button', { name: 'Enviar a muchos Alquiler' }).click()
      const dialog = page.getByRole('dialog', { name: 'Enviar a muchos', exact: true })
      await expect(dialog.getByText(/«Dirección» y «Plan»\. Quien firma los ve llenos/)).toBeVisible()
      await expectAccessible(page)
      const sampled = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Descargar un ejemplo con estas columnas' }).click()
      const sample = readFileSync(await (await sampled).path(), 'utf8')
      expect(sample).toContain('Nombre del documento;Dirección;Plan')
      const choose = (csv: string) =>
        dialog
          .locator('input[type=file]')
          .setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      const csv = (plan: string) =>
        [
          'Nombre;Correo;Plan;Dirección',
          `Ángel Núñez;angel@${id}.example;${plan};100 m norte del parque`,
          `Eva Mora;eva@${id}.example;Mensual;Barrio Escalante`,
        ].join('\r\n')
      await choose(csv('Semanal'))
      await expect(dialog.getByLabel('Columna de Plan')).toHaveValue('2')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Revisar filas' }).click()
      await expect(
        dialog.getByText('Fila 2, «Plan»: Debe ser una de las opciones. Escríbela igual: «Mensual», «Anual».'),
      ).toBeVisible()
      for (let step = 0; step < 2; step++) await dialog.getByRole('button', { name: 'Atrás' }).click()
      await choose(csv('Anual'))
      await dialog.getByRole('button', { name: 'Revisar filas' }).click()
      await expect(dialog.getByText('Dirección: 100 m norte del parque · Plan: Anual')).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Continuar' }).click()
      await dialog.getByRole('button', { name: 'Enviar 2 documentos' }).click()
      const jobs = page.getByRole('region', { name: 'Envíos a muchos' })
      await expect(jobs.getByText('Terminado')).toBeVisible({ timeout: scaled(20_000) })

      const mail = await mailTo(trazo.dataDir, `angel@${id}.example`, /te invita a firmar/)
      const guest = await (await browser.newContext({ locale: 'es-CR', ...use })).newPage()
      await openDocument(guest, linkIn(mail))
      const form = guest.getByRole('region', { name: 'Llena antes de firmar' })
      await expect(form).toContainText('Algunos datos ya venían llenos. Revísalos y cámbialos si hace falta')
      await expect(form).toContainText('Todo está lleno: ya puedes firmar.')
      await expect(guest.getByText('Barrio Escalante')).toHaveCount(0)
      await form.getByRole('button', { name: 'Llenar como formulario' }).click()
      const filling = guest.getByRole('dialog', { name: 'Llena antes de firmar' })
      await expect(filling.getByLabel('Dirección')).toHaveValue('100 m norte del parque')
      await expect(filling.getByText('Ya venía lleno. Revísalo.')).toHaveCount(2)
      await expectAccessible(guest)
      await filling.getByLabel('Plan').selectOption('Mensual')
      await expect(filling.getByText('Ya venía lleno. Revísalo.')).toHaveCount(1)
      await filling.getByRole('button', { name: 'Listo' }).click()
      await signByFlow(guest)
      await stay(guest)

      const documents = await contract.api.list()
      const signed = documents.find(({ original_filename }) => original_filename.includes('Ángel'))
      if (!signed) throw new Error('Ángel has no document')
      const pdf = await contract.api.download(signed)
      expect(pdfsig(pdf)).toMatchObject([
        { signer: 'Ángel Núñez', validation: 'Signature is Valid.', wholeDocument: true },
      ])
      const written = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
      expect(written).toContain('100 m norte del parque')
      expect(written).toContain('Mensual')
      expect(written).not.toContain('Anual')
    })
  })
