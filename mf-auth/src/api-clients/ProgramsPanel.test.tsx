import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ProgramClient, ProgramToken } from 'shared/contract/accounts'
import { renderInShell, serveFetch, settle } from 'shared/testing'
import LazyProgramsPanel from './ProgramsPanel.tsx'

const token: ProgramToken = {
  id: 5,
  name: 'Contabilidad',
  hint: 'wxyz',
  scopes: ['documents:read', 'documents:write'],
  created_at: '2026-01-01T18:00:00.000Z',
  expires_at: '2026-04-01T18:00:00.000Z',
  expired: false,
  last_used_at: null,
}
const client: ProgramClient = { ...token, id: 6, name: 'ERP', client_id: 'trzc_6' }
const CLIENT_SECRET = 'trzs_secreto'
const SECRET = 'trz_secreto-que-se-ve-una-vez'

const site = { id: 7, origin: 'https://portal.example', created_at: '2026-01-01T18:00:00.000Z' }
let sites: () => readonly (typeof site)[] = () => []
let development = false

const openPanel = async (tokens: () => { status: number; body: unknown }, clients: readonly ProgramClient[] = []) => {
  const calls = serveFetch(({ url, method }) => {
    if (url.includes('second-factors'))
      return { status: 200, body: { totp: false, passkeys: [], recovery_codes_left: 0 } }
    if (url.includes('identity')) return { status: 200, body: { proof: 'prueba', expires_in: 300 } }
    if (method === 'POST' && url.includes('program-clients'))
      return { status: 201, body: { client_secret: CLIENT_SECRET, details: client } }
    if (method === 'GET' && url.includes('program-clients')) return { status: 200, body: clients }
    if (url.includes('webhooks')) return { status: 200, body: [] }
    if (url.includes('embedding-development')) {
      if (method === 'POST') development = !development
      return { status: 200, body: { on: development } }
    }
    if (url.includes('embedding-origins') && method === 'GET') return { status: 200, body: sites() }
    if (url.includes('embedding-origins') && method === 'POST') return { status: 201, body: site }
    if (method === 'POST') return { status: 201, body: { token: SECRET, details: token } }
    if (method === 'DELETE') return { status: 200, body: { success: true } }
    return tokens()
  })
  renderInShell(<LazyProgramsPanel />)
  await settle()
  return { calls, user: userEvent.setup({ advanceTimers: settle }) }
}
const press = (name: string | RegExp) => screen.getByRole('button', { name })

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('without tokens, the panel shows that the account has no tokens', async () => {
  await openPanel(() => ({ status: 200, body: [] }))
  expect(screen.getByText('Todavía no tienes tokens')).toBeVisible()
})

test('a failed request shows an error, and a retry shows the tokens', async () => {
  let answer: { status: number; body: unknown } = { status: 500, body: {} }
  const { user } = await openPanel(() => answer)
  expect(screen.getAllByText('No se pudieron cargar tus programas')[0]).toBeVisible()
  answer = { status: 200, body: [{ ...token, expired: true, last_used_at: token.created_at }] }
  await user.click(press('Reintentar'))
  await settle()
  expect(screen.getByText('Vencido')).toBeVisible()
  expect(
    screen.getByText(/Leer documentos y Enviar documentos · termina en wxyz · venció: .* · último uso: /),
  ).toBeVisible()
})

test('the user creates a token with password, name and permission, and the panel shows the token once', async () => {
  let tokens: readonly ProgramToken[] = []
  const { user, calls } = await openPanel(() => ({ status: 200, body: tokens }))
  await user.click(press('Crear token'))
  await user.type(screen.getByLabelText('Tu contraseña'), 'una clave larga')
  await user.click(press('Continuar'))
  await settle()
  const submit = screen.getAllByRole('button', { name: 'Crear token' }).at(-1)
  if (submit === undefined) throw new Error('no form')
  await user.click(screen.getByLabelText('Leer documentos'))
  await user.type(screen.getByLabelText('Nombre del programa'), 'Contabilidad')
  await user.click(submit)
  await settle()
  expect(screen.getByText('Elige al menos un permiso', { selector: 'fieldset *' })).toBeVisible()
  await user.click(screen.getByLabelText('Enviar documentos'))
  await user.selectOptions(screen.getByLabelText('Vence en'), 'Un año')
  tokens = [token]
  await user.click(submit)
  await settle()
  const sent = calls.find(({ method, url }) => method === 'POST' && url.includes('program-tokens'))
  expect(sent?.body).toEqual({ name: 'Contabilidad', scopes: ['documents:write'], days: 365, proof: 'prueba' })
  expect(screen.getByText(SECRET)).toBeVisible()
  await user.click(press('Ya lo guardé'))
  expect(screen.queryByText(SECRET)).toBeNull()
  expect(press(/Revocar Contabilidad/)).toBeVisible()
})

