import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { OtherAddress } from 'shared/contract/accounts'
import { type NetworkAnswer, renderInShell, type SentCall, serveFetch, settle } from 'shared/testing'
import { shownNotifications } from '../testing/render-page.tsx'
import { AddressSection } from './AddressSection.tsx'

const office: OtherAddress = {
  id: 5,
  email: 'ana@oficina.cr',
  confirmed_at: '2026-02-03T18:00:00.000Z',
  expires_at: null,
}
const club: OtherAddress = { id: 6, email: 'ana@club.cr', confirmed_at: null, expires_at: '2026-02-04T18:00:00.000Z' }

const openSection = async (
  list: () => readonly OtherAddress[],
  change: (call: SentCall) => NetworkAnswer = () => ({ status: 200, body: { success: true } }),
) => {
  const calls = serveFetch((call) =>
    call.method === 'GET' ? { status: 200, body: { addresses: list() } } : change(call),
  )
  renderInShell(<AddressSection main="ana@correo.cr" />)
  const user = userEvent.setup({ advanceTimers: settle })
  expect(calls).toEqual([])
  await user.click(screen.getByText('Otras direcciones de correo'))
  await settle()
  return { calls, user }
}
const press = (name: string) => screen.getByRole('button', { name })
const row = (email: string) => screen.getAllByRole('listitem').find((one) => one.textContent?.includes(email))

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('the section loads when it is opened, and says what the addresses are for', async () => {
  await openSection(() => [office, club])
  expect(screen.getByText(/^En «Para firmar» verás .* se usa solo ana@correo\.cr\.$/)).toBeVisible()
  expect(row(office.email)).toHaveTextContent('Confirmada el 3 feb 2026')
  expect(row(club.email)).toHaveTextContent('Falta que abras el enlace')
  expect(screen.queryByRole('button', { name: 'Enviar otra vez el enlace a ana@oficina.cr' })).toBeNull()
})

test('an address is added, and shown as pending', async () => {
  let addresses: OtherAddress[] = []
  const { calls, user } = await openSection(
    () => addresses,
    () => ({ status: 200, body: club }),
  )
  expect(screen.getByText('Todavía no tienes otras direcciones.')).toBeVisible()
  await user.click(press('Agregar dirección'))
  await user.type(screen.getByLabelText('Email'), club.email)
  addresses = [club]
  await user.click(press('Enviar enlace'))
  await settle()
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    url: '/api/auth/addresses/',
    body: { email: club.email },
  })
  expect(shownNotifications()).toContainEqual([
    'success',
    'Enviamos un enlace a ana@club.cr. Ábrelo para confirmar que la dirección es tuya.',
  ])
  expect(row(club.email)).toHaveTextContent('Pendiente')
})

test('a refused address shows the reason at the field and keeps the text', async () => {
  const body = { code: 'VALIDATION', message: 'Hay datos que corregir.', fields: { email: 'Caben 5 direcciones.' } }
  const { user } = await openSection(
    () => [],
    () => ({ status: 400, body }),
  )
  await user.click(press('Agregar dirección'))
  await user.type(screen.getByLabelText('Email'), club.email)
  await user.click(press('Enviar enlace'))
  await settle()
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Caben 5 direcciones.')
  expect(screen.getByLabelText('Email')).toHaveValue(club.email)
})

test('the link of a pending address is mailed again', async () => {
  const { calls, user } = await openSection(
    () => [club],
    () => ({ status: 200, body: club }),
  )
  await user.click(press('Enviar otra vez el enlace a ana@club.cr'))
  await settle()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ email: club.email })
})

test('removing says what ends, and asks first', async () => {
  let addresses = [office, club]
  const { calls, user } = await openSection(() => addresses)
  await user.click(press('Quitar ana@oficina.cr'))
  const dialog = within(screen.getByRole('dialog', { name: '¿Quitar ana@oficina.cr?' }))
  expect(dialog.getByText(/Los enlaces que llegaron a ese correo siguen sirviendo/)).toBeVisible()
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  addresses = [club]
  await user.click(dialog.getByRole('button', { name: 'Quitar' }))
  await settle()
  expect(calls.find(({ method }) => method === 'DELETE')?.url).toBe('/api/auth/addresses/5/')
  expect(row(office.email)).toBeUndefined()
})

test('a failed list can be loaded again', async () => {
  let broken = true
  serveFetch(() =>
    broken
      ? { status: 500, body: { code: 'INTERNAL', message: 'Algo falló de nuestro lado.' } }
      : { status: 200, body: { addresses: [office] } },
  )
  renderInShell(<AddressSection main="ana@correo.cr" />)
  const user = userEvent.setup({ advanceTimers: settle })
  await user.click(screen.getByText('Otras direcciones de correo'))
  await settle()
  expect(screen.getByText('No se pudieron cargar tus direcciones')).toBeVisible()
  broken = false
  await user.click(press('Reintentar'))
  await settle()
  expect(row(office.email)).toBeVisible()
})
