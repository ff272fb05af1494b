import { act, screen } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { settle } from 'shared/testing'
import { drawStroke } from '../../testing/draw-stroke.ts'
import { refusal } from '../../testing/fake-api.ts'
import { begin, dialog, identify, signThrough, toIdentification } from '../../testing/guest-steps.ts'
import { button, callsTo, openGuestPage } from '../../testing/open-guest-page.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { signatureResult } from '../../testing/wire.ts'

stubDom()
Element.prototype.scrollIntoView = () => undefined
beforeEach(() => {
  jest.useFakeTimers()
  window.innerWidth = 1280
  localStorage.clear()
})
afterEach(() => {
  act(() => endSession())
  jest.useRealTimers()
})

const nobody = { signer_info: { name: 'Invitado', email: '' } }

test('a field link: after the agent’s confirmation, the session token signs the field', async () => {
  const { user, calls } = await begin({ path: '/sign/field/3/contrato/7' })
  await toIdentification(user)
  await user.type(screen.getByLabelText('Nombre'), ' Eva Rojas ')
  await user.type(screen.getByLabelText('Email (opcional)'), 'eva@')
  await identify(user)
  expect(screen.getByLabelText('Email (opcional)')).toHaveFocus()
  expect(screen.getByText('El email no es válido')).toBeVisible()
  await user.type(screen.getByLabelText('Email (opcional)'), 'example.com')
  await user.click(button('Autenticar'))
  await settle(1200 + 5000)
  expect(callsTo(calls, 'agent-sessions')).toHaveLength(0)
  await settle(2000)
  expect(callsTo(calls, 'agent-sessions')[0]).toMatchObject({
    token: undefined,
    body: {
      user_file_id: 3,
      field_id: 7,
      identification: { type: 'nacional', number: '01-0234-0567' },
      name: 'Eva Rojas',
      email: 'eva@example.com',
    },
  })
  expect(callsTo(calls, 'digital_sign')[0]).toMatchObject({
    url: expect.stringContaining('/99/'),
    token: 'session-token',
  })
})

test('a bare link signs a new field at the temporary field and sends no mail without an address', async () => {
  const { user, calls } = await begin({
    path: '/sign/3/contrato',
    answer: ({ url }) =>
      url.includes('digital_sign') ? { status: 200, body: signatureResult({ field_id: 99, ...nobody }) } : undefined,
  })
  expect(screen.getByRole('button', { name: 'Firma aquí, Invitado, Firma del Invitado, por firmar' })).toBeVisible()
  await signThrough(user)
  expect(callsTo(calls, 'agent-sessions')[0]?.body).toMatchObject({ field_id: null, name: 'Eva Rojas', email: '' })
  expect(callsTo(calls, 'send-pdf-email')).toHaveLength(0)
  expect(dialog('Documento firmado digitalmente con éxito')).toHaveTextContent(
    'No se puede enviar el PDF: email del invitado no disponible',
  )
})

test('a refused session shows the reason', async () => {
  const { user } = await begin({
    path: '/sign/3/contrato',
    answer: ({ url }) =>
      url.includes('agent-sessions') ? refusal(409, 'DOCUMENT_FROZEN', errorMessages.DOCUMENT_FROZEN) : undefined,
  })
  await signThrough(user)
  expect(screen.getByRole('alert')).toHaveTextContent(errorMessages.DOCUMENT_FROZEN)
})

test('every attempt uses the same session, and a new session replaces an expired one', async () => {
  const answers = [new TypeError('offline'), refusal(401, 'SESSION_EXPIRED', errorMessages.SESSION_EXPIRED)]
  const { user, calls } = await begin({
    path: '/sign/3/contrato',
    answer: ({ url }) => (url.includes('digital_sign') ? answers.shift() : undefined),
  })
  await signThrough(user)
  expect(callsTo(calls, 'agent-sessions')).toHaveLength(1)
  await user.click(button('Reintentar firma'))
  await settle()
  expect(callsTo(calls, 'agent-sessions')).toHaveLength(2)
  expect(dialog('Documento firmado digitalmente con éxito')).toBeVisible()
})

