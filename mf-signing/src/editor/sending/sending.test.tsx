import { act, screen, waitFor, within } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { type FakeApi, refusal } from '../../testing/fake-api.ts'
import {
  answerSending,
  type FakeSending,
  sendingDocument,
  sendingPerson,
  storedSending,
} from '../../testing/fake-sending.ts'
import { addThirdParty, button, openEditor, sent, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

// These tests save explicitly, however slow the machine is.
jest.mock('../constants.ts', () => ({ ...jest.requireActual('../constants.ts'), AUTOSAVE_PAUSE_MS: 3_600_000 }))

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const luz = { name: 'Luz', email: 'luz@example.com' }
const part = { sending: { id: 40, position: 1, documents: 3 } }

const open = async (sending = storedSending(), over: FakeApi = { fields: [ana] }) => {
  const fake: FakeSending = { sending }
  const opened = await openEditor(
    { ...over, answer: (call) => over.answer?.(call) ?? answerSending(fake, call) },
    {},
    part,
  )
  await screen.findByRole('navigation', { name: 'Documentos del envío' })
  return { ...opened, fake }
}
const strip = () => within(screen.getByRole('navigation', { name: 'Documentos del envío' }))
const links = () => strip().getAllByRole('link')
const dialog = () => screen.getByRole('dialog', { name: 'Invitar a Trazo' })
const rows = () => within(dialog()).queryAllByRole('listitem')
const choice = (name: RegExp) => strip().getByRole('button', { name })

test('the strip names the documents, their states and the present one, and links to the others', async () => {
  await open(
    storedSending({
      documents: [
        sendingDocument(3),
        sendingDocument(4, { is_signed: true, seal_failed: true }),
        sendingDocument(5, { fields_total: 0 }),
      ],
    }),
  )
  expect(strip().getByText('Envío de 3 documentos')).toBeInTheDocument()
  expect(links().map(({ textContent }) => textContent)).toEqual([
    '1. Contrato.pdf0 de 1 firma',
    '2. Acta.pdfNo se pudo cerrar',
    '3. Poder.pdfSin campos',
  ])
  expect(links().map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null])
  expect(links()[1]).toHaveAttribute('href', '/?documento=4')
  expect(strip().queryByText('Completo')).toBeNull()
})

test('a document by itself has no strip and asks nothing about a sending', async () => {
  const { calls } = await openEditor({ fields: [ana] })
  await screen.findAllByText('Ana Mora')
  expect(screen.queryByRole('navigation', { name: 'Documentos del envío' })).toBeNull()
  expect(sent(calls, 'GET', 'sendings')).toEqual([])
})

test('the way to another document saves the fields first', async () => {
  const { user, calls, address } = await open(storedSending(), { fields: [] })
  await addThirdParty(user)
  await user.click(links()[1] as HTMLElement)
  await waitFor(() => expect(address()).toBe('/?documento=4'))
  expect(sent(calls, 'POST', 'signature-fields')).toHaveLength(1)
})

test('fields that cannot be saved keep the document open, and the reason is said', async () => {
  const { user, address } = await open(storedSending(), {
    fields: [],
    answer: ({ method, url }) =>
      method === 'POST' && url.includes('signature-fields')
        ? refusal(400, 'PAGE_OUT_OF_RANGE', errorMessages.PAGE_OUT_OF_RANGE)
        : undefined,
  })
  await addThirdParty(user)
  await user.click(links()[1] as HTMLElement)
  expect(await toast(/^Error al guardar las posiciones de los campos/)).toBeVisible()
  expect(address()).toBe('/')
})

test('a person without a field keeps the document open', async () => {
  const { user, address } = await open()
  await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
  await user.type(screen.getByLabelText('Nombre del firmante'), 'Eva')
  await user.type(screen.getByLabelText('Email del firmante'), 'eva@example.com')
  await user.click(button('Agregar'))
  await user.click(button(/^Eliminar el campo de Eva/))
  await user.click(links()[1] as HTMLElement)
  expect(await toast(/^Antes de pasar a otro documento, coloca el campo de Eva/)).toBeVisible()
  expect(address()).toBe('/')
})

test('the shown document moves within the order', async () => {
  const { user, calls, onChanged } = await open()
  expect(choice(/^Mover antes/)).toBeDisabled()
  await user.click(choice(/^Mover después/))
  expect(await toast('«Contrato.pdf» va ahora de 2.º.')).toBeVisible()
  expect(sent(calls, 'PUT', 'sendings/40').map(({ body }) => body)).toEqual([{ documents: [4, 3, 5] }])
  expect(links().map(({ textContent }) => textContent)[1]).toContain('2. Contrato.pdf')
  expect(onChanged).toHaveBeenCalledTimes(1)
})

