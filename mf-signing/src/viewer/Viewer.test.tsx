import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderInShell } from 'shared/testing'
import type { FakeEngineOptions } from '../testing/fake-engine.ts'
import { fakeEngine } from '../testing/fake-engine.ts'
import { stubDom } from '../testing/stub-dom.ts'
import { CANVAS_MAX_PIXELS, viewerTexts } from './constants.ts'
import { EngineProvider } from './engine/engine-context.ts'
import { renderScale } from './PageCanvas.tsx'
import type { DocumentSource } from './use-document.ts'
import { wheelZoomStep } from './use-gestures.ts'
import type { ViewerModel, ViewerOptions } from './use-viewer.ts'
import { useViewer } from './use-viewer.ts'
import { Viewer } from './Viewer.tsx'

stubDom()

const source: DocumentSource = { url: '/documento.pdf', token: () => 'first' }
let model: ViewerModel

function Screen({ source: from, ...options }: ViewerOptions & { source: DocumentSource | undefined }) {
  model = useViewer(from, options)
  return <Viewer viewer={model} fileName="Contrato.pdf" mode="viewer" onClose={() => undefined} />
}

const show = (engine: FakeEngineOptions = {}, options: ViewerOptions & { from?: DocumentSource | null } = {}) => {
  const fake = fakeEngine(engine)
  const { from = source, ...rest } = options
  renderInShell(
    <EngineProvider value={fake.load}>
      <Screen source={from ?? undefined} {...rest} />
    </EngineProvider>,
  )
  return { ...fake, user: userEvent.setup() }
}
const position = (text: string) => screen.findByText(text)
const button = (name: string) => screen.getByRole('button', { name })
const stage = () => screen.getByRole('group')

beforeEach(() => {
  window.innerWidth = 1280
})

test("'Página X de Y': previous and next stay within 1 to the last page", async () => {
  const { user } = show({ pages: 2 })
  await position('Página 1 de 2')
  expect(button('Página anterior')).toBeDisabled()
  await user.click(button('Página siguiente'))
  await position('Página 2 de 2')
  expect(button('Página siguiente')).toBeDisabled()
  act(() => model.goTo(3))
  act(() => model.goTo(0))
  expect(screen.getByText('Página 2 de 2')).toBeVisible()
})

test('zoom by button and key in steps of 0.25 within 0.5–3; Home resets', async () => {
  const { user } = show()
  await position('Página 1 de 3')
  await user.click(button('Acercar'))
  expect(model.view.view.zoom).toBe(1.25)
  stage().focus()
  await user.keyboard('--')
  expect(model.view.view.zoom).toBe(0.75)
  await user.keyboard('-----')
  expect(model.view.view.zoom).toBe(0.5)
  expect(button('Alejar')).toBeDisabled()
  await user.keyboard('{Home}')
  expect(model.view.view.zoom).toBe(1)
})

test('a window of 1024 or less opens at half size', async () => {
  window.innerWidth = 1024
  show()
  await position('Página 1 de 3')
  expect(model.view.view.zoom).toBe(0.5)
})

test('Ctrl and Meta with the wheel zoom by 0.1, and the page itself does not; the wheel alone is left to scroll', async () => {
  show()
  await position('Página 1 de 3')
  const wheel = (init: WheelEventInit) => {
    const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, ...init })
    act(() => void stage().dispatchEvent(event))
    return event.defaultPrevented
  }
  expect(wheel({ deltaY: -100, ctrlKey: true })).toBe(true)
  expect(model.view.view.zoom).toBe(1.1)
  expect(wheel({ deltaY: 100, metaKey: true })).toBe(true)
  expect(model.view.view.zoom).toBe(1)
  expect(wheel({ deltaY: 100 })).toBe(false)
})