test('a double click begins with the drawing, and then the flow identifies the signer', async () => {
  const page = openGuestPage({ path: '/sign/field/3/contrato/7', advanceTimers: settle })
  await settle(500)
  await page.user.dblClick(button(/^Firma aquí/))
  await settle()
  expect(dialog('Dibuja tu firma')).toBeVisible()
  drawStroke()
  await page.user.click(button('Continuar'))
  expect(dialog('Identifícate para firmar')).toBeVisible()
})

test('the page refuses a guest without a name of at least two letters', async () => {
  const { user, calls } = await begin({ path: '/sign/field/3/contrato/7' })
  await toIdentification(user)
  await user.type(screen.getByLabelText(/^Número de/), '102340567')
  for (const [name, objection] of [
    ['', 'Por favor, escribe tu nombre'],
    ['L', 'Escribe un nombre de al menos dos letras.'],
  ] as const) {
    if (name) await user.type(screen.getByLabelText('Nombre'), name)
    await user.click(button('Autenticar'))
    expect(screen.getByText(objection)).toBeVisible()
    expect(screen.getByLabelText('Nombre')).toHaveFocus()
  }
  await settle(1200 + 5000 + 2000)
  expect(callsTo(calls, 'agent-sessions')).toHaveLength(0)
})

test('if the owner requires a code, the page mails the code, and the guest types and sends it', async () => {
  const { user, calls } = await begin({
    path: '/sign/field/3/contrato/7',
    answer: ({ url }) => {
      if (url.includes('public_link')) return { status: 200, body: { mode: 'sign', email_code: true } }
      return url.includes('agent-sessions/code') ? { status: 200, body: { success: true } } : undefined
    },
  })
  await toIdentification(user)
  await user.type(screen.getByLabelText('Nombre'), 'Eva Rojas')
  expect(button('Enviarme un código')).toBeDisabled()
  await user.type(screen.getByLabelText('Email'), 'eva@example.com')
  await user.click(button('Enviarme un código'))
  await settle()
  expect(screen.getByText(/Enviamos un código a eva@example.com/)).toBeVisible()
  await identify(user)
  expect(screen.getByText('Escribe el código que te enviamos')).toBeVisible()
  await user.type(screen.getByLabelText('Código del correo'), '123456')
  await user.click(button('Autenticar'))
  await settle(1200 + 5000 + 2000)
  const [code, session] = callsTo(calls, 'agent-sessions')
  expect(code?.body).toEqual({ user_file_id: 3, email: 'eva@example.com' })
  expect(session?.body).toMatchObject({ name: 'Eva Rojas', email: 'eva@example.com', email_code: '123456' })
})

test('the page shows a wrong code at its input, and the guest signs with the correct code', async () => {
  const wrong = errorMessages.EMAIL_CODE_WRONG
  const { user, calls } = await begin({
    path: '/sign/field/3/contrato/7',
    answer: ({ url, body }) => {
      if (url.includes('public_link')) return { status: 200, body: { mode: 'sign', email_code: true } }
      const isWrong = JSON.stringify(body ?? null).includes('"email_code":"000000"')
      return isWrong ? refusal(403, 'EMAIL_CODE_WRONG', wrong) : undefined
    },
  })
  await toIdentification(user)
  await user.type(screen.getByLabelText('Nombre'), 'Eva Rojas')
  await user.type(screen.getByLabelText('Email'), 'eva@example.com')
  await user.type(screen.getByLabelText('Código del correo'), '000000')
  await identify(user)
  await settle()
  expect(dialog('Identifícate para firmar')).toBeVisible()
  const input = screen.getByLabelText('Código del correo')
  expect(input).toHaveAccessibleDescription(wrong)
  expect(input).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()

  await user.clear(input)
  await user.type(input, '123456')
  expect(screen.queryByText(wrong)).toBeNull()
  await user.click(button('Autenticar'))
  await settle(1200 + 5000 + 2000)
  expect(dialog('Documento firmado digitalmente con éxito')).toBeVisible()
  expect(callsTo(calls, 'agent-sessions')).toHaveLength(2)
})
