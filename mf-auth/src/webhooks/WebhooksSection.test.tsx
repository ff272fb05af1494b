import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import type { Webhook, WebhookDelivery, WebhookDeliveryDetail } from 'shared/contract/webhooks'
import { UNKNOWN_FAILURE } from 'shared/http'
import { renderInShell, type SentCall, serveFetch, settle } from 'shared/testing'
import { WebhooksSection } from './WebhooksSection.tsx'

const webhook: Webhook = {
  id: 3,
  url: 'https://sistema.example/avisos',
  events: ['document.signed', 'document.completed'],
  state: 'active',
  created_at: '2026-01-01T18:00:00.000Z',
  failing_since: null,
  old_secret_until: null,
  paused_because: null,
  by_program: false,
}
const delivery: WebhookDelivery = {
  id: 9,
  event_id: 'msg_9',
  type: 'document.signed',
  state: 'pending',
  created_at: '2026-01-02T18:00:00.000Z',
  attempts: 2,
  attempted_at: '2026-01-02T18:01:00.000Z',
  next_attempt_at: '2026-01-02T19:00:00.000Z',
  answer_status: 500,
  duration: 35,
  problem: null,
}
const detail: WebhookDeliveryDetail = {
  ...delivery,
  payload: '{"type":"document.signed"}',
  answer: 'se cayó',
  answer_truncated: true,
}
const PROOF = 'prueba-de-identidad'
const SECRET = 'whsec_secreto-que-se-ve-una-vez'

type Answer = { readonly status: number; readonly body: unknown } | undefined
const ok = (body: unknown) => ({ status: 200, body })

const answerTo = ({ url, method }: SentCall) => {
  if (method === 'POST' && /rotate|webhooks\/$/.test(url)) return ok({ secret: SECRET, details: webhook })
  if (method === 'POST') return ok(delivery)
  if (method === 'PUT') return ok(webhook)
  if (method === 'DELETE') return ok({ success: true })
  if (/deliveries\/\d+\/$/.test(url)) return ok(detail)
  return ok({ items: [delivery], next_cursor: null })
}

function Panel({ initial, next }: { initial: readonly Webhook[]; next: readonly Webhook[] }) {
  const [webhooks, setWebhooks] = useState(initial)
  return <WebhooksSection webhooks={webhooks} ask={async () => PROOF} onChanged={() => setWebhooks(next)} />
}

const start = (
  initial: readonly Webhook[],
  { next = initial, answer }: { next?: readonly Webhook[]; answer?: (call: SentCall) => Answer } = {},
) => {
  const calls = serveFetch((call) => answer?.(call) ?? answerTo(call))
  renderInShell(<Panel initial={initial} next={next} />)
  const user = userEvent.setup({ advanceTimers: settle })
  const press = async (name: string | RegExp) => {
    await user.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body)
    await settle()
  }
  const sent = (method: string, part: string) =>
    calls.filter((call) => call.method === method && call.url.endsWith(part))
  return { user, press, sent }
}

const manage = async (more: Parameters<typeof start>[1] = {}, initial: readonly Webhook[] = [webhook]) => {
  const started = start(initial, more)
  await started.press(`Administrar ${webhook.url}`)
  return started
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('creating a webhook requires an address and an event, and shows the secret once', async () => {
  const refusal = { code: 'VALIDATION', message: 'No', fields: { url: 'Esa dirección es de una red privada.' } }
  let answer: Answer = { status: 400, body: refusal }
  const { user, press, sent } = start([], {
    next: [webhook],
    answer: ({ method }) => (method === 'POST' ? answer : undefined),
  })
  expect(screen.getByText('Todavía no tienes webhooks')).toBeVisible()
  await press('Agregar webhook')
  await press('Agregar webhook')
  expect(screen.getAllByText('Escribe la dirección que recibe los avisos')[0]).toBeVisible()
  await user.type(screen.getByLabelText('Dirección que recibe los avisos'), webhook.url)
  for (const name of [/^Alguien firmó/, /^Todas las firmas/]) await user.click(screen.getByLabelText(name))
  await press('Agregar webhook')
  expect(screen.getByText('Elige al menos un evento', { selector: 'fieldset *' })).toBeVisible()
  for (const name of [/^Alguien firmó/, /^Todas las firmas/]) await user.click(screen.getByLabelText(name))
  await press('Agregar webhook')
  expect(screen.getAllByText('Esa dirección es de una red privada.')[0]).toBeVisible()
  expect(screen.getByLabelText('Dirección que recibe los avisos')).toHaveValue(webhook.url)
  answer = undefined
  await press('Agregar webhook')
  expect(sent('POST', '/webhooks/').at(-1)?.body).toEqual({
    url: webhook.url,
    events: webhook.events,
    proof: PROOF,
  })
  expect(screen.getByText(SECRET)).toBeVisible()
  await press('Ya lo guardé')
  expect(screen.queryByText(SECRET)).toBeNull()
  expect(screen.getByText(webhook.url, { selector: 'li > div p' })).toBeVisible()
})

test.each([
  ['Activo', {}],
  ['Falla', { failing_since: webhook.created_at }],
  ['En pausa', { state: 'paused' as const, failing_since: webhook.created_at }],
  ['Desactivado', { state: 'disabled' as const }],
])('the list shows the state «%s» of a webhook', (text, change) => {
  start([{ ...webhook, ...change }])
  expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByText(/^Alguien firmó, Todas las firmas están completas · agregado: /)).toBeVisible()
})

