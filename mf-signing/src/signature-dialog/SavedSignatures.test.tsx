import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderInShell } from 'shared/testing'
import { drawStroke } from '../testing/draw-stroke.ts'
import { stubDom } from '../testing/stub-dom.ts'
import { signatureResult } from '../testing/wire.ts'
import { DrawSignatureDialog } from './DrawSignatureDialog.tsx'
import { blankDrawing, type SignatureDrawing } from './drawing.ts'
import { SavedSignatures } from './SavedSignatures.tsx'
import type { SavedPicture } from './saved-offer.ts'

stubDom()

const picture = (id: number, name: string): SavedPicture => ({ id, name, png: `data:image/png;base64,${id}` })
const keepLabel = 'Guardar esta firma para la próxima vez'

const show = (signatures: readonly SavedPicture[], most = 5) => {
  const saved = { signatures, most, forget: jest.fn(), keep: jest.fn() }
  const sign = jest.fn(async () => signatureResult())
  const never = () => undefined
  renderInShell(
    <DrawSignatureDialog
      {...{ open: true, signerName: 'Ana Mora', documentName: 'Contrato.pdf', saved, sign }}
      onReload={never}
      onSigned={never}
      onClose={never}
    />,
  )
  return { ...saved, sign, user: userEvent.setup() }
}
const button = (name: string) => screen.getByRole('button', { name })
const finish = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(button('Firmar documento'))
  await screen.findByRole('heading', { name: 'Documento firmado digitalmente con éxito' })
}

test('the signer signs with a saved signature by a single click, and it is not saved again', async () => {
  const { user, sign, keep } = show([picture(7, 'Ana'), picture(8, 'A. M.')])
  const list = within(screen.getByRole('list', { name: 'Usar mi firma guardada' }))
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  await user.click(screen.getByLabelText(keepLabel))
  await user.click(button('Usar mi firma guardada «A. M.»'))
  expect(button('Usar mi firma guardada «A. M.»')).toHaveAttribute('aria-pressed', 'true')
  expect(screen.queryByLabelText(keepLabel)).toBeNull()
  await finish(user)
  expect(sign).toHaveBeenCalledWith('data:image/png;base64,8', expect.any(String))
  expect(keep).not.toHaveBeenCalled()
})

test('signatures that load late do not move the canvas while the signer draws or types', () => {
  const offer = { signatures: [picture(7, 'Ana')], most: 5, forget: jest.fn(), keep: jest.fn() }
  const shown = (drawing: SignatureDrawing, arrived = true) => (
    <SavedSignatures offer={arrived ? offer : undefined} drawing={drawing} onDrawing={jest.fn()} disabled={false} />
  )
  const typed: SignatureDrawing = { ...blankDrawing, method: 'typed', name: 'Ana' }
  const { rerender } = render(shown(typed, false))
  rerender(shown(typed))
  expect(screen.queryByRole('list')).toBeNull()
  rerender(shown(blankDrawing))
  rerender(shown(typed))
  expect(screen.getByRole('list', { name: 'Usar mi firma guardada' })).toBeVisible()
})

test('a drawn signature is not saved unless the signer chooses to save it', async () => {
  const { user, keep } = show([])
  expect(screen.queryByRole('list', { name: 'Usar mi firma guardada' })).toBeNull()
  drawStroke()
  await finish(user)
  expect(keep).not.toHaveBeenCalled()
})

test('the dialog saves the signature that was used for signing', async () => {
  const { user, keep } = show([])
  drawStroke()
  await user.click(screen.getByLabelText(keepLabel))
  await finish(user)
  expect(keep).toHaveBeenCalledWith(expect.objectContaining({ method: 'drawn' }), { color: '#000000', thickness: 3 })
})

test('the signer removes a saved signature, and a full store disables saving and shows why', async () => {
  const { user, forget } = show([picture(7, 'Ana')], 1)
  expect(screen.getByLabelText(keepLabel)).toBeDisabled()
  expect(screen.getByText('Ya tienes 1 firmas guardadas. Elimina una para guardar otra.')).toBeVisible()
  await user.click(button('Eliminar la firma guardada «Ana»'))
  expect(forget).toHaveBeenCalledWith(picture(7, 'Ana'))
})
