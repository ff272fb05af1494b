import { fireEvent, render, screen } from '@testing-library/react'
import { Link, useLocation, useNavigate } from '../../router/index.ts'
import { HostRouter } from './HostRouter.tsx'

const SITE = 'https://trazo.example'
const START = '/sign/7/contrato?token=abc'

function Page() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <p>{pathname + search}</p>
      <Link to="/verify">Verificar</Link>
      <Link to="/privacidad#abc" target="_blank">
        Privacidad
      </Link>
      <button type="button" onClick={() => navigate('?token=abc&page=2')}>
        Página 2
      </button>
    </>
  )
}

const show = () => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null)
  render(
    <HostRouter site={SITE} start={START}>
      <Page />
    </HostRouter>,
  )
  return open
}

afterEach(() => jest.restoreAllMocks())

test('the page uses the address of the signing link, and the window keeps its own address', () => {
  const before = window.location.href
  show()
  expect(screen.getByText(START)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Página 2' }))
  expect(screen.getByText('/sign/7/contrato?token=abc&page=2')).toBeVisible()
  expect(window.location.href).toBe(before)
})

test('links open the site in another tab', () => {
  const open = show()
  expect(screen.getByRole('link', { name: 'Privacidad' })).toHaveAttribute('href', `${SITE}/privacidad#abc`)
  const link = screen.getByRole('link', { name: 'Verificar' })
  expect(link).toHaveAttribute('href', `${SITE}/verify`)
  fireEvent.click(link)
  expect(open).toHaveBeenCalledWith(`${SITE}/verify`, '_blank', 'noopener')
  expect(screen.getByText(START)).toBeVisible()
})
