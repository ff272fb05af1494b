import { screen, within } from '@testing-library/react'
import { settle } from 'shared/testing'
import { documentWith } from '../../testing/documents.ts'
import { EventWire } from '../../testing/event-wire.ts'
import type { FakeApi } from '../../testing/fake-files-api.ts'
import { renderDashboard, shownNotifications } from '../../testing/render-dashboard.tsx'
import { hasOriginal, savedName } from './download-document.ts'

const NEWEST = '/home/api/files/11/public_download'
const menuButton = () => screen.getByRole('button', { name: 'Acciones de contrato.pdf' })
const menu = () => within(screen.getByRole('group', { name: 'Acciones de contrato.pdf' }))
const download = () => menu().getByRole('button', { name: /^Descargar/ })
const cancel = () => screen.queryByRole('button', { name: 'Cancelar la descarga de contrato.pdf' })
const save = jest.fn<void, [string, string]>()

const withWire = (headers: Record<string, string> = {}) => {
  const wire = new EventWire()
  const signals: (AbortSignal | undefined)[] = []
  const api: FakeApi = {
    files: [documentWith()],
    answer: ({ url, signal }) => {
      if (!url.startsWith(NEWEST)) return undefined
      signals.push(signal)
      signal?.addEventListener('abort', () => wire.breakOff(signal.reason))
      return { status: 200, body: '', headers, stream: wire.body }
    },
  }
  return { api, wire, signals }
}

beforeEach(() => {
  jest.useFakeTimers()
  save.mockClear()
  Object.assign(URL, { createObjectURL: () => 'blob:pdf', revokeObjectURL: () => undefined })
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    save(this.href, this.download)
  })
})
afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
})

test('the download of the newest revision sends the token in a header and keeps the file name', async () => {
  const { user, calls } = await renderDashboard({ files: [documentWith()] })
  await user.click(download())
  await settle()
  expect(calls.at(-1)).toMatchObject({ url: NEWEST, token: 'access' })
  expect(save).toHaveBeenCalledWith('blob:pdf', 'contrato.pdf')
})

test.each([
  ['Certificado de finalización', '/home/api/files/11/completion_certificate/', 'contrato (certificado).pdf'],
  ['Descargar evidencia', '/home/api/files/11/evidence/', 'contrato (evidencia).zip'],
])('%s of a completed document is saved under its own name', async (choice, url, saved) => {
  const { user, calls } = await renderDashboard({
    files: [documentWith({ status: 'COMPLETED', is_signed: true })],
    answer: (call) => (call.url === url ? { status: 200, body: '' } : undefined),
  })
  await user.click(menu().getByText(choice))
  await settle()
  expect(calls.at(-1)).toMatchObject({ url, token: 'access' })
  expect(save).toHaveBeenCalledWith('blob:pdf', saved)
})

test.each(['UPLOADED', 'PROCESSING', 'FAILED', 'CANCELLED'] as const)(
  'a document with the status %s offers no evidence',
  async (status) => {
    await renderDashboard({ files: [documentWith({ status })] })
    expect(menu().queryByText('Certificado de finalización')).toBeNull()
    expect(menu().queryByText('Descargar evidencia')).toBeNull()
  },
)

test('a failed download shows an error notification and saves nothing', async () => {
  const { user } = await renderDashboard({
    files: [documentWith()],
    answer: ({ url }) => (url.endsWith('public_download') ? new Error('offline') : undefined),
  })
  await user.click(download())
  await settle()
  expect(shownNotifications()).toEqual([['error', 'Error de conexión. Verifica tu internet']])
  expect(save).not.toHaveBeenCalled()
})

test.each([
  [{ revision: 1, rewritten: null }, false],
  [{ revision: 2, rewritten: null }, true],
  [{ revision: 1, rewritten: 'normalised' as const }, true],
  [{ revision: 1, rewritten: 'cleaned' as const }, false],
  [{ revision: 2, rewritten: 'cleaned' as const }, true],
])('a document with %o has a separate original: %s', (file, differs) => {
  expect(hasOriginal(file)).toBe(differs)
})

test.each([
  ['contrato.pdf', 'contrato (original).pdf'],
  ['Acta 1.2.PDF', 'Acta 1.2 (original).PDF'],
  ['sin ending', 'sin ending (original)'],
])('the original of "%s" is saved as "%s"', (name, saved) => {
  expect(savedName(name, 'original')).toBe(saved)
  expect(savedName(name, 'newest')).toBe(name)
})

