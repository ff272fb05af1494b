import { act, screen, waitFor } from '@testing-library/react'
import { endSession } from 'shared/state'
import { button, openEditor, sent } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const loaded = async (calls: Parameters<typeof sent>[0]) => {
  await waitFor(() => expect(sent(calls, 'GET', '/invitations/').length).toBeGreaterThan(0))
  await act(async () => undefined)
}
const offered = () => screen.queryAllByRole('button', { name: /^(Invitar a Trazo|Agregar Firma Digital)$/ })

test('a complete document is downloaded: it offers no invitation and no signature', async () => {
  const ana = storedField({ is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' })
  const { calls, update } = await openEditor({ fields: [ana] })
  await loaded(calls)
  expect(offered()).toEqual([])
  update({ status: 'COMPLETED', is_signed: true })
  await act(async () => undefined)
  expect(offered()).toEqual([])
  expect(button('Certificado de finalización')).toBeVisible()
  expect(button('Descargar')).toBeVisible()
})

test('while one signature is missing, both are there', async () => {
  const luz = storedField({ id: 8, field_id: 'f8', signer_name: 'Luz', signer_email: 'luz@example.com' })
  const { calls } = await openEditor({ fields: [storedField({ is_signed: true, signed_at: null }), luz] })
  await loaded(calls)
  expect(offered().map(({ textContent }) => textContent)).toEqual(['Invitar a Trazo', 'Agregar Firma Digital'])
})
