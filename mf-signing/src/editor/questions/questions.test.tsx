import { act, screen, waitFor, within } from '@testing-library/react'
import type { QuestionThread } from 'shared/http/deferred'
import { endSession } from 'shared/state'
import { refusal } from '../../testing/fake-api.ts'
import { openEditor, sent } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedInvitation, storedParticipant } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
  sessionStorage.clear()
})
afterEach(() => act(() => endSession()))

const AT = '2026-02-03T18:00:00.000Z'

const thread = (over: Partial<QuestionThread> = {}): QuestionThread => ({
  id: 90,
  name: 'Ana Mora',
  email: 'ana@example.com',
  unanswered: 1,
  can_answer: true,
  messages: [{ number: 1, by: 'guest', text: '¿Incluye el parqueo?', at: AT }],
  ...over,
})

const open = async (threads: QuestionThread[], refused?: () => ReturnType<typeof refusal> | undefined) => {
  const opened = await openEditor(
    {
      fields: [storedField()],
      invitations: [storedInvitation()],
      participants: [storedParticipant()],
      answer: ({ method, url, body }) => {
        if (!url.includes('/questions/')) return undefined
        const no = method === 'POST' ? refused?.() : undefined
        if (no) return no
        const [first] = threads
        if (method === 'POST' && first) {
          const answer = { number: 2, by: 'owner' as const, text: (body as { text: string }).text, at: AT }
          threads[0] = { ...first, unanswered: 0, messages: [...first.messages, answer] }
          return { status: 200, body: threads[0] }
        }
        return { status: 200, body: threads }
      },
    },
    {},
    { questions: { threads: threads.length, unanswered: 1 } },
  )
  return opened
}

const dialog = (name = 'Ana Mora') => screen.findByRole('dialog', { name: `Preguntas de ${name}` })

test('a document without questions sends no call for them', async () => {
  const { calls } = await openEditor({ fields: [storedField()] })
  expect(calls.filter(({ url }) => url.includes('/questions/'))).toEqual([])
})

test('the row of a signer who asked opens the thread, and the answer goes out with what was read', async () => {
  const { calls, user } = await open([thread()])
  await user.click(await screen.findByRole('button', { name: 'Preguntó: 1 sin responder (Ana Mora)' }))
  const shown = within(await dialog())
  expect(await shown.findByRole('listitem')).toHaveTextContent('¿Incluye el parqueo?')
  await user.type(shown.getByLabelText('Tu respuesta'), 'Sí.')
  await user.click(shown.getByRole('button', { name: 'Enviar respuesta' }))
  expect(await shown.findByText('Enviamos tu respuesta a Ana Mora.')).toBeVisible()
  expect(sent(calls, 'POST', '/questions/90/answer/')).toMatchObject([{ body: { text: 'Sí.', read: 1 } }])
  await user.click(shown.getAllByRole('button', { name: 'Cerrar' }).at(-1) as HTMLElement)
  expect(await screen.findByRole('button', { name: 'Preguntó (Ana Mora)' })).toBeVisible()
})

test('people without a field and people without a row have their threads, too', async () => {
  const eva = thread({ id: 91, name: 'Eva Ruiz', email: 'eva@example.com' })
  const gone = thread({ id: 92, name: 'Olga Paz', email: 'olga@example.com', can_answer: false })
  const { user } = await open([thread(), eva, gone])
  const section = await screen.findByRole('region', { name: 'Sin firma' })
  expect(await within(section).findByRole('button', { name: /Preguntó: 1 sin responder/ })).toBeVisible()
  await user.click(within(screen.getByRole('list', { name: 'Preguntas de otras personas' })).getByRole('button'))
  const shown = within(await dialog('Olga Paz'))
  expect(await shown.findByText(/Olga Paz ya no tiene un enlace/)).toBeVisible()
  expect(shown.queryByLabelText('Tu respuesta')).toBeNull()
})

test('an answer that fails keeps its text, also in the dialog that is opened again', async () => {
  let fails = true
  const { user } = await open([thread()], () =>
    fails ? refusal(503, 'UNAVAILABLE', 'Intenta de nuevo en unos segundos.') : undefined,
  )
  const row = () => screen.findByRole('button', { name: /^Preguntó/ })
  await user.click(await row())
  await user.type(await screen.findByLabelText('Tu respuesta'), 'Sí.')
  await user.click(screen.getByRole('button', { name: 'Enviar respuesta' }))
  expect(await within(await dialog()).findByRole('alert')).toHaveTextContent('Intenta de nuevo')
  await user.click(
    within(await dialog())
      .getAllByRole('button', { name: 'Cerrar' })
      .at(-1) as HTMLElement,
  )
  await user.click(await row())
  await waitFor(async () => expect(await screen.findByLabelText('Tu respuesta')).toHaveValue('Sí.'))
  fails = false
  await user.click(screen.getByRole('button', { name: 'Enviar respuesta' }))
  expect(await screen.findByText('Enviamos tu respuesta a Ana Mora.')).toBeVisible()
})
