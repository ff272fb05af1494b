import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from '../testing/index.ts'
import { Link, NavLink, useLocation } from './index.ts'

function Where() {
  const { pathname, state } = useLocation()
  return <output>{`${pathname} ${JSON.stringify(state)}`}</output>
}

const show = (links: ReactNode, path = '/') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      {links}
      <Where />
    </MemoryRouter>,
  )
const place = () => screen.getByRole('status').textContent

test('a link goes within the site, and takes its state along', () => {
  show(
    <Link to="/login" state={{ email: 'ana@example.com' }}>
      Entrar
    </Link>,
  )
  const link = screen.getByRole('link', { name: 'Entrar' })
  expect(link).toHaveAttribute('href', '/login')
  fireEvent.click(link)
  expect(place()).toBe('/login {"email":"ana@example.com"}')
})

test.each([
  ['with Ctrl', { ctrlKey: true }],
  ['with the middle button', { button: 1 }],
])('a click %s is left to the browser', (_how, init) => {
  // jsdom would complain that it cannot navigate.
  const stop = (event: Event) => event.preventDefault()
  show(<Link to="/login">Entrar</Link>)
  document.addEventListener('click', stop)
  fireEvent.click(screen.getByRole('link'), init)
  document.removeEventListener('click', stop)
  expect(place()).toBe('/ null')
})

test('what a click does comes first, and may keep it from going anywhere', () => {
  const onClick = jest.fn((event: { preventDefault(): void }) => event.preventDefault())
  show(
    <Link to="/login" onClick={onClick}>
      Entrar
    </Link>,
  )
  fireEvent.click(screen.getByRole('link'))
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(place()).toBe('/ null')
})

test.each([
  ['/', '/', true, 'page'],
  ['/', '/dashboard', true, undefined],
  ['/dashboard', '/dashboard', false, 'page'],
  ['/dashboard', '/dashboard/x', false, 'page'],
  ['/dashboard', '/dashboards', false, undefined],
])('in a menu the link to %s on %s (end: %s) is current: %s', (to, path, end, current) => {
  show(
    <NavLink to={to} end={end}>
      Menú
    </NavLink>,
    path,
  )
  expect(screen.getByRole('link').getAttribute('aria-current') ?? undefined).toBe(current)
})
