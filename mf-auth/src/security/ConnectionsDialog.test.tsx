import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderInShell, serveFetch, settle } from 'shared/testing'
import { ConnectionsDialog } from './ConnectionsDialog.tsx'

const credential = (id: number, name: string, expired = false) => ({
  id,
  name,
  hint: 'abcd',
  scopes: ['documents:read'],
  created_at: '2026-01-01T18:00:00.000Z',
  expires_at: '2027-01-01T18:00:00.000Z',
  expired,
  last_used_at: null,
})
const webhook = (id: number, state: 'active' | 'paused') => ({
  id,
  url: `https://sistema.example/${state}`,
  events: ['document.signed'],
  state,
  paused_because: null,
  by_program: true,
  created_at: '2026-01-01T18:00:00.000Z',
  failing_since: null,
  old_secret_until: null,
})

const open = async (connected: boolean) => {
  const removed = new Set<string>()
  const onClose = jest.fn()
  const lists: Readonly<Record<string, readonly { readonly id: number }[]>> = {
    'program-tokens': [credential(1, 'Contabilidad'), credential(2, 'Vencido', true)],
    'program-clients': [{ ...credential(3, 'ERP'), client_id: 'trzc_3' } as never],
    webhooks: [webhook(4, 'active'), webhook(5, 'paused')],
    'embedding-origins': [{ id: 6, origin: 'https://portal.example', created_at: '2026-01-01T18:00:00.000Z' } as never],
  }
  serveFetch(({ url, method }) => {
    const [, list = '', id = ''] = /\/([a-z-]+)\/(?:(\d+)\/)?$/.exec(url) ?? []
    if (method === 'DELETE') {
      removed.add(id)
      return { status: 200, body: { success: true } }
    }
    const rows = connected ? (lists[list] ?? []) : []
    return { status: 200, body: rows.filter((row) => !removed.has(String(row.id))) }
  })
  renderInShell(<ConnectionsDialog onClose={onClose} />)
  await settle()
  return { onClose, removed, user: userEvent.setup({ advanceTimers: settle }) }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('after a new password the person sees what is still connected, and disconnects it', async () => {
  const { onClose, removed, user } = await open(true)
  const dialog = screen.getByRole('dialog', { name: 'Esto sigue conectado a tu cuenta' })
  const names = () =>
    within(dialog)
      .getAllByRole('button', { name: /^Desconectar/ })
      .map((button) => button.textContent)
  expect(names()).toEqual([
    'Desconectar Contabilidad',
    'Desconectar ERP',
    'Desconectar https://sistema.example/active',
    'Desconectar https://portal.example',
  ])
  for (const id of ['1', '3', '4', '6']) {
    await user.click(within(dialog).getAllByRole('button', { name: /^Desconectar/ })[0] ?? document.body)
    await settle()
    expect(removed).toContain(id)
  }
  expect(onClose).toHaveBeenCalled()
})

test('the dialog closes by itself if nothing is connected', async () => {
  const { onClose } = await open(false)
  expect(onClose).toHaveBeenCalled()
  expect(screen.queryByRole('dialog')).toBeNull()
})
