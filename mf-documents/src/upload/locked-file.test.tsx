import { act, fireEvent, screen, within } from '@testing-library/react'
import { settle, UploadWire } from 'shared/testing'
import { documentWith } from '../testing/documents.ts'
import { renderDashboard, shownNotifications } from '../testing/render-dashboard.tsx'

const PASSWORD = 'Ñandú 2026'
const ASKS = 'Este PDF pide una contraseña para abrirse'
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf', lastModified: 1 })
const locked = {
  error_code: 'PDF_ENCRYPTED',
  error_type: 'PDF_VALIDATION_ERROR',
  title: ASKS,
  message: 'El documento está cifrado.',
  suggestion: 'Si la tienes, escríbela.',
  timestamp: '2026-01-31T18:00:00.000Z',
  user_action_required: true,
  can_open: true,
}
const wrong = {
  ...locked,
  error_code: 'PDF_PASSWORD_WRONG',
  title: 'Esa contraseña no abre el PDF',
  suggestion: 'Revisa mayúsculas, tildes y espacios, y escríbela otra vez.',
}
const restricted = { ...locked, error_code: 'PDF_RESTRICTED', title: 'El PDF no permite firmarlo' }
const malicious = { ...locked, error_code: 'PDF_MALICIOUS_JAVASCRIPT', can_open: false, can_clean: true }

const button = (name: string) => screen.getByRole('button', { name })
const password = () => screen.getByLabelText('Contraseña del PDF')
const answer = async (status: number, body: unknown) => {
  await act(async () => UploadWire.last().answer(status, body))
  await settle()
}
const sent = () => Object.fromEntries(UploadWire.last().body?.entries() ?? [])
const agreed = (given: string) => ({ opened: 'true', password: given })

const bring = async (...files: File[]) => {
  const rendered = await renderDashboard({ files: [documentWith({ id: 11 })] })
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } })
  await settle()
  return rendered
}
const open = async (user: Awaited<ReturnType<typeof bring>>['user'], given: string) => {
  await user.type(password(), given)
  await user.click(button('Abrir y usar la copia'))
  await settle()
}

beforeEach(() => {
  jest.useFakeTimers()
  UploadWire.install()
})
afterEach(() => jest.useRealTimers())

test('a file that needs a password asks for it once, says what is signed, and tells it again afterwards', async () => {
  const { user } = await bring(pdf('Estado.pdf'))
  await answer(400, locked)
  const panel = screen.getByText(ASKS).closest('[role="status"]')
  for (const text of [
    'Estado.pdf',
    'Se firmará una copia sin protección: quien la reciba la abre sin contraseña.',
    'Guardamos tu archivo como llegó y lo puedes descargar.',
    'La contraseña se usa una vez y no se guarda.',
    'Si ya trae firmas no lo abrimos, porque en la copia dejarían de valer.',
  ])
    expect(panel).toHaveTextContent(text)
  expect(password()).toHaveFocus()
  expect(password()).toHaveAttribute('type', 'password')
  expect(password()).toHaveAttribute('autocomplete', 'off')
  expect(password()).not.toHaveAttribute('name')
  expect(screen.queryByRole('button', { name: 'Subir Documento' })).toBeNull()

  await open(user, PASSWORD)
  expect(screen.queryByLabelText('Contraseña del PDF')).toBeNull()
  expect(sent()).toMatchObject(agreed(PASSWORD))
  await answer(201, documentWith({ id: 12, rewritten: 'normalised', opened: true }))
  expect(shownNotifications()).toContainEqual(['info', expect.stringMatching(/^Se firmará una copia sin protección/)])
  for (const storage of [localStorage, sessionStorage]) expect(JSON.stringify(storage)).not.toContain('Ñandú')
  expect(JSON.stringify(history.state) + location.href).not.toContain('Ñandú')
})

test('a wrong password keeps the file and says so, and no password sends nothing', async () => {
  const { user } = await bring(pdf('Estado.pdf'))
  await answer(400, locked)
  await user.click(button('Abrir y usar la copia'))
  expect(password()).toHaveAccessibleDescription('Escribe la contraseña del PDF.')
  expect(UploadWire.sent).toHaveLength(1)
  await open(user, 'otra')
  await answer(400, wrong)
  expect(screen.getAllByText('Estado.pdf')).not.toEqual([])
  expect(password()).toHaveValue('')
  expect(password()).toHaveAccessibleDescription(`${wrong.title}. ${wrong.suggestion}`)
  await open(user, PASSWORD)
  expect(sent()).toMatchObject(agreed(PASSWORD))
})

test('cancelling forgets the password and keeps the file in the form', async () => {
  const { user } = await bring(pdf('Estado.pdf'))
  await answer(400, locked)
  await user.type(password(), PASSWORD)
  await user.click(button('Cancelar'))
  expect(screen.queryByLabelText('Contraseña del PDF')).toBeNull()
  expect(screen.getByText('Estado.pdf')).toBeVisible()
  await user.click(button('Subir Documento'))
  await settle()
  expect(sent()).not.toHaveProperty('password')
})

test('content that can be removed is asked for by itself, and the password is not asked for again', async () => {
  const { user } = await bring(pdf('Estado.pdf'))
  await answer(400, locked)
  await open(user, PASSWORD)
  await answer(400, malicious)
  await user.click(button('Quitar ese contenido y subir'))
  await settle()
  expect(sent()).toMatchObject({ ...agreed(PASSWORD), clean: 'true' })
  await answer(201, documentWith({ id: 12, rewritten: 'cleaned' }))
})

test('a password is not sent with another file', async () => {
  const { user } = await bring(pdf('Estado.pdf'))
  await answer(400, locked)
  await open(user, PASSWORD)
  await answer(400, malicious)
  await user.upload(screen.getByLabelText(/Cambiar archivo/), pdf('Otro.pdf'))
  await user.click(button('Subir Documento'))
  await settle()
  expect(sent()).not.toHaveProperty('password')
})

test('what the issuer forbids can be lifted with the password of the owner', async () => {
  await bring(pdf('Estado.pdf'))
  await answer(400, restricted)
  expect(screen.getByText('El PDF no permite firmarlo')).toBeVisible()
  expect(screen.getByLabelText('Contraseña de propietario')).toHaveFocus()
})

test('of several files each is asked for by itself, in order, and one without an answer is left out', async () => {
  const { user } = await bring(pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
  const panel = () => within(screen.getByRole('region', { name: 'Varios documentos' }))
  await answer(400, locked)
  expect(panel().getAllByRole('status')[0]).toHaveTextContent('Un archivo pide una contraseña')
  expect(UploadWire.sent).toHaveLength(1)
  await open(user, 'otra')
  expect(sent()).toMatchObject(agreed('otra'))
  await answer(400, wrong)
  await open(user, PASSWORD)
  await answer(201, documentWith({ id: 20, original_filename: 'a.pdf', rewritten: 'normalised', opened: true }))
  expect(shownNotifications()).toContainEqual(['info', expect.stringMatching(/^a\.pdf: Se firmará una copia/)])
  expect(sent()).not.toHaveProperty('password')
  await answer(400, locked)
  await user.click(within(screen.getByText(ASKS).closest('div[role="status"]') as HTMLElement).getByText('Cancelar'))
  await settle()
  expect(panel().getByText('Pide una contraseña y no se abrió.')).toBeVisible()
  await answer(201, documentWith({ id: 21, original_filename: 'c.pdf' }))
  expect(screen.getByRole('dialog', { name: '¿Van juntos?' })).toHaveTextContent('b.pdf: Pide una contraseña')
})
