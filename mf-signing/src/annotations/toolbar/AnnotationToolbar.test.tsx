import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { fakeAnnotations } from '../../testing/fake-annotations.ts'
import type { EditorState } from '../state.ts'
import { useStore } from '../store.ts'
import { useFieldsHoldKeys } from '../use-held-keys.ts'
import { AnnotationToolbar } from './AnnotationToolbar.tsx'
import { ModeParameters } from './ModeParameters.tsx'

const show = (first: Partial<EditorState> = {}) => {
  const fake = fakeAnnotations(first)
  const Tools = () => {
    const place = useRef<HTMLDivElement>(null)
    const state = useStore({ get: fake.component.state, subscribe: fake.component.subscribe })
    useFieldsHoldKeys(place, fake.component)
    return (
      <div ref={place}>
        <AnnotationToolbar component={fake.component} state={state} locked={false} />
        <ModeParameters component={fake.component} state={state} slots={{ signature: <p>Mis firmas</p> }} />
        <input aria-label="Otro campo" />
      </div>
    )
  }
  render(<Tools />)
  return { ...fake, user: userEvent.setup() }
}

const button = (name: string) => screen.getByRole('button', { name })

test('a click on a tool starts its mode, and a second click on the tool ends the mode', async () => {
  const { user, asked, change } = show()
  await user.click(button('Dibujar'))
  expect(asked).toEqual(['setMode "drawing" {"fromKeyboard":false}'])
  act(() => change({ mode: 'drawing' }))
  expect(button('Dibujar')).toHaveAttribute('aria-pressed', 'true')
  expect(button('Texto')).toHaveAttribute('aria-pressed', 'false')
  await user.click(button('Dibujar'))
  expect(asked.at(-1)).toBe('setMode "none"')
})

test('the keyboard starts the text tool with a text, and the drawing tool without a drawing', async () => {
  const { user, asked } = show()
  await user.tab()
  await user.keyboard('{ArrowRight}{Enter}')
  expect(asked).toEqual(['setMode "text" {"fromKeyboard":true}'])
  await user.keyboard('{ArrowRight}{Enter}')
  expect(asked.at(-1)).toBe('setMode "drawing" {"fromKeyboard":false}')
})

test('a disabled tool does nothing when clicked, and works once enabled', async () => {
  const { user, asked, change } = show()
  for (const name of ['Deshacer', 'Rehacer', 'Seleccionar todo', 'Eliminar lo seleccionado']) {
    expect(button(name)).toHaveAttribute('aria-disabled', 'true')
    await user.click(button(name))
  }
  expect(asked).toEqual([])
  act(() => change({ mode: 'text', canUndo: true, canRedo: true, isEmpty: false, hasSelection: true }))
  for (const name of ['Deshacer', 'Rehacer', 'Seleccionar todo', 'Eliminar lo seleccionado']) {
    await user.click(button(name))
  }
  expect(asked).toEqual(['undo', 'redo', 'selectAll', 'deleteSelected'])
})

test('the toolbar is a single tab stop; arrows, Home and End move between its tools', async () => {
  const { user } = show()
  await user.tab()
  expect(button('Resaltar')).toHaveFocus()
  await user.keyboard('{End}')
  expect(button('Eliminar lo seleccionado')).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(button('Resaltar')).toHaveFocus()
  await user.keyboard('{ArrowLeft}{Home}{ArrowRight}')
  expect(button('Texto')).toHaveFocus()
  await user.tab()
  expect(screen.getByLabelText('Otro campo')).toHaveFocus()
  await user.tab({ shift: true })
  expect(button('Texto')).toHaveFocus()
})

test('each mode shows its own parameters', async () => {
  const { user, asked, change } = show({ mode: 'highlight' })
  await user.click(screen.getByLabelText('Verde'))
  expect(asked).toEqual(['setParameter "highlightColor" "#53ffbc"'])
  expect(screen.getByLabelText('Grosor')).toHaveValue('12')
  act(() => change({ mode: 'text' }))
  expect(screen.getByLabelText('Tamaño')).toHaveValue('10')
  act(() => change({ mode: 'drawing' }))
  expect(screen.getByLabelText('Opacidad')).toHaveAttribute('aria-valuetext', expect.stringMatching(/^100\s?%$/))
  act(() => change({ mode: 'image' }))
  await user.click(button('Agregar imagen'))
  expect(asked.at(-1)).toBe('addImage')
  act(() => change({ mode: 'signature' }))
  expect(screen.getByText('Mis firmas')).toBeVisible()
})

test('the page holds the keys while a text input has the focus, but not while a colour is chosen', async () => {
  const { user, isHeld } = show({ mode: 'text' })
  await user.click(screen.getByLabelText('Rojo'))
  expect(isHeld()).toBe(false)
  await user.click(screen.getByLabelText('Otro campo'))
  expect(isHeld()).toBe(true)
  await user.click(button('Texto'))
  expect(isHeld()).toBe(false)
})
