import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SignatureField } from 'shared/contract'
import { errorMessages } from 'shared/contract'
import { endSession } from 'shared/state'
import type { SentCall } from 'shared/testing'
import { renderInShell } from 'shared/testing'
import { drawStroke } from '../testing/draw-stroke.ts'
import type { FakeApi } from '../testing/fake-api.ts'
import { logInOwner, refusal, serveApi } from '../testing/fake-api.ts'
import { fakeEngine } from '../testing/fake-engine.ts'
import { stubDom } from '../testing/stub-dom.ts'
import { storedField, storedFile } from '../testing/wire.ts'
import { EngineProvider } from '../viewer/engine/engine-context.ts'
import DocumentEditor from './DocumentEditor.tsx'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const file = storedFile()
const own = storedField({ id: 9, field_id: 'field_own', field_type: 'PRIMARY', signer_name: 'Luis Vargas' })
const ana = storedField()

const open = async (fields: SignatureField[] = [], answer: FakeApi['answer'] = undefined) => {
  const calls = serveApi({ fields, ...(answer ? { answer } : {}) })
  await act(() => logInOwner())
  const engine = fakeEngine()
  const spies = { onClose: jest.fn(), onChanged: jest.fn() }
  renderInShell(
    <EngineProvider value={engine.load}>
      <DocumentEditor file={file} {...spies} />
    </EngineProvider>,
  )
  await screen.findByText('Página 1 de 3')
  await waitFor(() => expect(calls.some(({ url }) => url.includes('signature-fields'))).toBe(true))
  const user = userEvent.setup()
  return { ...spies, calls, engine, user }
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const toast = (text: string | RegExp) => screen.findByText(text)
const sent = (calls: SentCall[], method: string, part: string) =>
  calls.filter((call) => call.method === method && call.url.includes(part))
const tabs = () => document.querySelectorAll('[data-field]')

const addThirdParty = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Firma de Terceros' }))
  await user.type(screen.getByLabelText('Nombre del firmante'), 'Ana Mora')
  await user.type(screen.getByLabelText('Email del firmante'), 'ana@example.com')
  await user.click(button('Agregar campo'))
}