test('the shown document leaves the sending, unless one would be left', async () => {
  const { user, calls, onChanged } = await open()
  await user.click(choice(/^Sacar del envío/))
  expect(await toast('«Contrato.pdf» ya no va en el envío.')).toBeVisible()
  expect(sent(calls, 'PUT', 'sendings/40').map(({ body }) => body)).toEqual([{ documents: [4, 5] }])
  expect(screen.queryByRole('navigation', { name: 'Documentos del envío' })).toBeNull()
  expect(onChanged).toHaveBeenCalledTimes(1)
})

test('of two documents none is taken out: they are separated, after a question', async () => {
  const { user, calls } = await open(storedSending({ documents: [3, 4].map((id) => sendingDocument(id)) }))
  expect(choice(/^Sacar del envío/)).toBeDisabled()
  await user.click(choice(/^Separar los documentos/))
  const question = within(screen.getByRole('dialog', { name: '¿Separar los documentos?' }))
  expect(sent(calls, 'DELETE', 'sendings')).toEqual([])
  await user.click(question.getByRole('button', { name: 'Separar los documentos' }))
  expect(await toast('Cada documento va ahora por separado.')).toBeVisible()
  expect(sent(calls, 'DELETE', 'sendings/40')).toHaveLength(1)
  expect(screen.queryByRole('navigation', { name: 'Documentos del envío' })).toBeNull()
})

test('a sent sending cannot be changed, and a complete one says so', async () => {
  const documents = [3, 4].map((id) => sendingDocument(id, { status: 'COMPLETED', is_signed: true }))
  await open(storedSending({ documents, is_sent: true, is_complete: true }))
  expect(strip().queryByRole('button')).toBeNull()
  expect(strip().getAllByText('Completo')).toHaveLength(3)
})

test('the strip shows why a change was refused, and reads the sending again', async () => {
  const { user, calls } = await open(storedSending(), {
    fields: [ana],
    answer: ({ method, url }) =>
      method === 'PUT' && url.includes('sendings')
        ? refusal(409, 'SENDING_SENT', errorMessages.SENDING_SENT)
        : undefined,
  })
  const reads = () => sent(calls, 'GET', 'sendings').length
  const before = reads()
  await user.click(choice(/^Mover después/))
  expect(await toast(errorMessages.SENDING_SENT)).toBeVisible()
  await waitFor(() => expect(reads()).toBe(before + 1))
})

test('a sending that cannot be read can be read again', async () => {
  let down = true
  const opened = openEditor(
    {
      fields: [ana],
      answer: (call) =>
        down && call.url.includes('sendings')
          ? { status: 503, body: {} }
          : answerSending({ sending: storedSending() }, call),
    },
    {},
    part,
  )
  const { user } = await opened
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  down = false
  await user.click(retry)
  await waitFor(() => expect(links()).toHaveLength(3))
})

