import { screen, within } from '@testing-library/react'
import type { FormField } from 'shared/contract/form-fields'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { settle } from 'shared/testing'
import { drawStroke } from '../../testing/draw-stroke.ts'
import { refusal } from '../../testing/fake-api.ts'
import { dialog, signThrough } from '../../testing/guest-steps.ts'
import { button, callsTo, openGuestPage } from '../../testing/open-guest-page.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedFormField } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  jest.useFakeTimers()
  sessionStorage.clear()
  window.innerWidth = 1280
})
afterEach(() => jest.useRealTimers())

const fields: FormField[] = [
  storedFormField({ id: 1, label: 'Empresa', help: 'Como en el Registro' }),
  storedFormField({ id: 2, label: 'Monto', rule: { kind: 'number', min: 1, max: null, decimals: 2 } }),
  storedFormField({ id: 3, label: 'Iniciales', rule: { kind: 'initials' } }),
  storedFormField({ id: 4, label: 'Plan', required: false, rule: { kind: 'choice', options: ['A', 'B'] } }),
]
const saved = { status: 200, body: { draft_saved_at: '2026-11-23T18:00:00.000Z' } }
const read = { status: 200, body: { fields, values: [], draft_saved_at: null, today: '2026-11-23' } }

const open = async (answer: (call: SentCall) => ReturnType<typeof formAnswer> = formAnswer) => {
  const page = openGuestPage({
    reply: { signature_field: storedField({ page: 1, has_form: true }) },
    answer: (call) => (/\/(form|copy)\//.test(call.url) ? answer(call) : undefined),
    advanceTimers: settle,
  })
  await settle(500)
  return page
}
const formAnswer = ({ method }: SentCall): { status: number; body: unknown } => (method === 'PUT' ? saved : read)
const bar = () => screen.getByRole('region', { name: 'Llena antes de firmar' })

test('without form fields the page loads and shows no form', async () => {
  const { calls } = openGuestPage({ advanceTimers: settle })
  await settle(500)
  expect(callsTo(calls, '/form/')).toHaveLength(0)
  expect(screen.queryByRole('region', { name: 'Llena antes de firmar' })).toBeNull()
})

test('an empty required field blocks signing and gets the focus; the values go with the signature', async () => {
  const { user, calls } = await open()
  expect(bar()).toHaveTextContent('Faltan 3 campos por llenar.')
  await user.click(button('Agregar Firma Digital'))
  await settle()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('textbox', { name: /^Empresa\. .*Falta llenar «Empresa»\.$/ })).toHaveFocus()
  await user.type(screen.getByRole('textbox', { name: /^Empresa/ }), 'Café')
  await user.click(button('Siguiente campo (quedan 2)'))
  expect(screen.getByRole('textbox', { name: /^Monto/ })).toHaveFocus()
  await user.type(screen.getByRole('textbox', { name: /^Monto/ }), '12,5')

  await user.click(button('Llenar como formulario'))
  const plain = within(screen.getByRole('dialog', { name: 'Llena antes de firmar' }))
  expect(plain.getByText('Como en el Registro')).toBeVisible()
  await user.click(plain.getByRole('button', { name: 'Usar «AM»' }))
  expect(plain.getByLabelText('Plan (opcional)')).toBeVisible()
  await user.click(plain.getByRole('button', { name: 'Listo' }))
  expect(bar()).toHaveTextContent('Todo está lleno: ya puedes firmar.')
  await settle(700)
  expect(within(bar()).getByText('Guardado')).toBeVisible()

  await user.click(button('Agregar Firma Digital'))
  await settle()
  await signThrough(user)
  expect(callsTo(calls, 'digital_sign')[0]?.body).toMatchObject({
    form_values: [
      { form_field_id: 1, value: 'Café' },
      { form_field_id: 2, value: '12,5' },
      { form_field_id: 3, value: 'AM' },
    ],
  })
})