test.each([
  [{ deltaY: -100, deltaMode: 0 }, 0.1],
  [{ deltaY: 120, deltaMode: 0 }, -0.1],
  [{ deltaY: -3, deltaMode: 1 }, 0.1],
  [{ deltaY: -10, deltaMode: 0 }, 0.01],
])('wheel %o is a step of %d', (event, step) => {
  expect(wheelZoomStep(event)).toBeCloseTo(step, 6)
})

test('two fingers zoom by the ratio of their distance', async () => {
  show()
  await position('Página 1 de 3')
  const touches = (apart: number) => [
    { clientX: 100 - apart / 2, clientY: 100 },
    { clientX: 100 + apart / 2, clientY: 100 },
  ]
  fireEvent.touchStart(stage(), { touches: touches(100) })
  for (const apart of [110, 120, 130, 140, 150]) fireEvent.touchMove(stage(), { touches: touches(apart) })
  expect(model.view.view.zoom).toBeCloseTo(1.5, 6)
})

test('the zoom is blocked while fields are active, with its message once for a turning wheel', async () => {
  const { user } = show({}, { zoomBlocked: true })
  await position('Página 1 de 3')
  await user.click(button('Acercar'))
  await user.click(button('Acercar'))
  expect(await screen.findAllByText(viewerTexts.zoomBlocked)).toHaveLength(1)
  expect(model.view.view.zoom).toBe(1)
})

test('a zoom-attempt callback is called instead of the message', async () => {
  const onZoomAttempt = jest.fn()
  const { user } = show({}, { zoomBlocked: true, onZoomAttempt })
  await position('Página 1 de 3')
  await user.click(button('Alejar'))
  expect(onZoomAttempt).toHaveBeenCalledTimes(1)
})

test('without a download_url there is the placeholder', () => {
  show({}, { from: null })
  expect(screen.getByRole('heading', { name: 'Documento para Trazo' })).toBeVisible()
})

test.each([
  [404, 'Error descargando PDF: 404'],
  [0, 'No se pudo cargar el documento PDF'],
  [401, 'Sesión expirada. Por favor, inicia sesión nuevamente.'],
])('a refusal with %d says so, can be closed and tried again', async (status, message) => {
  let refusal: number | undefined = status
  const { user } = show({ refuse: () => refusal })
  expect(await screen.findByRole('heading', { name: 'Error al cargar el documento' })).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
  expect(button('Cerrar')).toBeVisible()
  refusal = undefined
  await user.click(button('Reintentar'))
  await position('Página 1 de 3')
})

test('a 401 buys one new token and tries once more', async () => {
  const renewToken = jest.fn(async () => 'second')
  const { requests } = show(
    { refuse: ({ headers }) => (headers.Authorization === 'Bearer second' ? undefined : 401) },
    { from: { ...source, renewToken } },
  )
  await position('Página 1 de 3')
  expect(requests.map(({ headers }) => headers.Authorization)).toEqual(['Bearer first', 'Bearer second'])
  expect(renewToken).toHaveBeenCalledTimes(1)
})

test('a full refresh keeps the page and resets the zoom; the old document is closed first', async () => {
  const { user, record } = show()
  await position('Página 1 de 3')
  await user.click(button('Página siguiente'))
  await user.click(button('Acercar'))
  act(() => model.reload())
  await waitFor(() => expect(record.requests).toHaveLength(2))
  await position('Página 2 de 3')
  expect(model.view.view.zoom).toBe(1)
  expect(record.closed).toBe(1)
})

test('a page that cannot be painted says so', async () => {
  show({ paint: () => Promise.reject(new Error('broken')) })
  expect(await screen.findByText('Error al renderizar el documento')).toBeVisible()
})

test('a page is painted sharply, and never with more than 16 megapixels', () => {
  const a4 = { size: { width: 595, height: 842 } }
  expect(renderScale(a4, 1, 2)).toBe(2)
  const huge = { size: { width: 5000, height: 4000 } }
  expect(renderScale(huge, 3, 2) ** 2 * 5000 * 4000).toBeCloseTo(CANVAS_MAX_PIXELS, 0)
})
