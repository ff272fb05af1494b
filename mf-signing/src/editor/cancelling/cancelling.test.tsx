import { act, screen, waitFor, within } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import type { FakeApi } from '../../testing/fake-api.ts'
import { refusal } from '../../testing/fake-api.ts'
import { addThirdParty, button, openEditor, sent, tabs, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedInvitation } from '../../testing/wire.ts'

// These tests save explicitly, however slow the machine is.
jest.mock('../constants.ts', () => ({ ...jest.requireActual('../constants.ts'), AUTOSAVE_PAUSE_MS: 3_600_000 }))

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const luz = storedField({ id: 8, field_id: 'field_2', signer_name: 'Luz', signer_email: 'luz@example.com', page: 2 })
const own = storedField({ id: 9, field_id: 'field_own', field_type: 'PRIMARY', signer_name: 'Luis Vargas' })
const invitations = [storedInvitation(), storedInvitation({ id: 71, field_id: 8, email: 'luz@example.com' })]
const LOCK = 'La firma de este documento se canceló: ya no se puede cambiar ni firmar.'
const LABEL = 'Cancelar el proceso de firma'

const ask = async (over: Partial<FakeApi> = {}) => {
  const opened = await openEditor({ fields: [ana, luz, own], invitations, ...over })
  await opened.user.click(await screen.findByRole('button', { name: LABEL }))
  const dialog = screen.getByRole('dialog', { name: '¿Cancelar el proceso de firma?' })
  const confirm = () => opened.user.click(within(dialog).getByRole('button', { name: LABEL }))
  return { ...opened, dialog, confirm }
}

const expectLocked = async () => {
  for (const name of ['Editar', 'Firma de Usuario', 'Firma de Terceros']) {
    expect(button(name)).toHaveAttribute('aria-disabled', 'true')
    expect(button(name)).toHaveAccessibleDescription(LOCK)
  }
  for (const name of ['Invitar a Trazo', 'Agregar Firma Digital', 'Agregar firmante', LABEL, /^Eliminar/, /^Recordar/])
    expect(screen.queryByRole('button', { name })).toBeNull()
}

test('the dialog names the recipients, and after the cancellation the editor locks the document', async () => {
  const { user, calls, dialog, confirm, onChanged } = await ask()
  expect(dialog).toHaveAccessibleDescription(
    'Le avisamos por correo a Ana Mora y Luz. Los enlaces dejan de servir y nadie más puede firmar. Las firmas que ya ' +
      'están quedan en el documento. No se puede deshacer.',
  )
  await user.type(screen.getByLabelText('Motivo (opcional)'), ' Cambió el contrato. ')
  await confirm()
  await toast('Cancelaste el proceso de firma. Avisamos a las personas invitadas.')
  expect(sent(calls, 'POST', '/cancel/')).toMatchObject([
    { url: '/home/api/files/3/cancel/', body: { reason: 'Cambió el contrato.' } },
  ])
  expect(onChanged).toHaveBeenCalledTimes(1)
  expect(screen.getByText('Cancelaste la firma de este documento')).toBeVisible()
  expect(screen.getByText('«Cambió el contrato.»')).toBeVisible()
  expect(screen.getByText(/Para firmarlo, súbelo de nuevo\./)).toBeVisible()
  await expectLocked()
  await user.click(button('Firma de Usuario'))
  expect(await screen.findByText(LOCK, { selector: '[role="alert"] *' })).toBeVisible()
  expect(tabs('temporary')).toHaveLength(0)
})

test('the editor does not cancel the document before the owner confirms', async () => {
  const { user, calls, dialog } = await ask()
  await user.click(within(dialog).getByRole('button', { name: 'Volver' }))
  expect(sent(calls, 'POST', '/cancel/')).toEqual([])
  expect(button('Invitar a Trazo')).toBeVisible()
})

test('when the network fails, the dialog keeps the reason, and the owner can retry', async () => {
  let offline = true
  const { user, confirm } = await ask({
    answer: ({ url }) => (url.endsWith('/cancel/') && offline ? new TypeError('offline') : undefined),
  })
  await user.type(screen.getByLabelText('Motivo (opcional)'), 'Cambió el contrato.')
  await confirm()
  expect(await screen.findByRole('alert')).toHaveTextContent('Error de conexión')
  expect(screen.getByLabelText('Motivo (opcional)')).toHaveValue('Cambió el contrato.')
  offline = false
  await user.click(button('Reintentar'))
  expect(await screen.findByText('Cancelaste la firma de este documento')).toBeVisible()
})

test('the dialog shows that the document was completed before the cancellation', async () => {
  const { confirm } = await ask({
    answer: ({ url }) =>
      url.endsWith('/cancel/') ? refusal(409, 'DOCUMENT_FINISHED', errorMessages.DOCUMENT_FINISHED) : undefined,
  })
  await confirm()
  expect(await screen.findByRole('alert')).toHaveTextContent(errorMessages.DOCUMENT_FINISHED)
})

test('when a guest declines during an invitation, the dialog closes and the editor shows the reason', async () => {
  const api: FakeApi = { fields: [ana, luz], invitations }
  const { user, update } = await openEditor(api)
  await addThirdParty(user, 'Eva Ríos', 'eva@example.com')
  await user.click(button('Invitar a Trazo'))
  const at = '2026-02-03T18:00:00.000Z'
  api.invitations = [
    storedInvitation({ state: 'declined', declined: { at, reason: 'El monto está mal.' } }),
    storedInvitation({ id: 71, field_id: 8, state: 'revoked', delivery: null }),
  ]
  update({ status: 'CANCELLED', cancelled: { at, by: 'Ana Mora', reason: 'El monto está mal.' } })
  expect(await screen.findByText('Ana Mora no firma: la firma de este documento se canceló')).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Invitar a Trazo' })).toBeNull()
  await waitFor(() => expect(screen.getByText('No firma')).toBeVisible())
  expect(screen.getAllByText('Sin firmar').length).toBeGreaterThan(0)
  expect(screen.queryByText('Revocada')).toBeNull()
  await expectLocked()
  await user.click(button('Cerrar'))
  expect(screen.queryByText('Hay cambios sin guardar')).toBeNull()
})