test('the user confirms before the panel revokes a token', async () => {
  let tokens: readonly ProgramToken[] = [token]
  const { user, calls } = await openPanel(() => ({ status: 200, body: tokens }))
  await user.click(press(/Revocar Contabilidad/))
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  tokens = []
  await user.click(press('Revocar token'))
  await settle()
  expect(calls.find(({ method }) => method === 'DELETE')?.url).toContain('/program-tokens/5/')
  expect(screen.getByText('Todavía no tienes tokens')).toBeVisible()
})

test('the panel shows the id and the secret of a new client once', async () => {
  const { user, calls } = await openPanel(() => ({ status: 200, body: [] }))
  await user.click(press('Crear cliente'))
  await user.type(screen.getByLabelText('Tu contraseña'), 'una clave larga')
  await user.click(press('Continuar'))
  await settle()
  await user.type(screen.getByLabelText('Nombre del programa'), 'ERP')
  await user.click(screen.getAllByRole('button', { name: 'Crear cliente' }).at(-1) ?? document.body)
  await settle()
  const sent = calls.find(({ method, url }) => method === 'POST' && url.includes('program-clients'))
  expect(sent?.body).toEqual({ name: 'ERP', scopes: ['documents:read'], days: 90, proof: 'prueba' })
  expect(screen.getByText('trzc_6')).toBeVisible()
  expect(screen.getByText(CLIENT_SECRET)).toBeVisible()
  await user.click(press('Ya lo guardé'))
  expect(screen.queryByText(CLIENT_SECRET)).toBeNull()
})

test('changing the secret of a client requires the password and shows the new secret', async () => {
  const { user, calls } = await openPanel(() => ({ status: 200, body: [] }), [client])
  await user.click(press(/Cambiar secreto de ERP/))
  await user.type(screen.getByLabelText('Tu contraseña'), 'una clave larga')
  await user.click(press('Continuar'))
  await settle()
  expect(calls.find(({ url }) => url.includes('/program-clients/6/secret/'))?.body).toEqual({ proof: 'prueba' })
  expect(screen.getByText(CLIENT_SECRET)).toBeVisible()
})

test('the user adds and removes a site, and the form refuses an address with a path', async () => {
  const { user, calls } = await openPanel(() => ({ status: 200, body: [] }))
  await user.click(press('Agregar sitio'))
  await user.type(screen.getByLabelText('Tu contraseña'), 'una clave larga')
  await user.click(press('Continuar'))
  await settle()
  const submit = screen.getAllByRole('button', { name: 'Agregar sitio' }).at(-1) ?? document.body
  await user.type(screen.getByLabelText('Dirección del sitio'), 'https://portal.example/ruta')
  await user.click(submit)
  await settle()
  expect(screen.getAllByText(/^Escribe solo el sitio, con https/)[0]).toBeVisible()
  await user.clear(screen.getByLabelText('Dirección del sitio'))
  await user.type(screen.getByLabelText('Dirección del sitio'), site.origin)
  sites = () => [site]
  await user.click(submit)
  await settle()
  const sent = calls.find(({ method, url }) => method === 'POST' && url.includes('embedding-origins'))
  expect(sent?.body).toEqual({ origin: site.origin, proof: 'prueba' })
  await user.click(press('Quitar https://portal.example'))
  sites = () => []
  await user.click(press('Quitar sitio'))
  await settle()
  expect(calls.find(({ method }) => method === 'DELETE')?.url).toContain('/embedding-origins/7/')
  expect(screen.getByText('Todavía no hay sitios')).toBeVisible()
})

test('the user switches development on with a proof, sees which sites are for it, and switches it off', async () => {
  const { user, calls } = await openPanel(() => ({ status: 200, body: [] }))
  sites = () => [site, { ...site, id: 8, origin: 'http://localhost:5173' }]
  await user.click(press('Activar desarrollo'))
  await user.type(screen.getByLabelText('Tu contraseña'), 'una clave larga')
  await user.click(press('Continuar'))
  await settle()
  const changes = () => calls.filter(({ method, url }) => method === 'POST' && url.includes('embedding-development'))
  expect(changes().map(({ body }) => body)).toEqual([{ on: true, proof: 'prueba' }])
  expect(screen.getAllByText(/^Solo para desarrollo/)).toHaveLength(1)
  sites = () => []
  await user.click(press('Desactivar desarrollo'))
  await settle()
  expect(changes().at(-1)?.body).toEqual({ on: false })
  expect(press('Activar desarrollo')).toBeVisible()
})
