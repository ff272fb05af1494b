import { screen, within } from '@testing-library/react'
import type { FormField } from 'shared/contract/form-fields'
import type { SentCall } from 'shared/testing'
import { settle } from 'shared/testing'
import { drawStroke } from '../../testing/draw-stroke.ts'
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

test('without form fields nothing is asked and nothing loads', async () => {
  const { calls } = openGuestPage({ advanceTimers: settle })
  await settle(500)
  expect(callsTo(calls, '/form/')).toHaveLength(0)
  expect(screen.queryByRole('region', { name: 'Llena antes de firmar' })).toBeNull()
})

test('what is missing blocks the signing and is led to; the values go with the signature', async () => {
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

test('the own program gets the values: they are saved before the download', async () => {
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

test('a form that does not load says so, can be repeated, and nobody signs without it', async () => {
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
