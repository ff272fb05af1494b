import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { DocumentChange, SignatureReport } from 'pdf/verify'
import { type FakeEngineOptions, fakeEngine } from '../../testing/fake-engine.ts'
import { stubDom } from '../../testing/stub-dom.ts'
import { EngineProvider } from '../../viewer/engine/engine-context.ts'
import { CompareButtons } from '../CompareButtons.tsx'

stubDom()
// jsdom has no layout, and its blobs cannot be read.
for (const side of ['clientWidth', 'clientHeight'] as const)
  Object.defineProperty(HTMLElement.prototype, side, { value: 600, configurable: true })
HTMLElement.prototype.scrollIntoView = () => undefined
Object.defineProperty(Blob.prototype, 'arrayBuffer', {
  value(this: Blob) {
    return Promise.resolve(new ArrayBuffer(this.size))
  },
  configurable: true,
})

const file = new File(['x'.repeat(100)], 'Contrato.pdf', { type: 'application/pdf' })
const rect = { x: 0.1, y: 0.2, width: 0.5, height: 0.25 }
const changes: readonly DocumentChange[] = [
  { kind: 'metadata', severity: 'expected' },
  { kind: 'signature-added', severity: 'expected', field: 'b', page: 1, rect },
  { kind: 'page-content', severity: 'suspicious', page: 3 },
]
const signatureOf = (over: Partial<SignatureReport> = {}): SignatureReport =>
  ({
    certificate: { name: 'Ana Mora' },
    covered: 40,
    changes,
    picture: { state: 'different', differences: [{ page: 2, rect }], uncompared: [] },
    ...over,
  }) as SignatureReport

const show = (signature = signatureOf(), options: FakeEngineOptions = {}) => {
  const fake = fakeEngine(options)
  const view = render(
    <EngineProvider value={fake.load}>
      <CompareButtons file={file} signature={signature} signers={new Map([['b', 'José Pérez']])} />
    </EngineProvider>,
  )
  return { ...fake, view, user: userEvent.setup() }
}
const open = async (name = 'Ver cómo está hoy', ...given: Parameters<typeof show>) => {
  const shown = show(...given)
  await shown.user.click(screen.getByRole('button', { name }))
  const dialog = await screen.findByRole('dialog', { name: 'Lo firmado y cómo está hoy' })
  return { ...shown, dialog: within(dialog) }
}
const settled = () => act(async () => undefined)

test('the view opens both revisions at the gravest change and lists all changes with their numbers', async () => {
  const { dialog, requests } = await open()
  expect(await dialog.findByRole('img', { name: 'Página 2: lo firmado' })).toBeInTheDocument()
  expect(dialog.getByRole('img', { name: 'Página 2: cómo está hoy' })).toBeInTheDocument()
  expect(requests.map((request) => 'bytes' in request && (request.bytes as Uint8Array).length)).toEqual([40, 100])
  const items = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual([
    expect.stringMatching(/^1 .*Firmó José Pérez/),
    expect.stringMatching(/^2 .*ningún cambio conocido lo explica/),
    expect.stringMatching(/^3 .*Cambió lo que muestra la página/),
    expect.stringMatching(/Se actualizaron las fechas/),
  ])
  expect(dialog.getByRole('button', { current: true })).toHaveTextContent('ningún cambio conocido lo explica')
  expect(dialog.getByText(/otro lector de PDF las muestra distintas/)).toBeInTheDocument()
})

test('items, steps and arrow keys move to the page of a change', async () => {
  const { dialog, user } = await open()
  await user.click(dialog.getByRole('button', { name: /Firmó José Pérez/ }))
  expect(await dialog.findByRole('img', { name: 'Página 1: lo firmado' })).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Cambio siguiente' }))
  await user.click(dialog.getByRole('button', { name: 'Cambio siguiente' }))
  expect(await dialog.findByRole('img', { name: 'Página 3: cómo está hoy' })).toBeInTheDocument()
  expect(dialog.getByText('Cambio 3 de 3')).toBeInTheDocument()
  await user.keyboard('{ArrowLeft}')
  expect(await dialog.findByRole('img', { name: 'Página 2: lo firmado' })).toBeInTheDocument()
  expect(dialog.getByText('3 cambios señalados')).toBeInTheDocument()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(await dialog.findByRole('img', { name: 'Página 3: lo firmado' })).toBeInTheDocument()
})

test('closing releases both revisions and leaves the buttons', async () => {
  const { dialog, user, record } = await open()
  await dialog.findByRole('img', { name: 'Página 2: lo firmado' })
  await user.click(dialog.getByRole('button', { name: 'Cerrar' }))
  await settled()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(record.closed).toBe(2)
  expect(screen.getByRole('button', { name: 'Ver lo firmado' })).toBeInTheDocument()
})

test('a page that cannot be drawn says what to do and is drawn again on request', async () => {
  let fails = true
  const paint = () => (fails ? Promise.reject(new Error('damaged')) : Promise.resolve('painted' as const))
  const { dialog, user } = await open('Ver lo firmado', signatureOf(), { paint })
  expect(await dialog.findAllByText('No se pudo dibujar esta página')).toHaveLength(2)
  fails = false
  for (const button of dialog.getAllByRole('button', { name: 'Intentar de nuevo' })) await user.click(button)
  await settled()
  expect(dialog.queryByText('No se pudo dibujar esta página')).not.toBeInTheDocument()
})

test('a revision that cannot be opened says so, and the changes are told all the same', async () => {
  const { dialog, user, requests } = await open('Ver lo firmado', signatureOf(), { refuse: () => 0 })
  expect(await dialog.findAllByText('No se pudo abrir esta versión')).toHaveLength(2)
  expect(dialog.getAllByRole('listitem')).toHaveLength(4)
  await user.click(dialog.getAllByRole('button', { name: 'Intentar de nuevo' })[0] ?? document.body)
  await settled()
  expect(requests).toHaveLength(3)
})

test('a page that only one version has is named', async () => {
  const differences = [{ page: 9, rect }]
  const { dialog } = await open(
    'Ver lo firmado',
    signatureOf({ changes: [], picture: { state: 'different', differences, uncompared: [] } }),
  )
  expect(await dialog.findAllByRole('heading', { name: 'Esta versión no tiene página 9' })).toHaveLength(2)
})

test('the view says when no change has a place, without promising that nothing is visible', async () => {
  const picture = { state: 'not-compared', differences: [], uncompared: [] } as const
  const { dialog } = await open('Ver lo firmado', signatureOf({ changes: changes.slice(0, 1), picture }))
  expect(await dialog.findByRole('img', { name: 'Página 1: lo firmado' })).toBeInTheDocument()
  expect(dialog.getByText(/Ninguno de estos cambios tiene un lugar en una página/)).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Cambio siguiente' })).not.toBeInTheDocument()
})

test.each([0, -1, 100, 101])('a signature that covers %p of 100 bytes offers nothing to compare', (covered) => {
  const { view } = show(signatureOf({ covered }))
  expect(view.container).toBeEmptyDOMElement()
})
