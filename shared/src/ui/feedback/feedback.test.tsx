import { render, screen } from '@testing-library/react'
import { Logo } from '../brand/Logo.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { Alert } from './Alert.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Progress } from './Progress.tsx'
import { Skeleton } from './Skeleton.tsx'
import { StrokeLoader } from './StrokeLoader.tsx'

test('a progress bar has a name, a value and a value text', () => {
  render(<Progress label="contrato.pdf" value={64.4} />)
  const bar = screen.getByRole('progressbar', { name: 'contrato.pdf' })
  expect(bar).toHaveAttribute('value', '64.4')
  expect(bar).toHaveAttribute('aria-valuetext', '64%')
  expect(screen.getByText('64%')).toBeInTheDocument()
})

test('a progress bar accepts its own unit and maximum', () => {
  render(<Progress label="Páginas" value={2} max={5} valueText="2 de 5" />)
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '2 de 5')
  expect(screen.getByRole('progressbar')).toHaveAttribute('max', '5')
})

test('a progress bar without a value is indeterminate', () => {
  render(<Progress label="Verificando" />)
  const bar = screen.getByRole('progressbar', { name: 'Verificando' })
  expect(bar).not.toHaveAttribute('value')
  expect(bar).not.toHaveAttribute('aria-valuetext')
})

test('a loader names the content that is loading', () => {
  render(<StrokeLoader text="Cargando documentos…" />)
  expect(screen.getByRole('status')).toHaveTextContent('Cargando documentos…')
})

test('an alert is a live region only if the page requests a live region', () => {
  const { rerender } = render(<Alert title="Listo">Todo bien</Alert>)
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  rerender(
    <Alert tone="success" live="polite">
      Guardado
    </Alert>,
  )
  expect(screen.getByRole('status')).toHaveTextContent('Guardado')
  rerender(
    <Alert tone="error" live="assertive" actions={<button type="button">Reintentar</button>}>
      Falló
    </Alert>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Falló')
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeInTheDocument()
})

test('an empty state has the requested heading level and an action', () => {
  render(<EmptyState level={3} title="Sin documentos" text="Suba uno." action={<a href="/subir">Subir</a>} />)
  expect(screen.getByRole('heading', { level: 3, name: 'Sin documentos' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Subir' })).toBeInTheDocument()
})

test('a page title is the h1 and passes its native props to the heading', () => {
  render(
    <PageTitle id="top" lead="Lo suyo" tabIndex={-1}>
      Mis documentos
    </PageTitle>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Mis documentos' })).toHaveAttribute('id', 'top')
})

test('screen readers read the logo as a word and ignore placeholders', () => {
  render(
    <>
      <Logo />
      <Skeleton width="50%" data-testid="skeleton" />
    </>,
  )
  expect(screen.getByRole('img', { name: 'Trazo' })).toBeInTheDocument()
  expect(screen.getByTestId('skeleton')).toHaveAttribute('aria-hidden', 'true')
})
