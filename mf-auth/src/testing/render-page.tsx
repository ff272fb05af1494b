import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { Route, Routes, useLocation } from 'shared/router'
import { clearNotifications, endSession } from 'shared/state'
import { renderInShell, settle } from 'shared/testing'

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

/** Needs fake timers. */
export const renderPage = (path: string, Page: ComponentType, others: Readonly<Record<string, ComponentType>> = {}) => {
  localStorage.clear()
  endSession()
  act(() => clearNotifications())
  renderInShell(
    <>
      <Routes>
        <Route path={path.replace(/\?.*/, '')} element={<Page />} />
        {Object.entries(others).map(([other, Other]) => (
          <Route key={other} path={other} element={<Other />} />
        ))}
        <Route path="*" element={<p>en otra pantalla</p>} />
        <Route path="/dashboard" element={<p>en el dashboard</p>} />
      </Routes>
      <Address />
    </>,
    { path },
  )
  return userEvent.setup({ advanceTimers: settle })
}

export const shownNotifications = (): [type: string | undefined, message: string][] =>
  Array.from(document.querySelectorAll('.Toastify__toast:not(.toast-exit)'), (toast) => [
    /Toastify__toast--(\w+)/.exec(toast.className)?.[1],
    toast.textContent ?? '',
  ])

export const address = (): string | null => screen.getByTestId('address').textContent

export const isOnDashboard = (): boolean => screen.queryByText('en el dashboard') !== null
