import { isInstalled, otherBrowsers } from '../../scripts/tools.ts'
import { ownerApi } from '../harness/api.ts'
import { button, dialog, label, role, text } from '../harness/browsers/screen.ts'
import { type Visit, visitWith } from '../harness/browsers/visit.ts'
import { aContract, threePages } from '../harness/editor.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { mailTo } from '../harness/outbox.ts'
import { type Guest, type Owner, ownerNamed } from '../harness/people.ts'
import { everything } from '../harness/sample.ts'
import { signedByAll } from '../harness/sign-by-api.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

test.describe.configure({ mode: 'parallel' })

const FILE = 'Contrato.pdf'
const DESK = { width: 1280, height: 860 }
const PHONE = { width: 390, height: 844 }
const guestOn = { Firefox: DESK, WebKitGTK: PHONE } as const

const signature = [
  { x: 0.2, y: 0.6 },
  { x: 0.3, y: 0.25 },
  { x: 0.38, y: 0.7 },
  { x: 0.5, y: 0.35 },
  { x: 0.62, y: 0.65 },
  { x: 0.8, y: 0.45 },
] as const

const guestSigns = async (guest: Visit, link: string): Promise<Buffer> => {
  await guest.goTo(link)
  await guest.sees(text('Página 1 de 3'))
  await guest.seesInk('main canvas')
  await guest.click(button('Página siguiente'))
  await guest.sees(text('Página 2 de 3'))
  await guest.sees(text('Segunda página'))
  await guest.click(button('Agregar Firma Digital'))
  await guest.click(button('Continuar', dialog('Revisa dónde va tu firma')))
  await guest.draw(role('img', /dibujar tu firma/), signature)
  await guest.sees(role('img', 'Tu firma dibujada'))
  await guest.seesInk('dialog canvas')
  await guest.click(button('Continuar', dialog('Dibuja tu firma')))
  await guest.fill(label(/^Número de/), '102340567', '01-0234-0567')
  await guest.click(button('Autenticar'))
  await guest.sees(dialog('Código de verificación'))
  await guest.sees(dialog('Documento firmado digitalmente con éxito'))
  await guest.click(button('Descargar'))
  return guest.downloaded()
}

const ownerInvites = async (owner: Visit, { url, dataDir }: Trazo, account: Owner, guest: Guest): Promise<void> => {
  await owner.goTo(`${url}/login`)
  await owner.fill(label('Nombre de usuario'), account.username)
  await owner.fill(label('Contraseña'), account.password)
  await owner.click(button('Iniciar sesión', role('main')))
  await owner.sees(role('heading', `Hola, ${account.firstName}`))
  const menu = button(new RegExp(account.firstName), role('banner'))
  await owner.click(menu)
  await owner.sees(role('link', 'Mi Perfil'))
  await owner.click(menu)
  await owner.no(role('link', 'Mi Perfil'))

  await owner.click(role('tab', 'Subir Documento'))
  await owner.chooseFile(FILE, makePdf(threePages))
  await owner.click(button('Subir Documento'))
  const editor = dialog(`Documento: ${FILE}`)
  await owner.click(button('Agregar firmante', editor))
  await owner.fill(label('Nombre del firmante'), guest.name)
  await owner.fill(label('Email del firmante'), guest.email)
  await owner.click(button('Agregar', editor))
  await owner.sees(text(`Elige en la página dónde firma ${guest.name}.`))
  const tool = await owner.placeOf(button('Anotar', editor))
  const zoom = await owner.placeOf(button('Restablecer zoom', editor))
  expect(tool.x + tool.width, 'tools are next to each other').toBeLessThanOrEqual(zoom.x)
  await owner.draw(role('group', 'Página 1', editor), [{ x: 0.4, y: 0.3 }])
  const field = button(new RegExp(`^${guest.name}, `), editor)
  const before = await owner.placeOf(field)
  await owner.draw(field, [
    { x: 0.5, y: 0.5 },
    { x: 0.5, y: 1 },
    { x: 0.5, y: 2.5 },
  ])
  await expect.poll(async () => (await owner.placeOf(field)).y - before.y).toBeGreaterThan(before.height)
  await owner.click(button('Invitar a Trazo', editor))
  await owner.click(button('Enviar invitación'))
  await owner.sees(text('¡Todas las invitaciones enviadas exitosamente!'))
  await mailTo(dataDir, guest.email, /firma/i)
}

const visitorVerifies = async (visitor: Visit, { url }: Trazo, signed: Buffer): Promise<void> => {
  await visitor.goTo(`${url}/verify`)
  await visitor.chooseFile(FILE, signed)
  await visitor.sees(role('heading', 'Documento firmado y sin cambios'))
  await visitor.sees(text('Válida'))
  await visitor.click(button('Verificar otro archivo'))
  await visitor.chooseFile('Cortado.pdf', signed.subarray(0, -700))
  await visitor.sees(role('heading', 'El PDF está dañado'))
}

for (const other of otherBrowsers)
  test.describe(other.name, () => {
    const { name } = other
    const domain = `${name.toLowerCase()}.example`
    const ana = { name: 'Ana Mora Ñúñez', email: `ana@${domain}` }
    test.skip(!everything && !isInstalled(other), `${name} is not installed`)

    test('a guest opens the invitation link, reads, draws, signs and downloads', async ({ trazo }) => {
      const contract = await aContract(trazo, `invitada-${name}`)
      const fieldId = await contract.api.addField(contract.file, ana, { page: 2 })
      const link = await contract.api.invite(contract.file, fieldId, ana)
      const signed = await visitWith(name, guestOn[name], (guest) => guestSigns(guest, link))
      test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
      expect(pdfsig(signed)).toMatchObject([
        { signer: ana.name, validation: 'Signature is Valid.', wholeDocument: true },
      ])
    })

    if (!everything) return

    test('an owner uploads a document, places a field and invites a guest', async ({ trazo }) => {
      const account = ownerNamed(`invita-${name.toLowerCase()}`)
      await ownerApi(trazo, account)
      const guest = { ...ana, email: `invitada@${domain}` }
      await visitWith(name, DESK, (owner) => ownerInvites(owner, trazo, account, guest))
    })

    test('a visitor verifies a signed document', async ({ trazo }) => {
      const { api, file } = await aContract(trazo, `verifica-${name}`)
      const signed = await signedByAll(trazo, api, file, [{ ...ana, email: `firmante@${domain}` }])
      await visitWith(name, DESK, (visitor) => visitorVerifies(visitor, trazo, signed))
    })
  })
