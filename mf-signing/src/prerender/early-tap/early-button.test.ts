/** @jest-environment jsdom */
import { addEarlyButton, takeEarlyButton } from './early-button.ts'

const shown = () => document.querySelector<HTMLButtonElement>('#early-sign')

test('a press shows at once, in words and for screen readers, and is handed over once', () => {
  addEarlyButton()
  expect(shown()).toHaveTextContent('Agregar Firma Digital')
  shown()?.focus()
  shown()?.click()
  expect(shown()).toHaveTextContent('Preparando la firma…')
  expect(shown()).toHaveAttribute('aria-busy', 'true')
  expect(takeEarlyButton()).toEqual({ isPressed: true, hasFocus: true })
  expect(shown()).toBeNull()
  expect(takeEarlyButton()).toEqual({})
})

test('a button that was not pressed hands over nothing', () => {
  addEarlyButton()
  expect(takeEarlyButton()).toEqual({ isPressed: false, hasFocus: false })
})
