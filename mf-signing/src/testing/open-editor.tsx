import { act, screen, waitFor } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { useLocation } from 'shared/router'
import type { SentCall } from 'shared/testing'
import { renderInShell } from 'shared/testing'
import DocumentEditor from '../editor/DocumentEditor.tsx'
import { EngineProvider } from '../viewer/engine/engine-context.ts'
import type { FakeApi } from './fake-api.ts'
import { logInOwner, serveApi } from './fake-api.ts'
import type { FakeEngineOptions } from './fake-engine.ts'
import { fakeEngine } from './fake-engine.ts'
import { storedFile } from './wire.ts'

export const openEditor = async (
  api: FakeApi = {},
  options: FakeEngineOptions = {},
  opened: Partial<UserFile> = {},
) => {
  const calls = serveApi(api)
  await act(() => logInOwner())
  const engine = fakeEngine(options)
  const spies = { onClose: jest.fn(), onChanged: jest.fn() }
  let setFile: (file: UserFile) => void = () => undefined
  let here = ''
  const Owner = () => {
    const [file, change] = useState(storedFile(opened))
    setFile = change
    const { pathname, search } = useLocation()
    here = `${pathname}${search}`
    return <DocumentEditor file={file} {...spies} />
  }
  renderInShell(
    <EngineProvider value={engine.load}>
      <Owner />
    </EngineProvider>,
  )
  // jsdom needs long for 200 rows.
  await screen.findByText(`Página 1 de ${options.pages ?? 3}`, {}, { timeout: 10_000 })
  await waitFor(() => expect(calls.some(({ url }) => url.includes('signature-fields'))).toBe(true))
  // No styles are loaded, and the check is slow.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
  const update = (file: Partial<UserFile>) => act(() => setFile(storedFile(file)))
  return { ...spies, calls, engine, user, update, address: () => here }
}

export type User = ReturnType<typeof userEvent.setup>

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
export const toast = (text: string | RegExp): Promise<HTMLElement> => screen.findByText(text)
export const sent = (calls: readonly SentCall[], method: string, part: string): readonly SentCall[] =>
  calls.filter((call) => call.method === method && call.url.includes(part))
export const tabs = (status = ''): NodeListOf<HTMLElement> =>
  document.querySelectorAll<HTMLElement>(status ? `[data-field="${status}"]` : '[data-field]')

export const addThirdParty = async (user: User, name = 'Ana Mora', email = 'ana@example.com'): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: 'Firma de Terceros' }))
  await user.type(screen.getByLabelText('Nombre del firmante'), name)
  await user.type(screen.getByLabelText('Email del firmante'), email)
  await user.click(button('Agregar campo'))
}
