import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { mailTo } from '../harness/outbox.ts'
import { PHONE } from '../harness/participants.ts'
import { enter, type Guest, ownerNamed, signAsGuest } from '../harness/people.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

test('an account sees what it was asked to sign, and signs with its session in place of the mailed link', async ({
  page,
  browser,
  trazo,
}) => {
  const contract = await aContract(trazo, 'bandeja')
  const ana = ownerNamed('ana-bandeja')
  const account = await ownerApi(trazo, ana)
  await account.confirmEmail(async () => (await mailTo(trazo.dataDir, ana.email, /confirma/i)).text ?? '')
  const guest: Guest = { name: 'Ana Mora', email: ana.email }
  const field = await contract.api.addField(contract.file, guest)

  await enter(page, ana)
  await expect(page.getByText('Aún no tienes documentos')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Para firmar' })).toHaveCount(0)

  await contract.api.invite(contract.file, field, guest)
  await page.reload()
  const inbox = page.getByRole('region', { name: 'Para firmar' })
  await expect(inbox.getByRole('listitem')).toContainText(`${contract.filename}Mariela Solís te pide tu firma`)
  await expectAccessible(page)

  const small = await (await browser.newContext(PHONE)).newPage()
  await enter(small, ana)
  await expect(small.getByRole('region', { name: 'Para firmar' })).toBeVisible()
  await expectAccessible(small)

  await inbox.getByRole('button', { name: `Abrir ${contract.filename}` }).click()
  await expect(page.locator('main canvas').first()).toBeVisible()
  await expect(page.getByText('Mariela Solís te pide tu firma.')).toBeVisible()
  await signAsGuest(page, guest)
  await expect.poll(async () => (await contract.api.list()).map(({ status }) => status)).toEqual(['COMPLETED'])
  const [signed] = await contract.api.list()
  if (signed && hasTool('pdfsig'))
    expect(pdfsig(await contract.api.download(signed)).map(({ validation }) => validation)).toEqual([
      'Signature is Valid.',
    ])

  await page.goto('/dashboard')
  await expect(page.getByText('Aún no tienes documentos')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Para firmar' })).toHaveCount(0)
})
