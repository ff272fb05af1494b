import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, Suspense } from 'react'
import { lazyPart } from 'shared/remote'
import { ShellPage } from './ShellPage.tsx'

beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => jest.restoreAllMocks())

test.each([
  ['script', Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' })],
  ['style sheet', Object.assign(new Error('Loading CSS chunk 7 failed'), { code: 'CSS_CHUNK_LOAD_FAILED' })],
])('a page whose %s is missing shows an error next to the header, with a button to reload', async (_kind, gone) => {
  const Page = lazyPart(() => Promise.reject<{ default: ComponentType }>(gone))
  render(
    <>
      <nav>Encabezado</nav>
      <ShellPage>
        <Suspense>
          <Page />
        </Suspense>
      </ShellPage>
    </>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('Falta una parte de esta página')
  expect(screen.getByRole('button', { name: 'Recargar' })).toBeEnabled()
  expect(screen.getByText('Encabezado')).toBeVisible()
})

test('a page that throws shows an error, and a retry shows the page', async () => {
  let healthy = false
  const Page = () => {
    if (!healthy) throw new Error('undefined is not a function')
    return <h1>Trazo</h1>
  }
  render(
    <ShellPage>
      <Page />
    </ShellPage>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Algo falló en esta pantalla')
  healthy = true
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(screen.getByRole('heading', { name: 'Trazo' })).toBeVisible()
})
