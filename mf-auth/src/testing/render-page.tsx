import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { Route, Routes } from 'shared/router'
import { clearNotifications, endSession } from 'shared/state'
import { renderInShell } from 'shared/testing'

/** Renders a screen at its address, beside a dashboard that only says its name. Needs fake timers. */
export const renderPage = (path: string, Page: ComponentType) => {
  localStorage.clear()
  endSession()
  act(() => clearNotifications())
  renderInShell(
    <Routes>
      <Route path={path} element={<Page />} />
      <Route path="*" element={<p>en otra pantalla</p>} />
      <Route path="/dashboard" element={<p>en el dashboard</p>} />
    </Routes>,
    { path },
  )
  return userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
}

/** The notifications on the screen, as `[type, message]`. */
export const shownNotifications = (): [type: string | undefined, message: string][] =>
  Array.from(document.querySelectorAll('.Toastify__toast'), (toast) => [
    /Toastify__toast--(\w+)/.exec(toast.className)?.[1],
    toast.textContent ?? '',
  ])

export const isOnDashboard = (): boolean => screen.queryByText('en el dashboard') !== null