test('the menu offers both versions if the original differs, and otherwise only one download', async () => {
  const files = [
    documentWith({ id: 11, revision: 3, fields_total: 2, fields_signed: 1 }),
    documentWith({ id: 12, original_filename: 'acta.pdf' }),
  ]
  const { user, calls } = await renderDashboard({ files })
  const acta = within(screen.getByRole('group', { name: 'Acciones de acta.pdf' }))
  expect(acta.getAllByRole('button', { name: /^Descargar/ })).toHaveLength(1)
  expect(menu().getByText('Con 1 de 2 firmas')).toBeVisible()
  await user.click(menu().getByRole('button', { name: /^Descargar original/ }))
  await settle()
  expect(calls.at(-1)?.url).toBe(`${NEWEST}?revision=original`)
  expect(save).toHaveBeenLastCalledWith('blob:pdf', 'contrato (original).pdf')
  await user.click(menu().getByRole('button', { name: /^Descargar la más reciente/ }))
  await settle()
  expect(calls.at(-1)?.url).toBe(NEWEST)
  expect(save).toHaveBeenLastCalledWith('blob:pdf', 'contrato.pdf')
})

test.each([
  [{ revision: 2 }, 'Tal como lo subiste'],
  [{ revision: 1, rewritten: 'normalised' as const }, 'Como llegó, antes de repararlo'],
  [{ revision: 2, rewritten: 'normalised' as const, opened: true }, 'Como llegó, con su contraseña'],
  [{ revision: 2, rewritten: 'cleaned' as const }, 'Sin el contenido activo, antes de firmar'],
])('the original of %o is described as "%s"', async (changes, hint) => {
  await renderDashboard({ files: [documentWith(changes)] })
  expect(screen.getByRole('button', { name: /^Descargar original/ })).toHaveTextContent(hint)
})

test('a document of a sending says which one it is, and its menu saves the whole sending', async () => {
  const archive = '/home/api/sendings/40/archive/'
  const { user, calls } = await renderDashboard({
    files: [
      documentWith({ sending: { id: 40, position: 2, documents: 3 } }),
      documentWith({ id: 12, original_filename: 'acta.pdf' }),
    ],
    answer: (call) => (call.url === archive ? { status: 200, body: 'PK' } : undefined),
  })
  expect(screen.getAllByText('Envío de 3 documentos · 2.º')).toHaveLength(1)
  await user.click(menu().getByRole('button', { name: /^Descargar el envío \(ZIP\)/ }))
  await settle()
  expect(calls.at(-1)).toMatchObject({ url: archive, token: 'access' })
  expect(save).toHaveBeenCalledWith('blob:pdf', 'contrato (envío).zip')
})

test('a document by itself has no sending to download', async () => {
  await renderDashboard({ files: [documentWith()] })
  expect(menu().queryByRole('button', { name: /envío/ })).toBeNull()
  expect(screen.queryByText(/^Envío de/)).toBeNull()
})

test('a download shows its progress only after half a second', async () => {
  const { api, wire } = withWire({ 'content-length': '8' })
  const { user } = await renderDashboard(api)
  await user.click(download())
  await settle(499)
  expect(screen.queryByRole('progressbar')).toBeNull()
  wire.write('%PDF')
  await settle(1)
  const bar = screen.getByRole('progressbar', { name: 'Descargando…' })
  expect(bar).toHaveAttribute('aria-valuetext', '50%')
  wire.write('-1.7')
  wire.end()
  await settle()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(save).toHaveBeenCalledTimes(1)
})

test('without a known length the progress bar is indeterminate', async () => {
  const { api, wire } = withWire()
  const { user } = await renderDashboard(api)
  await user.click(download())
  wire.write('%PDF')
  await settle(500)
  expect(screen.getByRole('progressbar')).not.toHaveAttribute('value')
  wire.end()
  await settle()
})

test('a cancelled download saves nothing and returns the focus to its button', async () => {
  const { api, wire, signals } = withWire({ 'content-length': '8' })
  const { user } = await renderDashboard(api)
  await user.click(download())
  wire.write('%PDF')
  await settle(500)
  await user.click(cancel() ?? document.body)
  await settle()
  expect(signals[0]?.aborted).toBe(true)
  expect(save).not.toHaveBeenCalled()
  expect(shownNotifications()).toEqual([['info', 'Descarga cancelada']])
  expect(cancel()).toBeNull()
  expect(menuButton()).toHaveFocus()
})

test('a double click starts only one download, and the button is busy until the download ends', async () => {
  const { api, wire, signals } = withWire()
  const { user } = await renderDashboard(api)
  await user.dblClick(download())
  expect(menuButton()).toHaveAttribute('aria-busy', 'true')
  wire.end()
  await settle()
  expect(signals).toHaveLength(1)
  expect(menuButton()).toHaveAttribute('aria-busy', 'false')
})