test('the log shows the request and the truncated response, and the user retries a pending event', async () => {
  const { press, sent } = await manage()
  expect(screen.getByText('Se intenta de nuevo')).toBeVisible()
  expect(screen.getByText(/ · 2 intentos · respuesta 500 · 35 ms · próximo intento: /)).toBeVisible()
  await press(/^Ver contenido/)
  expect(screen.getByLabelText('Lo que enviamos')).toHaveValue(detail.payload)
  expect(screen.getByLabelText('Lo que respondió')).toHaveAccessibleDescription(/primeros 64 KB/)
  await press(/^Intentar ahora/)
  expect(sent('POST', '/webhooks/3/deliveries/9/resend/')).toHaveLength(1)
  await press(/^Ocultar/)
  expect(screen.queryByLabelText('Lo que enviamos')).toBeNull()
})

test('the user resends a delivered event', async () => {
  const delivered = { ...delivery, state: 'delivered' as const, next_attempt_at: null }
  const { press, sent } = await manage({
    answer: ({ method }) => (method === 'GET' ? ok({ items: [delivered], next_cursor: null }) : undefined),
  })
  expect(screen.getByText('Entregado')).toBeVisible()
  await press(/^Reenviar/)
  expect(sent('POST', '/webhooks/3/deliveries/9/resend/')).toHaveLength(1)
})

test('the user sends a test event, and the log shows its delivery without a reload', async () => {
  let state: WebhookDelivery['state'] = 'pending'
  const test = () => ({ ...delivery, type: 'test', attempts: state === 'pending' ? 0 : 1, state })
  const { press, sent } = await manage({
    answer: ({ method }) => (method === 'GET' ? ok({ items: [test()], next_cursor: null }) : undefined),
  })
  await press('Enviar aviso de prueba')
  expect(sent('POST', '/webhooks/3/test/')).toHaveLength(1)
  expect(screen.getByText('En cola')).toBeVisible()
  expect(screen.getByText('Aviso de prueba', { selector: 'li p' })).toBeVisible()
  state = 'delivered'
  await settle(2000)
  expect(screen.getByText('Entregado')).toBeVisible()
})

test('the user pauses and reactivates a webhook, and a paused webhook offers no test and no retry', async () => {
  const { press, sent } = await manage({ next: [{ ...webhook, state: 'paused' }] })
  await press('Pausar')
  expect(sent('PUT', '/webhooks/3/')[0]?.body).toEqual({ state: 'paused' })
  const dialog = within(screen.getByRole('dialog', { name: 'Webhook' }))
  expect(dialog.getByText('En pausa')).toBeVisible()
  expect(dialog.queryByRole('button', { name: /prueba|Intentar/ })).toBeNull()
  await press('Activar')
  expect(sent('PUT', '/webhooks/3/')[1]?.body).toEqual({ state: 'active' })
})

test('a failed request shows an error, a retry shows the events, and a button loads older events', async () => {
  let fails = true
  const older = { ...delivery, id: 4, type: 'document.completed' }
  const { press, sent } = await manage({
    answer: ({ url, method }) => {
      if (method !== 'GET') return undefined
      if (url.includes('cursor')) return ok({ items: [older], next_cursor: null })
      return fails ? { status: 500, body: {} } : ok({ items: [delivery], next_cursor: '7' })
    },
  })
  expect(screen.getAllByText('No se pudo cargar el registro de avisos')[0]).toBeVisible()
  fails = false
  await press('Reintentar')
  await press('Ver anteriores')
  expect(sent('GET', '?cursor=7')).toHaveLength(1)
  expect(screen.getByText('Todas las firmas están completas', { selector: 'li p' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ver anteriores' })).toBeNull()
})

test('a bug of ours is shown as one, and reported once', async () => {
  const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  const bug = new TypeError('x is undefined')
  const { press } = await manage({
    answer: ({ method }) => (method === 'GET' ? ok({ items: [], next_cursor: null }) : undefined),
  })
  const encode = jest.spyOn(URLSearchParams.prototype, 'toString').mockImplementation(() => {
    throw bug
  })
  await press('Enviar aviso de prueba')
  encode.mockRestore()
  expect(screen.getAllByText(UNKNOWN_FAILURE).length).toBeGreaterThan(0)
  expect(reported.mock.calls).toEqual([[bug]])
  reported.mockRestore()
})

test('an empty log shows that no event was sent yet', async () => {
  await manage({ answer: ({ method }) => (method === 'GET' ? ok({ items: [], next_cursor: null }) : undefined) })
  expect(screen.getByText(/^Todavía no hay avisos/)).toBeVisible()
})

test('the user changes the events, and gets a new secret after a confirmation', async () => {
  const { user, press, sent } = await manage()
  await press('Cambiar eventos')
  await user.click(screen.getByLabelText(/^Terminó el plazo/))
  await press('Guardar eventos')
  expect(sent('PUT', '/webhooks/3/')[0]?.body).toEqual({ events: [...webhook.events, 'document.expired'] })
  await press('Cambiar secreto')
  expect(sent('POST', '/rotate/')).toEqual([])
  await press('Cambiar secreto')
  expect(sent('POST', '/webhooks/3/rotate/')).toHaveLength(1)
  expect(screen.getByText(SECRET)).toBeVisible()
})

test('the user confirms before the section deletes a webhook', async () => {
  const { press, sent } = await manage({ next: [] })
  await press('Eliminar')
  expect(sent('DELETE', '/')).toEqual([])
  await press('Eliminar webhook')
  expect(sent('DELETE', '/webhooks/3/')).toHaveLength(1)
  expect(screen.getByText('Todavía no tienes webhooks')).toBeVisible()
})