test('before the download for an own program, the page saves the form values', async () => {
  const refused = { code: 'FORM_VALUES_INVALID', message: '«Empresa» no cabe en su espacio.' }
  const { user, calls } = await open((call) =>
    call.url.includes('/copy/') ? { status: 400, body: refused } : formAnswer(call),
  )
  await user.type(screen.getByRole('textbox', { name: /^Empresa/ }), 'Café')
  await user.type(screen.getByRole('textbox', { name: /^Monto/ }), '12,5')
  await user.click(button('Llenar como formulario'))
  await user.click(button('Usar «AM»'))
  await user.click(button('Listo'))
  await user.click(button('Agregar Firma Digital'))
  await settle()
  await user.click(button('Continuar'))
  drawStroke()
  await user.click(button('Firmar con mi propio programa'))
  await settle(100)
  expect(dialog('Firmar con mi propio programa')).toHaveTextContent('con tus datos y tu espacio de firma')
  await user.click(button('Descargar para firmar'))
  await settle(100)
  const urls = calls.map(({ method, url }) => `${method} ${/form|copy/.exec(url)?.[0]}`)
  expect(urls.indexOf('GET copy')).toBeGreaterThan(urls.indexOf('PUT form'))
  expect(callsTo(calls, '/form/').at(-1)?.body).toMatchObject({
    values: [{ value: 'Café' }, { value: '12,5' }, { value: 'AM' }],
  })
  expect(screen.getByRole('alert')).toHaveTextContent('«Empresa» no cabe en su espacio.')
})

test('a form that does not load shows an error, blocks signing and can be reloaded', async () => {
  let broken = true
  const { user, calls } = await open((call) =>
    broken ? { status: 500, body: { code: 'INTERNAL', message: 'x' } } : formAnswer(call),
  )
  expect(screen.getByText(/^No se pudieron cargar los campos para llenar/)).toBeVisible()
  await user.click(button('Agregar Firma Digital'))
  await settle()
  expect(screen.queryByRole('dialog')).toBeNull()
  broken = false
  await user.click(button('Reintentar'))
  await settle()
  expect(bar()).toHaveTextContent('Faltan 3 campos por llenar.')
  expect(callsTo(calls, 'digital_sign')).toHaveLength(0)
})

const boxes = [1, 2].map((id) => storedFormField({ id, label: `Iniciales ${id}`, rule: { kind: 'initials' } }))

