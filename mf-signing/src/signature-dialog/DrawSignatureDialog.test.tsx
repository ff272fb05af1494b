import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SignatureResult } from 'shared/contract'
import { errorMessages } from 'shared/contract/errors'
import { HttpError, NETWORK_MESSAGE } from 'shared/http'
import { renderInShell } from 'shared/testing'
import { drawStroke } from '../testing/draw-stroke.ts'
import { stubDom } from '../testing/stub-dom.ts'
import { signatureResult } from '../testing/wire.ts'
import { DrawSignatureDialog } from './DrawSignatureDialog.tsx'

stubDom()

const show = (sign: (signatureData: string) => Promise<SignatureResult>) => {
  const spies = { sign: jest.fn(sign), onReload: jest.fn(), onSigned: jest.fn(), onClose: jest.fn() }
  renderInShell(<DrawSignatureDialog open signerName="Ana Mora" documentName="Contrato.pdf" {...spies} />)
  return { ...spies, user: userEvent.setup() }
}
const button = (name: string) => screen.getByRole('button', { name })
const result = signatureResult()

test('the sign button is enabled only with a signature', async () => {
  const { user } = show(async () => result)
  expect(button('Firmar documento')).toBeDisabled()
  expect(screen.getByText('Por favor, crea tu firma primero')).toBeVisible()
  drawStroke()
  expect(button('Firmar documento')).toBeEnabled()
  await user.click(button('Limpiar'))
  expect(button('Firmar documento')).toBeDisabled()
})

test("'Deshacer' removes one stroke at a time", async () => {
  const { user } = show(async () => result)
  drawStroke()
  drawStroke()
  await user.click(button('Deshacer'))
  expect(button('Firmar documento')).toBeEnabled()
  await user.click(button('Deshacer'))
  expect(button('Firmar documento')).toBeDisabled()
})

test('the pen is black, and its thickness ranges from 1 to 5', () => {
  show(async () => result)
  expect(screen.getByLabelText('Color')).toHaveValue('#000000')
  const thickness = screen.getByLabelText('Grosor')
  expect(thickness).toHaveAttribute('min', '1')
  expect(thickness).toHaveAttribute('max', '5')
  fireEvent.change(thickness, { target: { value: '5' } })
  expect(thickness).toHaveValue('5')
})

test('step 2 shows the certificate of the signature; Finalizar closes and resets the dialog', async () => {
  const { user, sign, onSigned, onClose } = show(async () => result)
  drawStroke()
  await user.click(button('Firmar documento'))
  expect(await screen.findByRole('heading', { name: 'Documento firmado digitalmente con éxito' })).toBeVisible()
  expect(sign).toHaveBeenCalledWith(
    expect.stringMatching(/^data:image\/png;base64,/),
    expect.stringMatching(/^[0-9a-f-]{36}$/),
  )
  expect(onSigned).toHaveBeenCalledWith(result)
  for (const [name, value] of [
    ['Firmado por', 'Ana Mora'],
    ['Fecha y hora', '31 de enero de 2026'],
    ['Certificado válido hasta', '31 de enero de 2027'],
    ['Emisor', 'Trazo Platform CA'],
    ['Número de serie', '5f3a9c'],
    ['Estado de la firma', 'Válido'],
    ['Agente de firma', 'Simulado, modo de demostración: la identidad es la que se declaró.'],
  ] as const) {
    expect(screen.getByText(name).nextElementSibling).toHaveTextContent(value)
  }
  expect(screen.getByText('Válido').querySelector('svg')).toBeVisible()
  await user.click(button('Finalizar'))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(button('Firmar documento')).toBeDisabled()
})

test('step 2 shows that a card signed and which identification its certificate proves', async () => {
  const { user } = show(async () => signatureResult({ agent: 'firmador', proven_identification: 'CPF-01-0234-0567' }))
  drawStroke()
  await user.click(button('Firmar documento'))
  const agent = (await screen.findByText('Agente de firma')).nextElementSibling
  expect(agent).toHaveTextContent('Tarjeta de firma digital, con Firmador.')
  expect(agent).toHaveTextContent('Identidad comprobada: CPF-01-0234-0567')
})

test('the dialog shows times in the time zone of Costa Rica', async () => {
  const { user } = show(async () => signatureResult({ signed_at: '2026-02-01T02:30:00.000Z' }))
  drawStroke()
  await user.click(button('Firmar documento'))
  expect(await screen.findByText(/31 de enero de 2026.*8:30/)).toBeVisible()
})

test('a failed request shows the reason, keeps the drawing and can be retried', async () => {
  const answers = [
    () => Promise.reject(new HttpError(NETWORK_MESSAGE, { kind: 'network' })),
    () => Promise.resolve(result),
  ]
  const { user, sign } = show(() => answers.shift()?.() ?? Promise.resolve(result))
  drawStroke()
  await user.click(button('Firmar documento'))
  expect(await screen.findByText('Error al procesar la firma. Inténtalo de nuevo.')).toBeVisible()
  expect(screen.getByText(NETWORK_MESSAGE)).toBeVisible()
  await user.click(button('Reintentar firma'))
  expect(await screen.findByText('Firmado por')).toBeVisible()
  expect(sign.mock.calls[1]).toEqual(sign.mock.calls[0])
})

