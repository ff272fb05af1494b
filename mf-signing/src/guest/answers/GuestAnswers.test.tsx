import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { errorMessages } from 'shared/contract/errors'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { renderInShell } from 'shared/testing'
import { refusal, serveApi } from '../../testing/fake-api.ts'
import { storedField } from '../../testing/wire.ts'
import type { InvitationEntry } from '../session/guest-session.ts'
import Declined from './Declined.tsx'
import GuestAnswers from './GuestAnswers.tsx'

beforeEach(() => {
  window.innerWidth = 1280
})

const invited: InvitationEntry = {
  kind: 'invitation',
  token: 'abc',
  ownerName: 'Luis Vargas',
  user: { email: 'ana@example.com', first_name: 'Ana Mora', access_token: 'first' },
  agent: 'simulated',
  remindersSilenced: false,
  turn: 'now',
  proposal: null,
}

type Answer = (call: SentCall) => NetworkAnswer | Promise<NetworkAnswer> | undefined

function Page({ start }: { readonly start: InvitationEntry }) {
  const [invitation, setInvitation] = useState(start)
  const [declined, setDeclined] = useState(false)
  if (declined) return <Declined ownerName={invitation.ownerName} />
  return (
    <GuestAnswers
      fieldId={7}
      invitation={invitation}
      onRenewed={(access_token) => setInvitation((old) => ({ ...old, user: { ...old.user, access_token } }))}
      onAnswered={(answer) => setInvitation((old) => ({ ...old, ...answer }))}
      onDeclined={() => setDeclined(true)}
    />
  )
}

const open = (answer: Answer = () => undefined, start: Partial<InvitationEntry> = {}, path = '/') => {
  const calls = serveApi({ answer: (call) => answer(call) ?? { status: 200, body: { success: true } } })
  renderInShell(<Page start={{ ...invited, ...start }} />, { path })
  return { calls, user: userEvent.setup() }
}
const button = (name: string) => screen.getByRole('button', { name })
const dialog = (name: string) => screen.findByRole('dialog', { name })

