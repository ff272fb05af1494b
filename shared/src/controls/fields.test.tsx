import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { PasswordField } from './PasswordField.tsx'
import { SelectField } from './SelectField.tsx'
import { TextAreaField } from './TextAreaField.tsx'
import { TextField } from './TextField.tsx'

test('the label names the input and the help describes it', () => {
  render(<TextField label="Nombre" help="Como en su cédula." name="name" />)
  const input = screen.getByLabelText('Nombre')
  expect(input).toHaveAccessibleDescription('Como en su cédula.')
  expect(input).not.toHaveAttribute('aria-invalid')
  expect(input).toHaveAttribute('name', 'name')
})

test('an error replaces the help and marks the input as invalid', () => {
  const { rerender } = render(<TextField label="Correo" type="email" help="Solo para avisos." />)
  rerender(<TextField label="Correo" type="email" help="Solo para avisos." error="Correo inválido" />)
  const input = screen.getByRole('textbox', { name: 'Correo' })
  expect(input).toBeInvalid()
  expect(input).toHaveAccessibleDescription('Correo inválido')
  expect(screen.queryByText('Solo para avisos.')).not.toBeInTheDocument()
  expect(screen.getByText('Correo inválido')).toHaveAttribute('aria-live', 'polite')
})

test('a field without help and error has no description, and a given description stays', () => {
  render(
    <>
      <p id="own">Otra nota</p>
      <TextField label="A" />
      <TextField label="B" help="Ayuda" aria-describedby="own" />
    </>,
  )
  expect(screen.getByLabelText('A')).not.toHaveAttribute('aria-describedby')
  expect(screen.getByLabelText('B')).toHaveAccessibleDescription('Ayuda Otra nota')
})

test('refs refer to the native controls', () => {
  const input = createRef<HTMLInputElement>()
  const area = createRef<HTMLTextAreaElement>()
  const select = createRef<HTMLSelectElement>()
  render(
    <>
      <TextField label="A" ref={input} id="mine" />
      <TextAreaField label="B" ref={area} error="Falta el texto" />
      <SelectField label="C" ref={select} options={[{ value: 'x', label: 'Equis' }]} help="Elija" />
    </>,
  )
  expect(input.current).toBe(screen.getByLabelText('A'))
  expect(input.current).toHaveAttribute('id', 'mine')
  expect(area.current).toHaveAccessibleDescription('Falta el texto')
  expect(select.current).toHaveAccessibleDescription('Elija')
})

test('a select shows its options and reports the selected value', async () => {
  const onChange = jest.fn()
  render(
    <SelectField
      label="Identificación"
      defaultValue="cedula"
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: 'cedula', label: 'Cédula' },
        { value: 'dimex', label: 'DIMEX' },
        { value: 'nite', label: 'NITE', disabled: true },
      ]}
    />,
  )
  await userEvent.selectOptions(screen.getByLabelText('Identificación'), 'DIMEX')
  expect(onChange).toHaveBeenCalledWith('dimex')
  expect(screen.getByRole('option', { name: 'NITE' })).toBeDisabled()
})

test('a button shows and hides the password', async () => {
  render(<PasswordField label="Contraseña" autoComplete="current-password" defaultValue="secreta" />)
  const input = screen.getByLabelText('Contraseña')
  expect(input).toHaveAttribute('type', 'password')
  const show = screen.getByRole('button', { name: 'Mostrar contraseña', pressed: false })
  await userEvent.click(show)
  expect(input).toHaveAttribute('type', 'text')
  expect(input).toHaveValue('secreta')
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar contraseña', pressed: true }))
  expect(input).toHaveAttribute('type', 'password')
})

test('the field announces caps lock politely while focused, in addition to help or error', async () => {
  const { rerender } = render(<PasswordField label="Contraseña" help="Al menos 8 caracteres." />)
  const input = screen.getByLabelText('Contraseña')
  const press = (modifierCapsLock: boolean) => fireEvent.keyUp(input, { key: 'a', modifierCapsLock })
  press(true)
  expect(input).toHaveAccessibleDescription('Bloq Mayús está activado. Al menos 8 caracteres.')
  expect(screen.getByText('Bloq Mayús está activado.').closest('[aria-live]')).toHaveAttribute('aria-live', 'polite')
  rerender(<PasswordField label="Contraseña" error="La contraseña es requerida" />)
  expect(input).toHaveAccessibleDescription('Bloq Mayús está activado. La contraseña es requerida')
  expect(input).toBeInvalid()
  press(false)
  expect(input).toHaveAccessibleDescription('La contraseña es requerida')
  press(true)
  fireEvent.blur(input)
  expect(input).toHaveAccessibleDescription('La contraseña es requerida')
})

test('a text input may have a button next to it', async () => {
  const fill = jest.fn()
  render(
    <TextField
      label="Código"
      action={
        <button type="button" onClick={fill}>
          Pegar
        </button>
      }
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Pegar' }))
  expect(fill).toHaveBeenCalledTimes(1)
  expect(screen.getByLabelText('Código')).toBeVisible()
})
