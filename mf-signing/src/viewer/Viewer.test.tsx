import { act, screen, waitFor } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { button, showViewer, source, stage } from '../testing/show-viewer.tsx'
import { stubDom } from '../testing/stub-dom.ts'
import { helpTexts, viewerTexts } from './constants.ts'

stubDom()

const position = (text: string) => screen.findByText(text)

beforeEach(() => {
  window.innerWidth = 1280
})

test("'Página X de Y': previous and next stay within the pages of the document and keep the focus", async () => {
  const { user, viewer } = showViewer({ engine: { pages: 2 } })
  await position('Página 1 de 2')
  expect(button('Página anterior')).toHaveAttribute('aria-disabled', 'true')
  await user.click(button('Página siguiente'))
  await position('Página 2 de 2')
  expect(button('Página siguiente')).toHaveAttribute('aria-disabled', 'true')
  expect(button('Página siguiente')).toHaveFocus()
  await user.click(button('Página siguiente'))
  act(() => viewer().goTo(3))
  act(() => viewer().goTo(0))
  expect(screen.getByText('Página 2 de 2')).toBeVisible()
})

test('the page position is inside a live region with the role status', async () => {
  showViewer()
  expect((await position('Página 1 de 3')).closest('[role="status"]')).toBeInTheDocument()
})

test('the viewer shows a typed page number within the document and refuses another with the valid range', async () => {
  const { user } = showViewer({ engine: { pages: 12 } })
  await user.click(await screen.findByRole('button', { name: 'Página 1 de 12' }))
  const input = screen.getByRole('textbox', { name: 'Página' })
  expect(input).toHaveFocus()
  await user.keyboard('13{Enter}')
  expect(screen.getByRole('alert')).toHaveTextContent('Escribe un número del 1 al 12.')
  expect(input).toHaveAttribute('aria-invalid', 'true')
  await user.keyboard('7{Enter}')
  expect(await screen.findByRole('button', { name: 'Página 7 de 12' })).toHaveFocus()
})

test('Escape closes the input of the page number and restores the focus', async () => {
  const { user } = showViewer()
  await user.click(await screen.findByRole('button', { name: 'Página 1 de 3' }))
  await user.keyboard('2{Escape}')
  expect(screen.getByRole('button', { name: 'Página 1 de 3' })).toHaveFocus()
})

test('the help shows visible instructions for moving, and Escape closes the help and restores the focus', async () => {
  const { user } = showViewer()
  await user.click(await screen.findByRole('button', { name: 'Ayuda y herramientas' }))
  const hints = screen.getAllByText(viewerTexts.hint)
  expect(hints.some((hint) => hint.tagName === 'LI')).toBe(true)
  expect(screen.getByText(helpTexts.touch)).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByText(helpTexts.touch)).not.toBeInTheDocument()
  expect(button('Ayuda y herramientas')).toHaveFocus()
})

test.each([
  [1280, 1],
  [1025, 1],
  [1024, 0.5],
  [390, 0.5],
])('in a window %d pixels wide a document opens at the zoom %d', async (width, zoom) => {
  window.innerWidth = width
  const { view } = showViewer()
  await position('Página 1 de 3')
  expect(view().zoom).toBe(zoom)
})

test('the zoom buttons zoom by 0.25 within 0.5–3, and the reset button restores the initial zoom', async () => {
  const { user, view } = showViewer()
  await position('Página 1 de 3')
  await user.click(button('Acercar'))
  expect(view().zoom).toBe(1.25)
  for (let press = 0; press < 9; press += 1) await user.click(button('Acercar'))
  expect(view().zoom).toBe(3)
  expect(button('Acercar')).toHaveAttribute('aria-disabled', 'true')
  for (let press = 0; press < 12; press += 1) await user.click(button('Alejar'))
  expect(view().zoom).toBe(0.5)
  expect(button('Alejar')).toHaveAttribute('aria-disabled', 'true')
  await user.click(button('Restablecer vista'))
  expect(view().zoom).toBe(1)
})

