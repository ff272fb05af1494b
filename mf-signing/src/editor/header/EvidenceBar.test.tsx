import { act, screen, waitFor } from '@testing-library/react'
import { endSession } from 'shared/state'
import { refusal } from '../../testing/fake-api.ts'
import { button, openEditor, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'

stubDom()
const save = jest.fn<void, [string, string]>()
beforeEach(() => {
  window.innerWidth = 1280
  save.mockClear()
  Object.assign(URL, { createObjectURL: () => 'blob:evidence', revokeObjectURL: () => undefined })
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    save(this.href, this.download)
  })
})
afterEach(() => {
  jest.restoreAllMocks()
  act(() => endSession())
})

test('the owner downloads the certificate of completion and the evidence of a completed document', async () => {
  const { user, update, calls } = await openEditor({
    answer: ({ url }) =>
      /\/(evidence|completion_certificate)\/$/.test(url) ? { status: 200, body: 'bytes' } : undefined,
  })
  expect(screen.queryByRole('button', { name: 'Descargar evidencia' })).toBeNull()
  update({ status: 'COMPLETED', is_signed: true })
  await user.click(button('Certificado de finalización'))
  await waitFor(() => expect(save).toHaveBeenCalledWith('blob:evidence', 'Contrato (certificado).pdf'))
  await user.click(button('Descargar evidencia'))
  await waitFor(() => expect(save).toHaveBeenLastCalledWith('blob:evidence', 'Contrato (evidencia).zip'))
  expect(calls.map(({ url }) => url).filter((url) => /evidence|certificate/.test(url))).toEqual([
    '/home/api/files/3/completion_certificate/',
    '/home/api/files/3/evidence/',
  ])
})

test('a failed download shows the reason, and the owner can retry', async () => {
  const { user, update } = await openEditor({
    answer: ({ url }) =>
      url.endsWith('/evidence/')
        ? refusal(503, 'UNAVAILABLE', 'El servicio no está disponible en este momento.')
        : undefined,
  })
  update({ status: 'COMPLETED', is_signed: true })
  await user.click(button('Descargar evidencia'))
  await toast(/no está disponible en este momento/)
  expect(save).not.toHaveBeenCalled()
  expect(button('Descargar evidencia')).toBeEnabled()
})