describe('inviting', () => {
  const invite = async (...given: Parameters<typeof open>) => {
    const opened = await open(...given)
    await opened.user.click((await screen.findAllByRole('button', { name: 'Invitar a Trazo' }))[0] as HTMLElement)
    await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    return opened
  }
  const people = [
    sendingPerson({ other_fields: [9] }),
    sendingPerson({ ...luz, document_id: 4, field_id: 80, other_fields: [81], documents: [4, 5] }),
  ]

  test('each person is one row and gets one call, with the document and the fields that the server named', async () => {
    const { user, calls, onChanged } = await invite(storedSending({ people }))
    expect(within(dialog()).getByText('Contrato.pdf · Acta.pdf · Poder.pdf')).toBeVisible()
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      'Ana MoraSin invitarana@example.com · un campo en la página 1',
      'LuzSin invitarluz@example.com · en 2 documentos',
    ])
    await user.type(screen.getByLabelText('Mensaje personal (opcional)'), 'Hola')
    await user.click(button('Enviar 2 invitaciones'))
    expect(
      await screen.findByText('Invitamos a 2 personas: cada una recibe un solo correo para todo el envío.'),
    ).toBeVisible()
    const calling = sent(calls, 'POST', 'send-invitation')
    expect(calling.map(({ url }) => url)).toEqual([
      '/home/api/files/3/send-invitation/',
      '/home/api/files/4/send-invitation/',
    ])
    expect(calling.map(({ body }) => body)).toMatchObject([
      { email: 'ana@example.com', signer_name: 'Ana Mora', field_id: 7, other_fields: [9], message: 'Hola' },
      { email: 'luz@example.com', signer_name: 'Luz', field_id: 80, other_fields: [81], message: 'Hola' },
    ])
    await waitFor(() => expect(rows()[1]).toHaveTextContent('LuzInvitada'))
    expect(within(dialog()).queryByRole('button', { name: /^Enviar/ })).toBeNull()
    expect(onChanged).toHaveBeenCalledTimes(1)
    await user.click(button('Listo'))
    await waitFor(() => expect(strip().queryByRole('button')).toBeNull())
  })

  test('who is invited already gets no second call', async () => {
    const invited = people.map((person, index) => ({ ...person, is_invited: index === 0 }))
    const { user, calls } = await invite(storedSending({ people: invited, is_sent: true }))
    await user.click(button('Enviar invitación'))
    await screen.findByText('Invitamos a 1 persona: recibe un solo correo para todo el envío.')
    expect(sent(calls, 'POST', 'send-invitation').map(({ url }) => url)).toEqual(['/home/api/files/4/send-invitation/'])
  })

  test('a document without a field is named, and nothing leaves', async () => {
    const documents = [sendingDocument(3), sendingDocument(4), sendingDocument(5, { fields_total: 0 })]
    await invite(storedSending({ people, documents }))
    expect(within(dialog()).getByText('Falta un campo de firma en «Poder.pdf».')).toBeVisible()
    expect(button('Enviar 2 invitaciones')).toBeDisabled()
  })

  test('a row shows why its invitation failed, and the invitation is sent again', async () => {
    let down = true
    const { user, calls } = await invite(storedSending({ people }), {
      fields: [ana],
      answer: ({ url }) => (down && url.includes('files/4/send-invitation') ? { status: 503, body: {} } : undefined),
    })
    await user.click(button('Enviar 2 invitaciones'))
    expect(await screen.findByText('Invitamos a 1 de 2 personas.')).toBeVisible()
    expect(rows()[1]).toHaveTextContent('Error del servidor. Intenta nuevamente más tarde.')
    down = false
    await user.click(await screen.findByRole('button', { name: 'Reintentar las que fallaron' }))
    await screen.findByText('Invitamos a 1 persona: recibe un solo correo para todo el envío.')
    expect(sent(calls, 'POST', 'send-invitation')).toHaveLength(3)
  })

  test('unsaved fields are saved before the people are read', async () => {
    const { user, calls } = await open(storedSending({ people }), { fields: [] })
    await addThirdParty(user)
    await user.click(button('Invitar a Trazo'))
    await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    const order = calls.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`)
    expect(order.lastIndexOf('GET /home/api/sendings/40/')).toBeGreaterThan(
      order.indexOf('POST /home/api/signature-fields/'),
    )
  })

  test('a certificate is asked with the fields of the shown document', async () => {
    const { user, calls } = await invite(
      storedSending({ people: [sendingPerson({ document_id: 4, field_id: 80 }), sendingPerson(luz)] }),
    )
    await user.type(await screen.findByLabelText('Identificación de su certificado'), '01-0234-0567')
    await user.click(button('Enviar 2 invitaciones'))
    await waitFor(() => expect(sent(calls, 'POST', 'send-invitation')).toHaveLength(2))
    const [first, second] = sent(calls, 'POST', 'send-invitation')
    expect(first).toMatchObject({
      url: '/home/api/files/3/send-invitation/',
      body: { field_id: 7, certificate_identification: '01-0234-0567' },
    })
    expect(second?.body).not.toHaveProperty('certificate_identification')
  })

  test('who signed everything is said to have signed and gets no mail', async () => {
    const documents = [3, 4, 5].map((id) => sendingDocument(id, { is_signed: id !== 3 }))
    const signer = sendingPerson({ ...luz, documents: [4, 5], is_invited: false })
    const { user, calls } = await invite(storedSending({ documents, people: [sendingPerson(), signer] }))
    expect(rows()[1]).toHaveTextContent('LuzFirmado')
    await user.click(button('Enviar invitación'))
    await waitFor(() => expect(sent(calls, 'POST', 'send-invitation')).toHaveLength(1))
  })
})

test.each([
  ['in all documents unless the owner unticks it', false, true],
  ['in this document alone', true, undefined],
])('a person without a field is added %s', async (_, unticks, in_sending) => {
  const { user, calls } = await open()
  await user.click(await screen.findByRole('button', { name: 'Agregar a alguien que no firma' }))
  const adding = within(await screen.findByRole('dialog', { name: 'Agregar a alguien que no firma' }))
  const all = adding.getByRole('checkbox', { name: 'En los 3 documentos de este envío' })
  expect(all).toBeChecked()
  if (unticks) await user.click(all)
  await user.type(adding.getByLabelText('Nombre'), 'Eva Ruiz')
  await user.type(adding.getByLabelText('Email'), 'eva@example.com')
  await user.click(adding.getByRole('button', { name: 'Agregar' }))
  await waitFor(() => expect(sent(calls, 'POST', '/participants/')).toHaveLength(1))
  const [added] = sent(calls, 'POST', '/participants/')
  expect(added?.body).toMatchObject({ name: 'Eva Ruiz', kind: 'visto_bueno' })
  expect((added?.body as { in_sending?: boolean } | undefined)?.in_sending).toBe(in_sending)
})