test('while fields are active the zoom is blocked, and its message appears only once', async () => {
  const zoomBlocked = 'Guarda o cancela las firmas primero.'
  const { user, view } = showViewer({ zoomBlocked })
  await position('Página 1 de 3')
  await user.click(button('Acercar'))
  await user.click(button('Acercar'))
  expect(await screen.findAllByText(zoomBlocked)).toHaveLength(1)
  expect(view().zoom).toBe(1)
})

test("without a download_url the viewer shows the placeholder 'Documento para Trazo'", () => {
  showViewer({ from: null })
  expect(screen.getByRole('heading', { name: 'Documento para Trazo' })).toBeVisible()
  expect(screen.getByText('No se encontró la URL del archivo')).toBeVisible()
})

test("'Cargando documento...' shows the loaded and the total bytes", async () => {
  const total = 10 * 1024 * 1024
  showViewer({ engine: { opening: new Promise(() => undefined), progress: { loaded: total / 4, total } } })
  const bar = await screen.findByRole('progressbar', { name: 'Cargando documento...' })
  expect(bar).toHaveAttribute('value', String(total / 4))
  expect(bar).toHaveAttribute('max', String(total))
  expect(screen.getByText('2,5 de 10,0 MB')).toBeVisible()
})

test("the viewer shows 'Cargando documento...' while the size is unknown", () => {
  showViewer({ engine: { opening: new Promise(() => undefined) } })
  expect(screen.getByText('Cargando documento...')).toBeVisible()
})

test.each([
  [404, 'Error descargando PDF: 404'],
  [500, 'Error descargando PDF: 500'],
  [0, 'No se pudo cargar el documento PDF'],
  [401, 'Sesión expirada. Por favor, inicia sesión nuevamente.'],
])(
  'after a refusal with %d the viewer shows the message, and the user closes it or retries',
  async (status, message) => {
    let refusal: number | undefined = status
    const onClose = jest.fn()
    const { user } = showViewer({ engine: { refuse: () => refusal }, onClose })
    expect(await screen.findByRole('heading', { name: 'Error al cargar el documento' })).toBeVisible()
    expect(screen.getByText(message)).toBeVisible()
    await user.click(button('Cerrar'))
    expect(onClose).toHaveBeenCalledTimes(1)
    refusal = undefined
    await user.click(button('Reintentar'))
    await position('Página 1 de 3')
  },
)

describe('a file that is damaged on the server', () => {
  const damaged = () => {
    const body = { code: 'DOCUMENT_DAMAGED', message: errorMessages.DOCUMENT_DAMAGED }
    const asked = jest.fn(async () => ({ status: 500, json: async () => body }) as Response)
    globalThis.fetch = asked as unknown as typeof fetch
    return asked
  }

  test('the viewer shows the damage instead of the status, after a request for a single byte', async () => {
    const asked = damaged()
    showViewer({ engine: { refuse: () => 500 } })
    expect(await screen.findByText(errorMessages.DOCUMENT_DAMAGED)).toBeVisible()
    expect(asked.mock.calls).toEqual([
      ['/documento.pdf', { headers: { Range: 'bytes=1-1', Authorization: 'Bearer first' } }],
    ])
  })

  test('the viewer shows the damage when a page cannot be painted', async () => {
    damaged()
    showViewer({ engine: { paint: async () => Promise.reject(new Error('lost')) } })
    expect(await screen.findByText(errorMessages.DOCUMENT_DAMAGED)).toBeVisible()
    expect(button('Reintentar')).toBeVisible()
  })
})

test('without an onClose handler, closing an error dismisses the document, which can be opened again', async () => {
  let refusal: number | undefined = 503
  const { user } = showViewer({ engine: { refuse: () => refusal } })
  await user.click(await screen.findByRole('button', { name: 'Cerrar' }))
  expect(screen.getByRole('heading', { name: 'Documento para Trazo' })).toBeVisible()
  refusal = undefined
  await user.click(button('Abrir de nuevo'))
  await position('Página 1 de 3')
})

