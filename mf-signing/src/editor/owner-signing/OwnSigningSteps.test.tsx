import { act, fireEvent, screen, within } from '@testing-library/react'
import { endSession } from 'shared/state'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { settle } from 'shared/testing'
import { drawStroke } from '../../testing/draw-stroke.ts'
import { withFirmador } from '../../testing/fake-firmador.ts'
import { button, openEditor, sent, tabs } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => {
  jest.useRealTimers()
  act(() => endSession())
})

const own = storedField({ id: 9, field_id: 'own', field_type: 'PRIMARY', signer_name: 'Luis Vargas', page: 2 })

const startReview = async (answer?: (call: SentCall) => NetworkAnswer | Promise<NetworkAnswer> | undefined) => {
  const opened = await openEditor({ fields: [storedField(), own], ...(answer ? { answer } : {}) })
  await screen.findByRole('tab', { name: 'Campos 2' })
  jest.useFakeTimers()
  fireEvent.click(button('Agregar Firma Digital'))
  await settle(500)
  return { ...opened, review: within(screen.getByRole('dialog', { name: 'Revisa dónde va tu firma' })) }
}
const press = (name: string) => fireEvent.click(button(name))

test('section 4: the review shows the field, and the server has signed the field at the end', async () => {
  const { review, calls, engine, onChanged } = await startReview()
  expect(screen.getByText('Página 2 de 3')).toBeVisible()
  expect(tabs('saved')[0]).toHaveClass('highlighted')
  fireEvent.click(review.getByText('Continuar'))
  drawStroke()
  press('Continuar')
  fireEvent.change(screen.getByLabelText('Número de cédula'), { target: { value: '102340567' } })
  press('Autenticar')
  await settle(1200 + 8000 + 2000)
  expect(screen.getByRole('dialog', { name: '¡Contrato Firmado!' })).toBeVisible()
  expect(sent(calls, 'POST', 'digital_sign')).toHaveLength(1)
  expect(onChanged).toHaveBeenCalledTimes(1)
  await settle(500)
  expect(engine.requests).toHaveLength(2)
  expect(tabs('signed')).toHaveLength(1)
})

test('section 4: cancelling the review signs nothing and removes the highlight', async () => {
  const { review, calls } = await startReview()
  fireEvent.click(review.getByText('Cancelar'))
  await settle(60_000)
  expect(screen.queryByRole('dialog', { name: 'Revisa dónde va tu firma' })).toBeNull()
  expect(sent(calls, 'POST', 'digital_sign')).toHaveLength(0)
  expect(tabs('saved')[0]).not.toHaveClass('highlighted')
})

describe('signing with a card', () => {
  const firmador = (call: SentCall) =>
    call.url.includes('signing-agent') ? { status: 200, body: { kind: 'firmador' } } : withFirmador(call)
  const identify = () => {
    press('Continuar')
    drawStroke()
    press('Continuar')
    fireEvent.change(screen.getByLabelText('Número de cédula'), { target: { value: '102340567' } })
    press('Autenticar')
  }

  test('the PIN replaces the code, and the card signs instead of the server', async () => {
    let enter: (answer: NetworkAnswer | undefined) => void = () => undefined
    const { calls } = await startReview((call) =>
      call.url.endsWith(':3516/sign')
        ? new Promise<NetworkAnswer>((resolve) => {
            enter = () => resolve(firmador(call) ?? new TypeError('offline'))
          })
        : firmador(call),
    )
    identify()
    await settle()
    expect(screen.getByRole('dialog', { name: 'Confirma en Firmador e ingresa tu PIN' })).toBeVisible()
    expect(screen.getByText('Esperando tu PIN…')).toBeVisible()
    enter(undefined)
    await settle()
    expect(screen.getByRole('dialog', { name: '¡Contrato Firmado!' })).toBeVisible()
    expect(sent(calls, 'POST', 'digital_sign')).toHaveLength(0)
    expect(sent(calls, 'POST', '/complete/')).toHaveLength(1)
  })

  test('the editor shows help when Firmador is not installed', async () => {
    await startReview((call) => (call.url.includes(':3516') ? new TypeError('Failed to fetch') : firmador(call)))
    identify()
    await settle()
    expect(screen.getByRole('alert')).toHaveTextContent('No encontramos Firmador en esta computadora.')
    expect(screen.getByRole('link', { name: /Descargar Firmador/ })).toHaveAttribute(
      'href',
      'https://firmador.libre.cr',
    )
    expect(screen.getByLabelText('Número de cédula')).toHaveValue('01-0234-0567')
  })

  test('after the owner cancels in Firmador, a retry signs with the same drawing', async () => {
    let refused = true
    await startReview((call) =>
      refused && call.url.endsWith(':3516/sign') ? { status: 406, body: '' } : firmador(call),
    )
    identify()
    await settle()
    expect(screen.getByRole('alert')).toHaveTextContent('La firma se canceló en Firmador.')
    refused = false
    press('Reintentar firma')
    await settle()
    expect(screen.getByRole('dialog', { name: '¡Contrato Firmado!' })).toBeVisible()
  })
})

test('when the signing agent cannot be loaded, the editor returns to the document and shows the reason', async () => {
  await openEditor({
    fields: [own],
    answer: ({ url }) => (url.includes('signing-agent') ? new TypeError('offline') : undefined),
  })
  await screen.findByRole('tab', { name: 'Campos 1' })
  jest.useFakeTimers()
  fireEvent.click(button('Agregar Firma Digital'))
  await settle(500)
  expect(screen.queryByRole('dialog', { name: 'Preparando la firma…' })).toBeNull()
  expect(screen.getByText('Error de conexión. Verifica tu internet')).toBeVisible()
})
