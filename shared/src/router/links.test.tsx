import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter, Link, NavLink, useLocation } from './index.ts'

function Where() {
  const { pathname, search, state } = useLocation()
  return <output>{`${pathname}${search} ${JSON.stringify(state)}`}</output>
}

const show = (link: React.ReactNode, path = '/aqui') => {
  window.history.replaceState(null, '', path)
  render(
    <BrowserRouter>
      {link}
      <Where />
    </BrowserRouter>,
  )
  return { user: userEvent.setup(), link: screen.getByRole('link') }
}
const where = () => screen.getByRole('status').textContent

test('a link navigates within the page and passes its state', async () => {
  const before = window.history.length
  const { user, link } = show(
    <Link to="/alla?tab=a" state={{ a: 1 }} className="b">
      Allá
    </Link>,
  )
  expect(link).toHaveAttribute('href', '/alla?tab=a')
  expect(link).toHaveClass('b')
  await user.click(link)
  expect(where()).toBe('/alla?tab=a {"a":1}')
  expect(window.history.length).toBe(before + 1)
})

test('a replacing link and a link to the current page add no history entry', async () => {
  const { user, link } = show(
    <Link to="/alla" replace>
      Allá
    </Link>,
  )
  const before = window.history.length
  await user.click(link)
  await user.click(link)
  expect(where()).toBe('/alla null')
  expect(window.history.length).toBe(before)
})

test('a link does not navigate if the screen prevents the click', async () => {
  const { user, link } = show(
    <Link to="/alla" onClick={(event) => event.preventDefault()}>
      Allá
    </Link>,
  )
  await user.click(link)
  expect(where()).toBe('/aqui null')
})

test.each(['Control', 'Meta', 'Shift'])('with the key %s, the browser follows the link itself', async (key) => {
  const { user, link } = show(<Link to="/alla">Allá</Link>)
  const stop = (event: Event) => event.preventDefault()
  let prevented: boolean | undefined
  const note = (event: Event) => {
    prevented = event.defaultPrevented
    stop(event)
  }
  window.addEventListener('click', note)
  await user.keyboard(`{${key}>}`)
  await user.click(link)
  window.removeEventListener('click', note)
  expect(prevented).toBe(false)
  expect(where()).toBe('/aqui null')
})

test.each([
  ['/', '/', true, true],
  ['/', '/dashboard', false, false],
  ['/', '/dashboard', true, false],
  ['/dashboard', '/Dashboard', false, true],
  ['/dashboard', '/dashboard/a', false, true],
  ['/dashboard', '/dashboard/a', true, false],
  ['/dashboard', '/dashboards', false, false],
])('the link to %s is marked as current on %s (end: %s): %s', (to, path, end, current) => {
  const { link } = show(
    <NavLink to={to} end={end} className="b">
      Allá
    </NavLink>,
    path,
  )
  expect(link.getAttribute('aria-current')).toBe(current ? 'page' : null)
  expect(link).toHaveAttribute('class', current ? 'b active' : 'b')
})
