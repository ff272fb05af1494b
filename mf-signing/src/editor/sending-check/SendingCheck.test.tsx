import { act, screen, waitFor, within } from '@testing-library/react'
import { endSession } from 'shared/state'
import { button, openEditor, sent } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedFormField } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const text = storedFormField({ label: 'Texto', page: 2 })
const list = storedFormField({
  id: 501,
  client_id: 'field_list',
  label: 'Plan',
  page: 3,
  rule: { kind: 'choice', options: ['Opción 1', 'Opción 2'] },
})

const dialog = () => screen.getByRole('dialog', { name: 'Invitar a Trazo' })
const check = () => within(dialog()).queryByText(/^Antes de enviar, revisa/)
const invite = async (api: Parameters<typeof openEditor>[0]) => {
  const opened = await openEditor(api)
  await opened.user.click(await screen.findByRole('button', { name: 'Invitar a Trazo' }))
  await waitFor(() => expect(within(dialog()).getAllByRole('listitem').length).toBeGreaterThan(0))
  return opened
}

test('nothing is shown when there is nothing to say', async () => {
  await invite({ fields: [ana], formFields: [storedFormField()] })
  expect(within(dialog()).getByText(/un campo de firma en la página 1 y uno para llenar/)).toBeVisible()
  expect(check()).toBeNull()
})

test('the check names what is unfinished, leads to the field and focuses it', async () => {
  const { user } = await invite({ fields: [ana], formFields: [text, list] })
  expect(
    await within(dialog()).findByText('Antes de enviar, revisa 1 campo sin nombre y 1 lista con opciones de ejemplo.'),
  ).toBeVisible()
  expect(within(dialog()).getByText(/un campo de firma en la página 1 y 2 para llenar/)).toBeVisible()
  await user.click(check() as HTMLElement)
  await user.click(button('Ver: La lista «Plan» de la página 3 todavía tiene opciones de ejemplo.'))
  expect(screen.queryByRole('dialog', { name: 'Invitar a Trazo' })).toBeNull()
  expect(await screen.findByText('Página 3 de 3')).toBeVisible()
  await waitFor(() => expect(button(/^Plan, Lista · Ana Mora/)).toHaveFocus())
})

test('a person without a field gets one from here', async () => {
  const { user } = await openEditor({ fields: [ana] })
  await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
  await user.type(screen.getByLabelText('Nombre del firmante'), 'Eva')
  await user.type(screen.getByLabelText('Email del firmante'), 'eva@example.com')
  await user.click(button('Agregar'))
  await user.click(button(/^Eliminar el campo de Eva/))
  await user.click(button('Invitar a Trazo'))
  await waitFor(() => expect(check()).toHaveTextContent('Antes de enviar, revisa 1 persona sin campo.'))
  await user.click(check() as HTMLElement)
  await user.click(button('Colocar su campo: Eva todavía no tiene ningún campo.'))
  expect(screen.getByText('Elige en la página dónde firma Eva.')).toBeVisible()
})

test('the owner may send all the same, and the check is over then', async () => {
  const { user, calls } = await invite({ fields: [ana], formFields: [text] })
  await waitFor(() => expect(check()).toBeVisible())
  await user.click(button('Enviar invitación'))
  await waitFor(() => expect(sent(calls, 'POST', 'send-invitation')).toHaveLength(1))
  expect(check()).toBeNull()
})

test('the check says nothing when the fields cannot be changed any more', async () => {
  const signed = storedField({
    id: 8,
    field_id: 'signed',
    signer_name: 'Luz',
    is_signed: true,
    signed_at: null,
    page: 2,
  })
  await invite({ fields: [ana, signed], formFields: [text] })
  await waitFor(() => expect(button('Enviar invitación')).toBeEnabled())
  expect(check()).toBeNull()
})