test('the answers are in a separate section that is open on a wide window', () => {
  open()
  const section = screen.getByText('Otras opciones').closest('details')
  expect(section).toHaveAttribute('open')
  expect(
    within(section as HTMLElement)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Preguntar antes de firmar', 'No voy a firmar', 'No me corresponde firmar', 'No quiero más recordatorios'])
})

test('the section of the answers is closed on a phone', () => {
  window.innerWidth = 390
  open()
  expect(screen.getByText('Otras opciones').closest('details')).not.toHaveAttribute('open')
})

describe('No voy a firmar', () => {
  const start = async (answer?: Answer) => {
    const opened = open(answer)
    await opened.user.click(button('No voy a firmar'))
    return { ...opened, sheet: await dialog('No voy a firmar') }
  }

  test('the dialog states the consequences, requires a reason, and ends with the page for declined guests', async () => {
    const { calls, user, sheet } = await start()
    expect(sheet).toHaveAccessibleDescription(
      'La firma del documento se cancela para todas las personas. Luis Vargas y quienes fueron invitados reciben tu ' +
        'motivo por correo. No se puede deshacer.',
    )
    await user.type(screen.getByLabelText('Motivo'), '   ')
    await user.click(button('Rechazar y cancelar la firma'))
    expect(await screen.findByText('Por favor, escribe el motivo')).toBeVisible()
    expect(screen.getByLabelText('Motivo')).toHaveFocus()
    expect(calls).toEqual([])
    await user.type(screen.getByLabelText('Motivo'), 'El monto está mal. ')
    await user.click(button('Rechazar y cancelar la firma'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Listo: no firmas este documento' })).toBeVisible()
    expect(screen.getByText(/Le avisamos a Luis Vargas y a las demás personas invitadas/)).toBeVisible()
    expect(calls).toMatchObject([
      {
        method: 'POST',
        url: '/home/api/signature-fields/7/decline/',
        token: 'first',
        body: { reason: 'El monto está mal.' },
      },
    ])
    expect(screen.getByRole('heading').parentElement).toHaveFocus()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('without network the dialog keeps the typed reason, and the guest can retry', async () => {
    let offline = true
    const { calls, user } = await start(() => (offline ? new TypeError('offline') : undefined))
    await user.type(screen.getByLabelText('Motivo'), 'El monto está mal.')
    await user.click(button('Rechazar y cancelar la firma'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Error de conexión')
    expect(screen.getByLabelText('Motivo')).toHaveValue('El monto está mal.')
    offline = false
    await user.click(button('Reintentar'))
    expect(await screen.findByText('Listo: no firmas este documento')).toBeVisible()
    expect(calls).toHaveLength(2)
  })

  test('if the server reports an earlier decline, the page shows success', async () => {
    const { user } = await start(() => refusal(410, 'INVITATION_DECLINED', errorMessages.INVITATION_DECLINED))
    await user.type(screen.getByLabelText('Motivo'), 'No.')
    await user.click(button('Rechazar y cancelar la firma'))
    expect(await screen.findByText('Listo: no firmas este documento')).toBeVisible()
  })

  test('the dialog shows a permanent refusal without a retry button', async () => {
    const { user } = await start(() => refusal(410, 'DOCUMENT_CANCELLED', errorMessages.DOCUMENT_CANCELLED))
    await user.type(screen.getByLabelText('Motivo'), 'No.')
    await user.click(button('Rechazar y cancelar la firma'))
    expect(await screen.findByRole('alert')).toHaveTextContent(errorMessages.DOCUMENT_CANCELLED)
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
    await user.click(button('Volver al documento'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(button('No voy a firmar')).toBeVisible()
  })

  test('the page renews an expired token once and declines', async () => {
    const { calls, user } = await start(({ url, token }) => {
      if (url.includes('validate-invitation')) return { status: 200, body: renewal }
      return token === 'second' ? undefined : refusal(401, 'SESSION_EXPIRED', errorMessages.SESSION_EXPIRED)
    })
    await user.type(screen.getByLabelText('Motivo'), 'No.')
    await user.click(button('Rechazar y cancelar la firma'))
    expect(await screen.findByText('Listo: no firmas este documento')).toBeVisible()
    expect(calls.map(({ url, token }) => [url.split('?')[0], token])).toEqual([
      ['/home/api/signature-fields/7/decline/', 'first'],
      ['/home/api/validate-invitation-token', undefined],
      ['/home/api/signature-fields/7/decline/', 'second'],
    ])
  })
})

const renewal = {
  signature_field: storedField(),
  signer_email: 'ana@example.com',
  owner_name: 'Luis Vargas',
  document: { id: 3, original_filename: 'Contrato.pdf', download_url: '/home/api/files/3/public_download' },
  access_token: 'second',
  expires_in: 900,
  expires_at: '2026-03-02T18:00:00.000Z',
  agent: 'simulated',
  reminders_silenced: false,
  turn: 'now',
  other_fields: [],
  proposal: null,
}

describe('No me corresponde firmar', () => {
  const start = async (answer?: Answer, over: Partial<InvitationEntry> = {}) => {
    const opened = open(answer, over)
    await opened.user.click(button('No me corresponde firmar'))
    return { ...opened, sheet: await dialog('No me corresponde firmar') }
  }
  const fill = async (user: ReturnType<typeof userEvent.setup>, name: string, email: string) => {
    for (const [label, text] of [
      ['Nombre de quien debe firmar', name],
      ['Email de quien debe firmar', email],
    ] as const) {
      await user.clear(screen.getByLabelText(label))
      if (text) await user.type(screen.getByLabelText(label), text)
    }
    await user.click(button('Proponer a esta persona'))
  }

  test('the guest proposes a person; the page states that the owner decides and the invitation is valid', async () => {
    const { calls, user, sheet } = await start()
    expect(sheet).toHaveAccessibleDescription(
      'Dinos a quién le corresponde. Luis Vargas decide: si lo confirma, invitamos a esa persona y tu enlace deja de ' +
        'servir. Mientras tanto, tu invitación sigue en pie.',
    )
    await user.type(screen.getByLabelText('Nota (opcional)'), 'Es la gerente.')
    await fill(user, ' Eva Ríos', 'eva@example.com')
    expect(await screen.findByText('Propusiste que firme Eva Ríos')).toBeVisible()
    expect(
      screen.getByText(
        'Luis Vargas lo tiene que confirmar. Mientras tanto tu invitación sigue en pie: todavía puedes firmar tú.',
      ),
    ).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls).toMatchObject([
      {
        method: 'POST',
        url: '/home/api/signature-fields/7/forward/',
        token: 'first',
        body: { name: 'Eva Ríos', email: 'eva@example.com', note: 'Es la gerente.' },
      },
    ])
  })

  test.each([
    ['', 'eva@example.com', 'Por favor ingresa el nombre del firmante'],
    ['Eva', '', 'Por favor ingresa el email del firmante'],
    ['Eva', 'eva@', 'El email no es válido'],
    ['Eva', 'ANA@example.com', 'Ese es tu propio email. Escribe el de la otra persona.'],
  ])('the dialog refuses the name %j and the email %j: %s', async (name, email, message) => {
    const { calls, user } = await start()
    await fill(user, name, email)
    expect(await screen.findByText(message)).toBeVisible()
    expect(calls).toEqual([])
  })

  test('a failure keeps the typed text, and the guest can retry', async () => {
    let down = true
    const { user } = await start(() => (down ? refusal(503, 'UNAVAILABLE', errorMessages.UNAVAILABLE) : undefined))
    await fill(user, 'Eva Ríos', 'eva@example.com')
    expect(await screen.findByRole('alert')).toHaveTextContent(errorMessages.UNAVAILABLE)
    expect(screen.getByLabelText('Nombre de quien debe firmar')).toHaveValue('Eva Ríos')
    down = false
    await user.click(button('Reintentar'))
    expect(await screen.findByText('Propusiste que firme Eva Ríos')).toBeVisible()
  })

  test('the page shows a pending proposal when it opens', () => {
    open(undefined, { proposal: { name: 'Eva Ríos', email: 'eva@example.com' } })
    expect(screen.getByText('Propusiste que firme Eva Ríos')).toBeVisible()
  })
})

describe('No quiero más recordatorios', () => {
  test('the guest confirms to stop the reminders, and can start them again', async () => {
    const { calls, user } = open()
    await user.click(button('No quiero más recordatorios'))
    expect(await dialog('No quiero más recordatorios')).toHaveAccessibleDescription(
      'No te recordaremos más este documento. Tu invitación sigue en pie, puedes firmar cuando quieras, y Luis Vargas ' +
        'verá que no quieres recordatorios.',
    )
    await user.click(button('No enviar más recordatorios'))
    expect(await screen.findByText('No te enviaremos más recordatorios de este documento.')).toBeVisible()
    await user.click(button('Volver a recibir recordatorios'))
    const sheet = await dialog('Volver a recibir recordatorios')
    await user.click(within(sheet).getByRole('button', { name: 'Volver a recibir recordatorios' }))
    expect(await screen.findByText('Te recordaremos este documento mientras espere tu firma.')).toBeVisible()
    expect(button('No quiero más recordatorios')).toBeVisible()
    expect(calls.map(({ url, body }) => [url, body])).toEqual([
      ['/home/api/signature-fields/7/reminders/', { silenced: true }],
      ['/home/api/signature-fields/7/reminders/', { silenced: false }],
    ])
  })

  test('the link of a mail opens the dialog directly and changes nothing', async () => {
    const { calls, user } = open(undefined, {}, '/?token=abc&recordatorios=no')
    await dialog('No quiero más recordatorios')
    expect(calls).toEqual([])
    await user.click(button('Volver al documento'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls).toEqual([])
  })

  test('without network the dialog shows the error, and the guest can retry', async () => {
    let offline = true
    const { user } = open(() => (offline ? new TypeError('offline') : undefined))
    await user.click(button('No quiero más recordatorios'))
    await user.click(await screen.findByRole('button', { name: 'No enviar más recordatorios' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Error de conexión')
    offline = false
    await user.click(button('Reintentar'))
    await waitFor(() => expect(button('Volver a recibir recordatorios')).toBeVisible())
  })
})

test('a signer who waits for approvals reads whose they are', () => {
  open(undefined, { turn: 'later', waitsFor: ['Ana Mora', 'Luis Soto'] })
  expect(screen.getByText(/^Falta el visto bueno de Ana Mora y Luis Soto\. Ya puedes leerlo/)).toBeVisible()
})
