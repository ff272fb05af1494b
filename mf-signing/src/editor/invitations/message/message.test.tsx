import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { REASON_MAX } from 'shared/contract'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import type { FakeApi } from '../../../testing/fake-api.ts'
import { refusal } from '../../../testing/fake-api.ts'
import { button, openEditor, sent } from '../../../testing/open-editor.tsx'
import { stubDom } from '../../../testing/stub-dom.ts'
import { storedField, storedInvitation } from '../../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const luz = storedField({ id: 8, field_id: 'field_2', signer_name: 'Luz', signer_email: 'luz@example.com', page: 2 })

const box = () => screen.getByLabelText<HTMLTextAreaElement>('Mensaje personal (opcional)')
const write = (text: string) => fireEvent.change(box(), { target: { value: text } })
const open = async (api: FakeApi) => {
  const opened = await openEditor(api)
  await screen.findAllByText('Ana Mora')
  await opened.user.click(await screen.findByRole('button', { name: 'Invitar a Trazo' }))
  await screen.findByLabelText('Mensaje personal (opcional)')
  return opened
}
const messages = (calls: Awaited<ReturnType<typeof open>>['calls'], part: string) =>
  sent(calls, 'POST', part).map(({ body }) => (body as { message?: string }).message)

test('the message survives closing and a failed sending, and the box is empty after all mails are sent', async () => {
  let down = true
  const { user, calls } = await open({
    fields: [ana, luz],
    answer: ({ url, body }) =>
      url.includes('send-invitation') && down && JSON.stringify(body).includes('luz@')
        ? { status: 503, body: {} }
        : undefined,
  })
  await user.type(box(), 'Hola')
  expect(screen.getByText('4 de 500 caracteres')).toBeVisible()
  await user.click(within(screen.getByRole('dialog', { name: 'Invitar a Trazo' })).getAllByText('Cerrar')[0] ?? box())
  expect(screen.queryByRole('dialog', { name: 'Invitar a Trazo' })).toBeNull()
  await user.click(button('Invitar a Trazo'))
  expect(box()).toHaveValue('Hola')
  await user.click(await screen.findByRole('button', { name: 'Enviar 2 invitaciones' }))
  expect(await screen.findByText('Se enviaron 1 invitación(es) de 2')).toBeVisible()
  expect(box()).toHaveValue('Hola')
  down = false
  await user.click(button('Reintentar las que fallaron'))
  await waitFor(() => expect(box()).toHaveValue(''))
  expect(messages(calls, 'send-invitation')).toEqual(['Hola', 'Hola', 'Hola'])
})

test('the box shows that a message is too long, keeps the text, and the dialog sends nothing', async () => {
  const { user, calls } = await open({ fields: [ana] })
  const long = 'a'.repeat(REASON_MAX + 1)
  write(long)
  expect(await screen.findByText('El texto debe tener como máximo 500 caracteres')).toBeVisible()
  for (const name of ['Enviar invitación', 'Vista previa del correo']) {
    await user.click(button(name))
    expect(box()).toHaveFocus()
  }
  expect(box()).toHaveValue(long)
  expect([...sent(calls, 'POST', 'send-invitation'), ...sent(calls, 'POST', 'preview')]).toEqual([])
  write('corto')
  await waitFor(() => expect(screen.queryByText(/como máximo/)).toBeNull())
  await user.click(button('Enviar invitación'))
  await waitFor(() => expect(messages(calls, 'send-invitation')).toEqual(['corto']))
})

test('with an empty box, the dialog sends no message, and a new mail repeats the previous message', async () => {
  const { user, calls } = await open({ fields: [ana], invitations: [storedInvitation({ state: 'revoked' })] })
  expect(await screen.findByText(/al reenviar se repite el anterior/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Enviar de nuevo' }))
  await waitFor(() => expect(messages(calls, 'send-invitation')).toEqual([undefined]))
})

const mail = {
  subject: 'Luis te invita',
  text: 'Ana,\n> Hola\n',
  html: '<!doctype html><p>Hola & adiós',
  waits: false,
}

test('the preview shows the mail of each signer, as HTML in a sandboxed frame or as text', async () => {
  const { user, calls } = await open({
    fields: [ana, luz],
    answer: ({ url, body }) =>
      url.includes('invitation-preview')
        ? { status: 200, body: { ...mail, waits: JSON.stringify(body).includes('"field_id":8') } }
        : undefined,
  })
  await user.type(box(), 'Hola')
  await user.click(button('Vista previa del correo'))
  const frame = await screen.findByTitle('Correo para ana@example.com')
  expect(frame).toHaveAttribute('sandbox', '')
  expect(decodeURIComponent(frame.getAttribute('src') ?? '')).toBe(`data:text/html;charset=utf-8,${mail.html}`)
  expect(screen.getByText('Luis te invita')).toBeVisible()
  expect(screen.queryByText(/cuando sea su turno/)).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Solo texto' }))
  expect(screen.getByText(/> Hola/)).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Lo recibe'), 'Luz (luz@example.com)')
  expect(await screen.findByText(/^Le llega cuando sea su turno/)).toBeVisible()
  expect(sent(calls, 'POST', 'invitation-preview').map(({ body }) => body)).toEqual([
    { field_id: 7, message: 'Hola' },
    { field_id: 8, message: 'Hola' },
  ])
  const preview = screen.getByRole('dialog', { name: 'Vista previa del correo' })
  await user.click(within(preview).getByRole('button', { name: 'Volver' }))
  expect(box()).toHaveValue('Hola')
  expect(sent(calls, 'POST', 'send-invitation')).toEqual([])
})

test('the preview shows why it failed, and the owner can retry', async () => {
  const answers = [refusal(503, 'UNAVAILABLE', errorMessages.UNAVAILABLE)]
  const { user } = await open({
    fields: [ana],
    answer: ({ url }) => (url.includes('preview') ? (answers.shift() ?? { status: 200, body: mail }) : undefined),
  })
  await user.click(button('Vista previa del correo'))
  expect(await screen.findByText(errorMessages.UNAVAILABLE)).toBeVisible()
  await user.click(button('Reintentar'))
  expect(await screen.findByTitle('Correo para ana@example.com')).toBeVisible()
  expect(screen.queryByLabelText('Lo recibe')).toBeNull()
})
