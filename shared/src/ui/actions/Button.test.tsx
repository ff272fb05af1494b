import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button, buttonClass } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

test('a button submits a form only if its type is submit', async () => {
  const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button>Ver</Button>
      <Button type="submit">Guardar</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ver' }))
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('a busy button shows its busy label, keeps the focus, and neither clicks nor submits', async () => {
  const onClick = jest.fn()
  const onSubmit = jest.fn()
  const form = (busy: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Correo" />
      <Button type="submit" busy={busy} busyLabel="Enviando…" onClick={onClick}>
        Enviar {2} invitaciones
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Enviar 2 invitaciones' })
  button.focus()
  rerender(form(true))
  expect(button).toHaveAccessibleName('Enviando…')
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(button).toHaveFocus()
  await userEvent.click(button)
  await userEvent.type(screen.getByLabelText('Correo'), '{Enter}')
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('the hidden other label keeps the width of the button in both states', () => {
  const { rerender } = render(<Button busyLabel="Guardando…">Guardar</Button>)
  expect(screen.getByText('Guardar')).toHaveAttribute('data-other', 'Guardando…')
  rerender(
    <Button busy busyLabel="Guardando…">
      Guardar
    </Button>,
  )
  expect(screen.getByText('Guardando…')).toHaveAttribute('data-other', 'Guardar')
})

test('a busy button without a busy label keeps its label', () => {
  render(<Button busy>Guardar</Button>)
  expect(screen.getByRole('button', { name: 'Guardar' })).toHaveAttribute('aria-disabled', 'true')
})

test('an icon button is named by its label', () => {
  render(<IconButton label="Eliminar" icon={<svg aria-hidden="true" />} aria-pressed />)
  const button = screen.getByRole('button', { name: 'Eliminar', pressed: true })
  expect(button).toHaveAttribute('title', 'Eliminar')
  expect(button).toHaveAttribute('type', 'button')
})

test('buttonClass returns the classes that make a link look like a button', () => {
  expect(buttonClass('primary', 'sm', 'wide').split(' ')).toEqual(['button', 'primary', 'sm', 'wide'])
  expect(buttonClass().split(' ')).toEqual(['button', 'secondary', 'md'])
})
