import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { renderInShell } from 'shared/testing'
import { refusal, serveApi } from '../../testing/fake-api.ts'
import type { AskingPerson } from './asking-person.ts'
import QuestionDialog from './QuestionDialog.tsx'

const AT = '2026-02-03T18:00:00.000Z'
const message = (number: number, by: 'guest' | 'owner', text: string) => ({ number, by, text, at: AT })

type Answer = (call: SentCall) => NetworkAnswer | undefined

beforeEach(() => sessionStorage.clear())

/** The server keeps what arrives. */
const open = (answer: Answer = () => undefined, asker: AskingPerson['asker'] = { fieldId: 7 }) => {
  const messages = [message(1, 'guest', '¿Primero?'), message(2, 'owner', 'Sí.')]
  const calls = serveApi({
    answer: (call) => {
      const own = answer(call)
      if (own) return own
      if (call.method === 'POST')
        messages.push(message(messages.length + 1, 'guest', (call.body as { text: string }).text))
      return { status: 200, body: { messages } }
    },
  })
  const show = () =>
    renderInShell(
      <QuestionDialog
        asking={{ asker, withAccess: (call) => call({ token: 'guest-token' }) }}
        ownerName="Luis Vargas"
        title="Preguntar antes de firmar"
        onClose={() => undefined}
      />,
    )
  return { calls, show, user: userEvent.setup(), view: show() }
}

const field = () => screen.findByLabelText('Tu pregunta')
const send = () => screen.getByRole('button', { name: 'Enviar pregunta' })

test('the thread is shown as text, with who wrote what', async () => {
  const text = '<b>Mira</b> https://mal.example/x'
  open(({ method }) =>
    method === 'GET'
      ? { status: 200, body: { messages: [message(1, 'guest', text), message(2, 'owner', '')] } }
      : undefined,
  )
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first).toHaveTextContent(`Tú3 feb 2026, 12:00 p. m.${text}`)
  expect(second).toHaveTextContent('Luis Vargas')
  expect(second).toHaveTextContent('Este texto se borró')
  expect(screen.queryByRole('link')).toBeNull()
})

test('a question is sent and joins the thread; the field is empty again', async () => {
  const { calls, user } = open()
  await user.type(await field(), '¿Incluye el parqueo?')
  await user.click(send())
  expect(await screen.findByText('Enviamos tu pregunta a Luis Vargas.')).toBeVisible()
  expect(screen.getAllByRole('listitem').at(-1)).toHaveTextContent('¿Incluye el parqueo?')
  expect(await field()).toHaveValue('')
  expect(calls.at(-1)).toMatchObject({
    method: 'POST',
    url: '/home/api/signature-fields/7/questions/',
    token: 'guest-token',
    body: { text: '¿Incluye el parqueo?' },
  })
})

test('a person without a field asks by their own call', async () => {
  const { calls, user } = open(undefined, { participantId: 81 })
  await user.type(await field(), '¿Quién revisó?')
  await user.click(send())
  await waitFor(() =>
    expect(calls.map(({ url }) => url)).toEqual(Array(2).fill('/home/api/participants/81/questions/')),
  )
})

test.each([
  ['  ', 'Por favor, escribe tu pregunta'],
  ['Hola\u202E', 'El texto tiene caracteres que no se ven. Escríbelo de nuevo con el teclado.'],
])('the text %j is refused before it is sent', async (text, problem) => {
  const { calls, user } = open()
  await user.click(await field())
  await user.paste(text)
  await user.click(send())
  expect(await screen.findByText(problem)).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a refusal says when to try again, and the text survives it, the closed dialog and a reload', async () => {
  const limited = 'Demasiados intentos. Espera 40 minutos y vuelve a intentarlo.'
  const { user, view, show } = open(({ method }) =>
    method === 'POST' ? refusal(429, 'RATE_LIMITED', limited) : undefined,
  )
  await user.type(await field(), '¿Incluye el parqueo?')
  await user.click(send())
  expect(await screen.findByRole('alert')).toHaveTextContent(limited)
  expect(await field()).toHaveValue('¿Incluye el parqueo?')
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  view.unmount()
  show()
  expect(await field()).toHaveValue('¿Incluye el parqueo?')
})

test('a thread that cannot be read offers to try again, and nothing can be written before', async () => {
  let fails = true
  const { user } = open(({ method }) =>
    method === 'GET' && fails ? refusal(503, 'UNAVAILABLE', 'Intenta de nuevo en unos segundos.') : undefined,
  )
  const alert = await screen.findByRole('alert')
  expect(screen.queryByLabelText('Tu pregunta')).toBeNull()
  fails = false
  await user.click(within(alert).getByRole('button', { name: 'Reintentar' }))
  expect(await field()).toBeVisible()
})