test('initials drawn once fill every box, can be replaced by text, and are signed', async () => {
  const { user, calls } = await open(({ method }) =>
    method === 'PUT' ? saved : { status: 200, body: { ...read.body, fields: boxes } },
  )
  await user.click(button('Dibujar: Iniciales 1'))
  await settle()
  const pad = within(screen.getByRole('dialog', { name: 'Dibuja tus iniciales' }))
  expect(pad.getByText('Así se verán en tus 2 casillas de iniciales.')).toBeVisible()
  expect(pad.getByRole('button', { name: 'Usar estas iniciales' })).toBeDisabled()
  drawStroke()
  await user.click(pad.getByRole('button', { name: 'Usar estas iniciales' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button('Iniciales 2: iniciales dibujadas. Cambiar')).toBeVisible()
  expect(bar()).toHaveTextContent('Tus iniciales están en 2 casillas')
  expect(button('Iniciales 1: iniciales dibujadas. Cambiar')).toHaveFocus()

  await user.click(button('Iniciales 2: iniciales dibujadas. Cambiar'))
  await settle()
  await user.click(button('Escribirlas'))
  expect(screen.getByRole('combobox', { name: /^Iniciales 2/ })).toHaveFocus()
  await user.keyboard('AM')
  await user.click(button('Agregar Firma Digital'))
  await settle()
  await signThrough(user)
  expect(callsTo(calls, 'digital_sign')[0]?.body).toMatchObject({
    form_values: [
      { form_field_id: 1, value: expect.stringMatching(/^data:image\/png;base64,/) },
      { form_field_id: 2, value: 'AM' },
    ],
  })
})

test('the dialog refuses a drawing of initials too large for all boxes and names the limit', async () => {
  const { user } = await open(() => ({ status: 200, body: { ...read.body, fields: boxes } }))
  const picture = jest
    .spyOn(HTMLCanvasElement.prototype, 'toDataURL')
    .mockReturnValue(`data:image/png;base64,${'A'.repeat(160_000)}`)
  await user.click(button('Dibujar: Iniciales 1'))
  await settle()
  drawStroke()
  await user.click(button('Usar estas iniciales'))
  expect(screen.getByRole('alert')).toHaveTextContent(/^Este dibujo cabe en 1 casillas y tienes 2\./)
  picture.mockRestore()
})

describe('form of a public link', () => {
  const field = storedField({ page: 1, has_form: true })
  const openLink = async (form: () => NetworkAnswer, { path = '/sign/field/3/contrato/7', own = field } = {}) => {
    const page = openGuestPage({
      path,
      answer: ({ url }) => {
        if (url.includes('/form/')) return form()
        if (url.includes('agent-sessions'))
          return { status: 200, body: { signature_field: own, access_token: 'session-token', expires_in: 900 } }
        return url.includes('signature-fields/7') ? { status: 200, body: { signature_field: field } } : undefined
      },
      advanceTimers: settle,
    })
    await settle(500)
    return page
  }
  const text = [storedFormField({ id: 1, label: 'Empresa' })]
  const fill = (user: Awaited<ReturnType<typeof openLink>>['user']) =>
    user.type(screen.getByRole('textbox', { name: /^Empresa/ }), 'Café')

  test('a field link stores the values in the browser, without a session, and signs them', async () => {
    const { user, calls } = await openLink(() => ({ status: 200, body: { ...read.body, fields: text } }))
    await user.click(button('Agregar Firma Digital'))
    await settle()
    expect(screen.queryByRole('dialog')).toBeNull()
    await fill(user)
    expect(within(bar()).getByText('Guardado en este navegador')).toBeVisible()
    expect(sessionStorage).toHaveLength(1)
    await user.click(button('Agregar Firma Digital'))
    await settle()
    await signThrough(user)
    expect(callsTo(calls, '/form/')).toMatchObject([{ method: 'GET', token: undefined }])
    expect(callsTo(calls, 'digital_sign')[0]).toMatchObject({
      token: 'session-token',
      body: { form_values: [{ form_field_id: 1, value: 'Café' }] },
    })
    expect(sessionStorage).toHaveLength(0)
  })

  test('a form that the public link may not open shows a message and blocks signing', async () => {
    const { user } = await openLink(() => refusal(401, 'UNAUTHENTICATED', 'x'))
    expect(screen.getByText(/desde este enlace no se pueden llenar/)).toBeVisible()
    await user.click(button('Agregar Firma Digital'))
    await settle()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a bare link has no form and signs a separate field', async () => {
    const { user, calls } = await openLink(() => read, { path: '/sign/3/contrato', own: storedField({ id: 99 }) })
    await user.click(button('Agregar Firma Digital'))
    await settle()
    await signThrough(user)
    expect(callsTo(calls, '/form/')).toHaveLength(0)
    expect(callsTo(calls, 'digital_sign')[0]?.body).not.toHaveProperty('form_values')
  })
})

describe('a person with two fields, each with a form', () => {
  const other = storedField({ id: 8, page: 2, has_form: true })
  const forms: Record<string, FormField> = {
    7: storedFormField({ id: 1, label: 'Empresa' }),
    8: storedFormField({ id: 2, label: 'Monto', signature_field_id: 8 }),
  }
  const fieldIdOf = (url: string) => /signature-fields\/(\d+)\//.exec(url)?.[1] ?? ''

  test('one bar asks for both, each draft goes to its field, and both are signed', async () => {
    const { user, calls } = openGuestPage({
      reply: { signature_field: storedField({ page: 1, has_form: true }), other_fields: [other] },
      answer: ({ url, method }) => {
        if (!url.includes('/form/')) return undefined
        const form = forms[fieldIdOf(url)]
        return method === 'PUT' ? saved : { status: 200, body: { ...read.body, fields: form ? [form] : [] } }
      },
      advanceTimers: settle,
    })
    await settle(500)
    expect(bar()).toHaveTextContent('Faltan 2 campos por llenar.')
    await user.click(button('Llenar como formulario'))
    const plain = within(screen.getByRole('dialog', { name: 'Llena antes de firmar' }))
    await user.type(plain.getByLabelText('Empresa'), 'Café')
    await user.type(plain.getByLabelText('Monto'), '12')
    await user.click(plain.getByRole('button', { name: 'Listo' }))
    await settle(1500)
    const drafts = callsTo(calls, '/form/').filter(({ method }) => method === 'PUT')
    const last = (id: string) => drafts.findLast(({ url }) => fieldIdOf(url) === id)?.body
    expect(last('7')).toEqual({ values: [{ form_field_id: 1, value: 'Café' }] })
    expect(last('8')).toEqual({ values: [{ form_field_id: 2, value: '12' }] })
    expect(bar()).toHaveTextContent('Todo está lleno: ya puedes firmar.')
    await user.click(button('Agregar Firma Digital'))
    await settle()
    await signThrough(user)
    expect(callsTo(calls, 'digital_sign')[0]?.body).toMatchObject({
      other_field_ids: [8],
      form_values: [
        { form_field_id: 1, value: 'Café' },
        { form_field_id: 2, value: '12' },
      ],
    })
  })
})
