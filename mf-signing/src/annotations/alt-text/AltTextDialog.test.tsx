import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { PdfjsEditor, PdfjsUiManager } from '../adapter/pdfjs-internals.ts'
import { createStore } from '../store.ts'
import { AltTextDialog } from './AltTextDialog.tsx'
import type { AltTextModel, AltTextRequest } from './alt-text.ts'

const show = (changes: Partial<AltTextRequest> = {}) => {
  const request: AltTextRequest = {
    editor: { copyCanvas: () => ({ canvas: document.createElement('canvas') }) } as unknown as PdfjsEditor,
    manager: {} as PdfjsUiManager,
    firstTime: true,
    text: '',
    decorative: false,
    proposed: false,
    ...changes,
  }
  const model = {
    manager: { editAltText: jest.fn(), destroy: jest.fn() },
    request: createStore<AltTextRequest | undefined>(request),
    save: jest.fn(),
    close: jest.fn(),
  } satisfies AltTextModel
  render(<AltTextDialog model={model} request={request} />)
  return { model, user: userEvent.setup() }
}

const press = (name: string) => screen.getByRole('button', { name })

test('the dialog refuses an empty description of an image that is not marked as decorative', async () => {
  const { model, user } = show()
  await user.click(press('Guardar texto'))
  expect(screen.getByText('Escribe una descripción o marca la imagen como decorativa.')).toBeVisible()
  expect(model.save).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('Descripción'), 'La casa')
  await user.click(press('Guardar texto'))
  expect(model.save).toHaveBeenCalledWith({ text: 'La casa', decorative: false })
})

test('the dialog saves a decorative image without a description', async () => {
  const { model, user } = show()
  await user.click(screen.getByLabelText(/^Es decorativa/))
  expect(screen.getByLabelText('Descripción')).toBeDisabled()
  await user.click(press('Guardar texto'))
  expect(model.save).toHaveBeenCalledWith({ text: '', decorative: true })
})

test('the dialog states that a proposal comes from the file name until the person changes it', async () => {
  const { user } = show({ text: 'Plano de la casa', proposed: true })
  expect(screen.getByText(/^Propuesta tomada del nombre del archivo/)).toBeVisible()
  await user.type(screen.getByLabelText('Descripción'), '.')
  expect(screen.queryByText(/^Propuesta tomada/)).toBeNull()
})

test('«Ahora no» closes the dialog of a new image without a description', async () => {
  const first = show()
  await first.user.click(press('Ahora no'))
  expect(first.model.close).toHaveBeenCalledTimes(1)
})

test('«Cancelar» closes the dialog of an existing description without saving', async () => {
  const { model, user } = show({ firstTime: false, text: 'La casa' })
  expect(screen.getByLabelText('Descripción')).toHaveValue('La casa')
  await user.click(press('Cancelar'))
  expect(model.close).toHaveBeenCalledTimes(1)
  expect(model.save).not.toHaveBeenCalled()
})
