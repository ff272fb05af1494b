import { act, fireEvent, screen, within } from '@testing-library/react'
import { endSession } from 'shared/state'
import { settle } from 'shared/testing'
import { drawStroke } from '../testing/draw-stroke.ts'
import { button, openEditor, sent, tabs } from '../testing/open-editor.tsx'
import { stubDom } from '../testing/stub-dom.ts'
import { storedField } from '../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => {
  jest.useRealTimers()
  act(() => endSession())
})

const own = storedField({ id: 9, field_id: 'own', field_type: 'PRIMARY', signer_name: 'Luis Vargas', page: 2 })

/** The editor with the review on show; from now on the test says what time it is. */
const startReview = async () => {
  const opened = await openEditor({ fields: [storedField(), own] })
  await screen.findByRole('tab', { name: 'Campos 2' })
  jest.useFakeTimers()
  fireEvent.click(button('Agregar Firma Digital'))
  await settle(500)
  return { ...opened, review: within(screen.getByRole('dialog', { name: 'Revisa dónde va tu firma' })) }
}
const press = (name: string) => fireEvent.click(button(name))

test('section 4: the review shows the field, and at the end of the flow the server has signed it', async () => {
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

test('section 4: a cancelled review leaves everything as it was', async () => {
  const { review, calls } = await startReview()
  fireEvent.click(review.getByText('Cancelar'))
  await settle(60_000)
  expect(screen.queryByRole('dialog', { name: 'Revisa dónde va tu firma' })).toBeNull()
  expect(sent(calls, 'POST', 'digital_sign')).toHaveLength(0)
  expect(tabs('saved')[0]).not.toHaveClass('highlighted')
})