test('a retry with another signature has another key, which cannot answer for the first one', async () => {
  const { sign, user } = show(() => Promise.reject(new HttpError(NETWORK_MESSAGE, { kind: 'network' })))
  drawStroke()
  await user.click(button('Firmar documento'))
  const retry = await screen.findByRole('button', { name: 'Reintentar firma' })
  const picture = jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,b3RyYQ==')
  await user.click(retry)
  await waitFor(() => expect(sign).toHaveBeenCalledTimes(2))
  picture.mockRestore()
  const calls: readonly (readonly string[])[] = sign.mock.calls
  expect(new Set(calls.flat()).size).toBe(4)
})

test.each([
  ['STORAGE_FULL', 507],
  ['STORAGE_READ_ONLY', 503],
  ['UNAVAILABLE', 503],
] as const)(
  'the dialog shows the message of the server for %s, and a retry signs the same drawing',
  async (code, status) => {
    const message = errorMessages[code]
    const refused = new HttpError(message, { kind: 'refused', status, body: {}, error: { code, message } })
    const answers = [() => Promise.reject(refused), () => Promise.resolve(result)]
    const { user, sign, onClose } = show(() => answers.shift()?.() ?? Promise.resolve(result))
    drawStroke()
    await user.click(button('Firmar documento'))
    expect(await screen.findByText(message)).toBeVisible()
    await user.click(button('Reintentar firma'))
    expect(await screen.findByText('Firmado por')).toBeVisible()
    expect(sign.mock.calls[1]).toEqual(sign.mock.calls[0])
    expect(onClose).not.toHaveBeenCalled()
  },
)

test('while signing, the dialog cannot be closed and sends a single request', async () => {
  let answer: (result: SignatureResult) => void = () => undefined
  const { user, sign } = show(() => new Promise((resolve) => (answer = resolve)))
  drawStroke()
  await user.click(button('Firmar documento'))
  expect(button('Cancelar')).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Cerrar' })).toBeNull()
  await user.click(button('Firmando…'))
  expect(sign).toHaveBeenCalledTimes(1)
  answer(result)
  await screen.findByText('Firmado por')
})

test('the signer types a name with the keyboard instead of drawing', async () => {
  const { user, sign } = show(async () => result)
  screen.getByRole('tab', { name: 'Dibujar' }).focus()
  await user.keyboard('{ArrowRight}')
  await user.type(screen.getByLabelText('Escribe tu nombre'), 'Ana Mora')
  button('Firmar documento').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sign).toHaveBeenCalledTimes(1))
})

test('each method keeps its draft while the signer tries another method', async () => {
  const { user, sign } = show(async () => result)
  drawStroke()
  await user.click(screen.getByRole('tab', { name: 'Escribir' }))
  expect(button('Firmar documento')).toBeDisabled()
  await user.type(screen.getByLabelText('Escribe tu nombre'), 'Ana Mora')
  await user.click(screen.getByLabelText('Trazo fino'))
  await user.click(screen.getByRole('tab', { name: 'Imagen' }))
  expect(button('Firmar documento')).toBeDisabled()
  await user.click(screen.getByRole('tab', { name: 'Escribir' }))
  expect(screen.getByLabelText('Escribe tu nombre')).toHaveValue('Ana Mora')
  expect(screen.getByLabelText('Trazo fino')).toBeChecked()
  await user.click(screen.getByRole('tab', { name: 'Dibujar' }))
  await user.click(button('Firmar documento'))
  await waitFor(() => expect(sign).toHaveBeenCalledTimes(1))
})

test('the signer chooses a picture; the dialog refuses another file type and keeps the picture', async () => {
  const { user, sign } = show(async () => result)
  await user.click(screen.getByRole('tab', { name: 'Imagen' }))
  const data = new Uint8ClampedArray(4 * 100).map((_value, index) => (index % 4 === 3 ? 255 : 0))
  const context = { drawImage: () => undefined, getImageData: () => ({ data }), putImageData: () => undefined }
  HTMLCanvasElement.prototype.getContext = (() => context) as unknown as HTMLCanvasElement['getContext']
  const bitmap = { width: 400, height: 200, close: () => undefined }
  globalThis.createImageBitmap = (async () => bitmap) as unknown as typeof createImageBitmap
  const input = screen.getByLabelText('Elige una foto de tu firma')
  await user.upload(input, new File(['x'], 'firma.png', { type: 'image/png' }))
  expect(await screen.findByAltText('Tu firma, como se verá en el documento')).toBeVisible()
  expect(screen.getByText('firma.png')).toBeVisible()

  fireEvent.change(input, { target: { files: [new File(['x'], 'carta.pdf', { type: 'application/pdf' })] } })
  expect(await screen.findByText('Elige una imagen PNG, JPG o WebP de tu firma.')).toBeVisible()
  expect(screen.getByText('firma.png')).toBeVisible()
  await user.click(button('Firmar documento'))
  await waitFor(() => expect(sign).toHaveBeenCalledWith('data:image/png;base64,c2lnbmF0dXJl', expect.any(String)))
})
