import { act } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RemoteName } from 'shared/contract'
import type { RemoteHost } from 'shared/remote'
import { useNavigate } from 'shared/router'
import { clearNotifications } from 'shared/state'
import { logIn } from 'shared/state/account'
import { renderInShell, serveFetch, settle } from 'shared/testing'
import { DashboardPage } from '../dashboard/DashboardPage.tsx'
import { defaultReply, type FakeApi } from './fake-files-api.ts'

const slotHost = (preloaded: RemoteName[]): RemoteHost => ({
  Slot: ({ remote, slot, props }) => (
    <section aria-label={slot}>
      {remote} {'file' in props && JSON.stringify(props.file)}
      {'onClose' in props && <CloseButton {...props} />}
    </section>
  ),
  preload: (remote) => preloaded.push(remote),
})

function CloseButton({ onClose }: { readonly onClose?: unknown }) {
  return (
    <button type="button" onClick={() => typeof onClose === 'function' && onClose()}>
      Cerrar editor
    </button>
  )
}

function BackButton() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Atrás
    </button>
  )
}

/** Needs fake timers. */
export const renderDashboard = async (api: FakeApi, path = '/dashboard') => {
  act(() => clearNotifications())
  const calls = serveFetch((call) => api.answer?.(call) ?? defaultReply(api, call))
  await logIn({ username: 'ana', password: 'secreto-1' })
  const preloaded: RemoteName[] = []
  renderInShell(
    <>
      <DashboardPage />
      <BackButton />
    </>,
    { path, host: slotHost(preloaded) },
  )
  await settle()
  const user = userEvent.setup({ advanceTimers: settle, applyAccept: false })
  return { user, calls, preloaded }
}

export const shownNotifications = (): [type: string | undefined, message: string][] =>
  Array.from(document.querySelectorAll('.Toastify__toast'), (toast) => [
    /Toastify__toast--(\w+)/.exec(toast.className)?.[1],
    toast.textContent ?? '',
  ])
