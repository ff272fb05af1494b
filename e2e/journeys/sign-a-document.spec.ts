import type { Page } from 'playwright/test'
import { fileEventsCall } from 'shared/contract'
import { linkIn, mailTo } from '../harness/outbox.ts'
import type { Guest } from '../harness/people.ts'
import {
  addField,
  card,
  downloaded,
  fieldOf,
  openDocumentMenu,
  openEditor,
  ownerNamed,
  register,
  signAsGuest,
  upload,
} from '../harness/people.ts'
import { realPdf } from '../harness/real-pdf.ts'
import { isSampled, sampleOf } from '../harness/sample.ts'
import { hasTool, mutoolVerdicts, pdfsig, qpdfCheck } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

const filename = 'Contrato de servicios.pdf'
/** Journeys share a site, so addresses must be unique. */
const guestsOf = (journey: string): [Guest, Guest] => [
  { name: 'Ana Mora Ñúñez', email: `ana@${journey}.example` },
  { name: 'Luis Araya', email: `luis@${journey}.example` },
]

/** `npm run test:all` kills after every step. */
const KILLED_OF = 5

/** Another signature or the seal follows. */
const VALID_BUT_CONTINUED = 'The signature is valid but there have been edits since signing.'

const watchRequests = (page: Page): string[] => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

const watchConsole = (page: Page, crashes: boolean): string[] => {
  const complaints: string[] = []
  page.on('console', (message) => {
    // While the API is down, 503 is expected, and an
    // event stream or download that breaks off.
    const [text, { url }] = [message.text(), message.location()]
    const brokenStream = text.includes('ERR_INCOMPLETE_CHUNKED_ENCODING') && url.endsWith(fileEventsCall.path)
    const brokenDownload = text.includes('ERR_CONTENT_LENGTH_MISMATCH') && url.endsWith('/public_download')
    const expected = crashes && (brokenStream || brokenDownload || text.includes('503 (Service Unavailable)'))
    if (message.type() === 'error' && !expected) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

const expectValidSignatures = (signed: Buffer, guests: readonly Guest[]): void => {
  const expected = guests.map((guest) => ({
    signer: guest.name,
    type: 'ETSI.CAdES.detached',
    validation: 'Signature is Valid.',
  }))
  const found = pdfsig(signed)
  expect(found).toHaveLength(guests.length)
  expect(found).toMatchObject(expected)
  expect(found.at(-1)?.wholeDocument).toBe(true)
}

/** A run tests one form. */
const forms = [
  {
    title: 'register, upload, place fields, invite, two guests sign, download',
    crashes: false,
    reducedMotion: 'no-preference',
  },
  {
    title: 'the same with the API killed and restarted between any two steps',
    crashes: true,
    reducedMotion: 'reduce',
  },
] as const

for (const { title, crashes, reducedMotion } of sampleOf(forms, 1))
  test.describe(() => {
    test.use({ contextOptions: { reducedMotion } })
    test(title, async ({ browser, page, trazo }) => {
      const { bytes, origin } = realPdf('normal__samples__pdflatex-4-pages.pdf')
      test.info().annotations.push({ type: 'document', description: origin })
      const journey = crashes ? 'con-caidas' : 'sin-caidas'
      const owner = ownerNamed(journey)
      const guests = guestsOf(journey)
      const [ana, luis] = guests
      let step = 0
      const betweenSteps = async () => {
        step += 1
        if (crashes && isSampled(step, 0, KILLED_OF)) await trazo.crashApi()
      }
      const complaints = watchConsole(page, crashes)

      await register(page, owner)
      await betweenSteps()
      await upload(page, { name: filename, bytes })
      await betweenSteps()

      const editor = await openEditor(page, filename)
      await addField(page, editor, ana, { x: 40, y: 120 })
      await addField(page, editor, luis, { x: 60, y: 300 })
      await betweenSteps()

      await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
      await page.getByRole('button', { name: 'Enviar 2 invitaciones' }).click()
      await expect(page.getByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
      await page.getByRole('button', { name: 'Listo' }).click()
      await betweenSteps()

      for (const guest of guests) {
        const link = linkIn(await mailTo(trazo.dataDir, guest.email, /firma/i))
        const context = await browser.newContext()
        const guestPage = await context.newPage()
        const requests = watchRequests(guestPage)
        const guestComplaints = watchConsole(guestPage, crashes)
        await guestPage.goto(link)
        await expect(guestPage.getByRole('heading', { name: filename })).toBeVisible()
        await expect(guestPage.locator('main canvas').first()).toBeVisible()
        await expect(fieldOf(guestPage.locator('main'), guest)).toBeVisible()
        await betweenSteps()
        await signAsGuest(guestPage, guest)
        await betweenSteps()
        await guestPage.getByRole('button', { name: 'Finalizar' }).click()

        const mine = await downloaded(guestPage, guestPage.getByRole('button', { name: 'Descargar' }))
        expect(mine.subarray(0, bytes.length).equals(bytes)).toBe(true)
        await expect(guestPage.getByText(`PDF enviado a ${guest.email}`)).toBeVisible()
        await guestPage.getByText('Ver detalles').click()
        await guestPage.getByRole('button', { name: 'Enviar a mi correo' }).click()
        await expect(guestPage.getByText(`PDF enviado a ${guest.email}`)).toBeVisible()

        expect(requests.filter((path) => /mf[-_](auth|documents)/.test(path))).toEqual([])
        expect(requests.some((path) => path.startsWith('/r/mf_signing/'))).toBe(true)
        expect(guestComplaints).toEqual([])
        await context.close()
      }
      await betweenSteps()

      await page.reload()
      await editor.getByRole('button', { name: 'Cerrar' }).click()
      await expect(card(page, filename)).toContainText('✓ Firmado')
      await expect(card(page, filename)).toContainText('Completado')
      const menu = await openDocumentMenu(page, filename)
      const signed = await downloaded(page, menu.getByRole('button', { name: /^Descargar la más reciente/ }))
      const final = await mailTo(trazo.dataDir, owner.email, /complet|firmado/i)

      expect(signed.subarray(0, bytes.length).equals(bytes)).toBe(true)
      expect(final.attachments[0]?.mimeType).toBe('application/pdf')
      expect(Buffer.from(final.attachments[0]?.content as ArrayBuffer).equals(signed)).toBe(true)
      expect(complaints).toEqual([])

      for (const tool of ['pdfsig', 'mutool', 'qpdf'].filter((name) => !hasTool(name)))
        test.info().annotations.push({ type: 'check skipped', description: `${tool} is not installed` })
      if (hasTool('pdfsig')) expectValidSignatures(signed, guests)
      if (hasTool('mutool'))
        expect(mutoolVerdicts(signed).slice(0, 2)).toEqual([VALID_BUT_CONTINUED, VALID_BUT_CONTINUED])
      if (hasTool('qpdf')) expect(qpdfCheck(signed)).toBeUndefined()
    })
  })