test('header: back, title, Descargar, Cerrar; the signers are counted', async () => {
  const { user, onClose } = await open([ana, own])
  expect(screen.getByRole('heading', { name: 'Documento: Contrato.pdf' })).toBeVisible()
  expect(button('Descargar')).toBeVisible()
  expect((await screen.findAllByText('Luis Vargas')).length).toBeGreaterThan(0)
  expect(button('Firmantes del Documento 2')).toBeInTheDocument()
  await user.click(button('Cerrar'))
  await user.click(button('Volver'))
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('a third-party field needs a name and an e-mail', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Firma de Terceros' }))
  await user.click(button('Agregar campo'))
  expect(await screen.findByText('Por favor ingresa el email del firmante')).toBeVisible()
  await user.type(screen.getByLabelText('Email del firmante'), 'ana@')
  await user.click(button('Agregar campo'))
  expect(await screen.findByText('El email no es válido')).toBeVisible()
  expect(tabs()).toHaveLength(0)
})

test('a third-party field starts 200 × 50 at 100,100 of the page on show, and is saved as fractions of it', async () => {
  const { user, calls, onChanged } = await open()
  await user.click(button('Página siguiente'))
  await screen.findByText('Página 2 de 3')
  await addThirdParty(user)
  await toast('Campo de firma agregado. Arrastra para posicionar y redimensiona según necesites.')
  await user.click(button('Guardar posiciones (1)'))
  await toast('Posiciones de 1 campo(s) guardadas correctamente')
  expect(sent(calls, 'POST', 'signature-fields')[0]).toMatchObject({
    token: 'owner-token',
    body: {
      field_type: 'SECONDARY',
      signer_name: 'Ana Mora',
      signer_email: 'ana@example.com',
      page: 2,
      x_relative: 100 / 600,
      y_relative: 100 / 800,
      width_relative: 200 / 600,
      height_relative: 50 / 800,
      user_file_id: 3,
      field_id: expect.stringMatching(/^field_\d+/),
    },
  })
  expect(onChanged).toHaveBeenCalledTimes(1)
  expect(document.querySelector('[data-field="saved"]')).not.toBeNull()
})

test("the owner's own field is 200 × 60 at the centre of the page", async () => {
  const { user, calls } = await open()
  await user.click(await screen.findByRole('button', { name: 'Firma de Usuario' }))
  await user.click(button('Guardar posiciones (1)'))
  await toast('Posiciones de 1 campo(s) guardadas correctamente')
  expect(sent(calls, 'POST', 'signature-fields')[0]?.body).toMatchObject({
    field_type: 'PRIMARY',
    signer_name: 'Luis Vargas',
    x_relative: 200 / 600,
    y_relative: 370 / 800,
    width_relative: 200 / 600,
    height_relative: 60 / 800,
  })
})

test('zoom is blocked while a temporary field is there', async () => {
  const { user } = await open()
  await addThirdParty(user)
  await user.click(button('Acercar'))
  await toast('No se puede hacer zoom mientras hay campos de firma activos. Guarda o cancela las firmas primero.')
})

test('saving with nothing new says so, and Cancelar drops what is temporary', async () => {
  const { user, calls } = await open([ana])
  await user.click(await screen.findByRole('button', { name: 'Editar' }))
  await user.click(button('Guardar posiciones (0)'))
  await toast('No hay campos nuevos para guardar')
  await user.click(button('Firma de Usuario'))
  expect(tabs()).toHaveLength(2)
  await user.click(button('Cancelar'))
  await toast('Campo de firma cancelado')
  expect(tabs()).toHaveLength(1)
  expect(sent(calls, 'POST', 'signature-fields')).toHaveLength(0)
})

test('what was saved before a failure stays saved, and the reason is told', async () => {
  let posts = 0
  const { user } = await open([], ({ method, url }) => {
    if (method !== 'POST' || !url.includes('signature-fields')) return undefined
    posts += 1
    return posts === 2 ? refusal(400, 'PAGE_OUT_OF_RANGE', errorMessages.PAGE_OUT_OF_RANGE) : undefined
  })
  await addThirdParty(user)
  await user.click(button('Firma de Usuario'))
  await user.click(button('Guardar posiciones (2)'))
  await toast(`Error al guardar las posiciones de los campos: ${errorMessages.PAGE_OUT_OF_RANGE}`)
  expect(document.querySelectorAll('[data-field="saved"]')).toHaveLength(1)
  expect(button('Guardar posiciones (1)')).toBeVisible()
})

test.each([
  [undefined, 'Campo de firma eliminado', 0],
  [refusal(404, 'NOT_FOUND', 'x'), 'Campo eliminado (no existía en el servidor)', 0],
  [{ status: 500, body: 'x' }, 'Error al eliminar el campo de firma', 1],
])('deleting a saved field, answered %j', async (answer, message, left) => {
  const { user } = await open([ana], ({ method }) => (method === 'DELETE' ? answer : undefined))
  await user.click(await screen.findByRole('button', { name: /Eliminar el campo de Ana Mora/ }))
  await toast(message)
  expect(tabs()).toHaveLength(left)
})

test('a document with a signature takes no more fields and loses none, and says why', async () => {
  await open([storedField({ is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' }), own])
  expect(await screen.findByText(errorMessages.DOCUMENT_FROZEN)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Eliminar/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Firma de Terceros' })).toBeNull()
})

test('leaving with unsaved fields asks first', async () => {
  const { user, onClose } = await open()
  await addThirdParty(user)
  await user.click(button('Cerrar'))
  expect(screen.getByText('Hay campos sin guardar')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(button('Salir sin guardar'))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('the invitation says who gets what, is sent once per third-party field, and tells of each', async () => {
  const luz = storedField({ id: 8, field_id: 'field_2', signer_name: 'Luz', signer_email: 'luz@example.com', page: 2 })
  const { user, calls, onChanged } = await open([ana, luz, own], ({ url, body }) =>
    url.includes('send-invitation') && JSON.stringify(body).includes('luz@') ? { status: 503, body: {} } : undefined,
  )
  await user.click(await screen.findByRole('button', { name: 'Invitar a Trazo' }))
  const dialog = screen.getByRole('dialog', { name: 'Invitar a Trazo' })
  expect(within(dialog).getByText('Archivo a Trazo')).toBeVisible()
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Ana Moraana@example.com · un campo en la página 1', 'Luzluz@example.com · un campo en la página 2'])
  await user.click(button('Enviar 2 invitaciones'))
  expect(await screen.findByText('Se enviaron 1 invitación(es) de 2')).toBeVisible()
  expect(within(dialog).getByText('Error del servidor. Intenta nuevamente más tarde.')).toBeVisible()
  expect(sent(calls, 'POST', 'send-invitation').map(({ body }) => body)).toMatchObject([
    { email: 'ana@example.com', signer_name: 'Ana Mora', field_id: 7, field_coordinates: { page: 1 } },
    { email: 'luz@example.com', field_id: 8 },
  ])
  expect(onChanged).toHaveBeenCalledTimes(1)
  await user.click(button('Reintentar las que fallaron'))
  await waitFor(() => expect(sent(calls, 'POST', 'send-invitation')).toHaveLength(3))
})

test('all invitations sent', async () => {
  const { user } = await open([ana])
  await user.click(await screen.findByRole('button', { name: 'Invitar a Trazo' }))
  await user.click(button('Enviar invitación'))
  expect(await screen.findByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
  expect(screen.getByText('1 de 1')).toBeVisible()
})

test('signing needs an own field', async () => {
  const { user } = await open([ana])
  await user.click(await screen.findByRole('button', { name: 'Agregar Firma Digital' }))
  await toast(
    'Primero debe agregar un campo de firma de usuario. Use el botón "Firma de Usuario" en las herramientas de edición.',
  )
})

test('the owner signs their own field by double click, with the word of the session', async () => {
  const { user, calls, engine, onChanged } = await open([own])
  fireEvent.doubleClick(await screen.findByRole('button', { name: 'Luis Vargas, Campo de Firma, por firmar' }))
  drawStroke()
  await user.click(button('Firmar documento'))
  await screen.findByText('Firmado por')
  expect(sent(calls, 'POST', 'digital_sign')[0]).toMatchObject({
    url: '/home/api/digital-signatures/9/digital_sign/',
    token: 'owner-token',
    body: { field_id: 9, signature_data: expect.stringMatching(/^data:image\/png/) },
  })
  expect(onChanged).toHaveBeenCalledTimes(1)
  await user.click(button('Finalizar'))
  await toast('Documento firmado digitalmente con éxito')
  await waitFor(() => expect(engine.requests).toHaveLength(2))
  expect(document.querySelector('[data-field="signed"]')).not.toBeNull()
  expect(screen.getByText(errorMessages.DOCUMENT_FROZEN)).toBeVisible()
})

test('the fields that cannot be loaded can be asked for again', async () => {
  let fail = true
  const { user } = await open([ana], ({ url }) =>
    url.includes('signature-fields') && fail ? refusal(503, 'UNAVAILABLE', errorMessages.UNAVAILABLE) : undefined,
  )
  expect(await screen.findByText(errorMessages.UNAVAILABLE)).toBeVisible()
  fail = false
  await user.click(button('Reintentar'))
  expect((await screen.findAllByText('Ana Mora')).length).toBeGreaterThan(0)
})