test('after a 401 the viewer renews the access token and tries once more', async () => {
  const renewToken = jest.fn(async () => 'second')
  const { requests } = showViewer({
    engine: { refuse: ({ headers }) => (headers.Authorization === 'Bearer second' ? undefined : 401) },
    from: { ...source, renewToken },
  })
  await position('Página 1 de 3')
  expect(requests.map(({ headers }) => headers.Authorization)).toEqual(['Bearer first', 'Bearer second'])
  expect(renewToken).toHaveBeenCalledTimes(1)
})

test('a full refresh keeps the page, resets the zoom and pan, and closes the old document', async () => {
  const onRefresh = jest.fn()
  const { user, viewer, view, record } = showViewer({ onRefresh })
  await position('Página 1 de 3')
  const opened = view()
  await user.click(button('Página siguiente'))
  await user.click(button('Acercar'))
  act(() => viewer().view.dispatch({ type: 'panned', dx: 0, dy: 50 }))
  expect(view().pan.y).toBe(50)
  act(() => viewer().reload())
  await waitFor(() => expect(record.requests).toHaveLength(2))
  await position('Página 2 de 3')
  expect(view()).toEqual({ ...opened, number: 2 })
  expect(record.closed).toBe(1)
  expect(onRefresh).toHaveBeenCalledTimes(1)
})

test('a refresh to a document with fewer pages shows page 1', async () => {
  const engine = { pages: 3 }
  const { viewer } = showViewer({ engine: { pageCount: () => engine.pages }, initialPage: 3 })
  await position('Página 3 de 3')
  engine.pages = 2
  act(() => viewer().reload())
  await position('Página 1 de 2')
})

test('another document opens at its own first page', async () => {
  const { user, change } = showViewer()
  await position('Página 1 de 3')
  await user.click(button('Página siguiente'))
  change({ from: { ...source, url: '/otro.pdf' } })
  await position('Página 1 de 3')
})

test('a page that cannot be painted shows an error and can be retried', async () => {
  let broken = true
  const { user } = showViewer({
    engine: { paint: () => (broken ? Promise.reject(new Error('broken')) : Promise.resolve('painted')) },
  })
  expect(await screen.findByText('Error al renderizar el documento')).toBeVisible()
  // aria-busy would suppress the announcement.
  expect(stage()).toHaveAttribute('aria-busy', 'false')
  broken = false
  await user.click(button('Reintentar'))
  await waitFor(() => expect(document.querySelector('canvas')).toBeInTheDocument())
  expect(screen.queryByText('Error al renderizar el documento')).not.toBeInTheDocument()
})

test('a failed text layer is reported and leaves the painted page visible', async () => {
  const layText = () => ({ finished: Promise.reject(new Error('broken')), cancel: () => undefined })
  showViewer({ engine: { layText } })
  expect(await screen.findByText(helpTexts.textFailed)).toBeInTheDocument()
  expect(document.querySelector('canvas')).toBeInTheDocument()
  expect(screen.queryByText('Error al renderizar el documento')).not.toBeInTheDocument()
})

test('a cancelled painting shows no error', async () => {
  const { painted } = showViewer({ engine: { paint: () => Promise.resolve('cancelled') } })
  await waitFor(() => expect(painted.length).toBeGreaterThan(0))
  await act(async () => undefined)
  expect(screen.queryByText('Error al renderizar el documento')).not.toBeInTheDocument()
})

test('the stage has the mode of the viewer, and the region has the name of the document', async () => {
  const { change } = showViewer()
  await position('Página 1 de 3')
  expect(screen.getByRole('region', { name: 'Contrato.pdf' })).toBeVisible()
  expect(stage()).toHaveAttribute('data-mode', 'viewer')
  change({ mode: 'signing' })
  expect(stage()).toHaveAttribute('data-mode', 'signing')
})
