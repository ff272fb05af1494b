import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

// jsdom lacks these methods.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = jest.fn(function (this: HTMLDialogElement) {
    if (this.open) throw new DOMException('already open', 'InvalidStateError')
    this.open = true
  })
  HTMLDialogElement.prototype.close = jest.fn(function (this: HTMLDialogElement) {
    this.open = false
  })
})

const pressEsc = (dialog: HTMLElement): Event => {
  const event = createEvent('cancel', dialog, { cancelable: true })
  fireEvent(dialog, event)
  return event
}

test('the dialog opens as a modal with a name and a description, and closes when open is false', () => {
  const dialog = (open: boolean) => (
    <StrictMode>
      <Dialog
        open={open}
        onClose={jest.fn()}
        title="Enviar"
        description="Llega por correo."
        footer={<button type="button">Sí</button>}
      >
        Contenido
      </Dialog>
    </StrictMode>
  )
  const { rerender } = render(dialog(false))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.queryByText('Contenido')).not.toBeInTheDocument()

  rerender(dialog(true))
  const shown = screen.getByRole('dialog', { name: 'Enviar' })
  expect(shown).toHaveAccessibleDescription('Llega por correo.')
  expect(shown).toHaveTextContent('Contenido')

  rerender(dialog(false))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(shown).not.toHaveAttribute('open')
})

test('the dialog closes before its element leaves the page', () => {
  const { unmount } = render(<Dialog open onClose={jest.fn()} title="Enviar" />)
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  unmount()
  expect(dialog.open).toBe(false)
})

test('Esc and the close button call onClose and leave the dialog open', async () => {
  const onClose = jest.fn()
  render(<Dialog open onClose={onClose} title="Enviar" />)
  const event = pressEsc(screen.getByRole('dialog'))
  expect(event.defaultPrevented).toBe(true)
  expect(onClose).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(onClose).toHaveBeenCalledTimes(2)
  expect(screen.getByRole('dialog')).toBeInTheDocument()
})

test('cancelling a file choice inside the dialog does not call onClose', () => {
  const onClose = jest.fn()
  render(
    <Dialog open onClose={onClose} title="Subir">
      <input type="file" aria-label="Archivo" />
    </Dialog>,
  )
  const input = screen.getByLabelText('Archivo')
  fireEvent(input, createEvent('cancel', input, { bubbles: true }))
  expect(onClose).not.toHaveBeenCalled()
})

test('the dialog calls onClose when the browser closes the dialog', () => {
  const onClose = jest.fn()
  render(<Dialog open onClose={onClose} title="Enviar" />)
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  fireEvent(dialog, new Event('close'))
  expect(onClose).not.toHaveBeenCalled()
  dialog.open = false
  fireEvent(dialog, new Event('close'))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a dialog that is not closable has no close button, and ignores Esc and the backdrop', () => {
  const onClose = jest.fn()
  render(<Dialog open onClose={onClose} title="Firmando" closable={false} closeOnBackdrop />)
  const dialog = screen.getByRole('dialog')
  expect(pressEsc(dialog).defaultPrevented).toBe(true)
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Cerrar' })).not.toBeInTheDocument()
})

test('a press on the backdrop closes the dialog only if allowed, and only if the press began there', () => {
  const onClose = jest.fn()
  const dialog = (closeOnBackdrop: boolean) => (
    <Dialog open onClose={onClose} title="Enviar" closeOnBackdrop={closeOnBackdrop}>
      <p>Texto</p>
    </Dialog>
  )
  const { rerender } = render(dialog(false))
  const element = screen.getByRole('dialog')
  const click = (from: Element) => {
    fireEvent.pointerDown(from)
    fireEvent.click(element)
  }
  click(element)
  rerender(dialog(true))
  click(screen.getByText('Texto'))
  expect(onClose).not.toHaveBeenCalled()
  click(element)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a confirmation dialog confirms once and cannot be cancelled while busy', async () => {
  const onConfirm = jest.fn()
  const Delete = () => {
    const [open, setOpen] = useState(true)
    const [busy, setBusy] = useState(false)
    return (
      <ConfirmDialog
        open={open}
        danger
        title="¿Eliminar?"
        confirmLabel="Eliminar documento"
        busy={busy}
        busyLabel="Eliminando…"
        onCancel={() => setOpen(false)}
        onConfirm={() => {
          onConfirm()
          setBusy(true)
        }}
      />
    )
  }
  render(<Delete />)
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar documento' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Eliminando…' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Cancelar' })).toBeDisabled()
  pressEsc(screen.getByRole('dialog'))
  expect(screen.getByRole('dialog')).toBeInTheDocument()
})

test('the cancel button of a confirmation dialog calls onCancel', async () => {
  const onCancel = jest.fn()
  render(<ConfirmDialog open title="¿Salir?" confirmLabel="Salir" onConfirm={jest.fn()} onCancel={onCancel} />)
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(onCancel).toHaveBeenCalledTimes(1)
})

describe('a dialog body that scrolls', () => {
  const observer = globalThis.ResizeObserver
  afterEach(() => {
    globalThis.ResizeObserver = observer
    jest.restoreAllMocks()
  })

  test.each([
    ['text only', 'Un texto largo', '0'],
    ['an input', <input key="i" />, null],
    [
      'an input that is inert',
      <div key="i" inert>
        <input />
      </div>,
      '0',
    ],
  ])('the body can be focused only if no focusable element is inside: %s', (_what, content, tabIndex) => {
    jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900)
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(300)
    let resized: () => void = () => undefined
    globalThis.ResizeObserver = class {
      constructor(callback: ResizeObserverCallback) {
        resized = () => callback([], this)
      }
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    }
    render(
      <Dialog open onClose={jest.fn()} title="Aviso">
        <div data-testid="content">{content}</div>
      </Dialog>,
    )
    act(() => resized())
    const body = screen.getByTestId('content').parentElement
    expect(body?.getAttribute('tabindex')).toBe(tabIndex)
    expect(screen.queryByRole('group', { name: 'Aviso' }) !== null).toBe(tabIndex === '0')
  })
})

test('a dialog that starts at its title gives it the focus', () => {
  const { rerender } = render(<Dialog open onClose={jest.fn()} title="Invitar" startAtTitle />)
  expect(screen.getByRole('heading', { name: 'Invitar' })).toHaveFocus()
  rerender(<Dialog open={false} onClose={jest.fn()} title="Invitar" startAtTitle />)
  rerender(<Dialog open onClose={jest.fn()} title="Invitar" startAtTitle />)
  expect(screen.getByRole('heading', { name: 'Invitar' })).toHaveFocus()
})

test('when the focused element leaves the dialog, the title gets the focus; otherwise the focus stays', async () => {
  function Sending() {
    const [sent, setSent] = useState(false)
    return (
      <Dialog open onClose={jest.fn()} title="Invitar">
        <input aria-label="Mensaje" />
        {sent ? (
          'Enviada'
        ) : (
          <button type="button" onClick={() => setSent(true)}>
            Enviar
          </button>
        )}
      </Dialog>
    )
  }
  const user = userEvent.setup()
  render(<Sending />)
  await user.type(screen.getByLabelText('Mensaje'), 'Hola')
  expect(screen.getByLabelText('Mensaje')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Enviar' }))
  expect(screen.getByText('Enviada')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Invitar' })).toHaveFocus()
})

describe('a dialog keeps its size during a press', () => {
  const pressed = (): HTMLElement => {
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(240)
    render(<Dialog open onClose={jest.fn()} title="Eliminar" footer={<button type="button">Sí</button>} />)
    fireEvent.pointerDown(screen.getByText('Sí'))
    return screen.getByRole('dialog')
  }
  const later = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds))
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  test.each(['click', 'pointerCancel', 'change', 'contextMenu'] as const)('until %s', (end) => {
    const dialog = pressed()
    expect(dialog.style.blockSize).toBe('240px')
    fireEvent[end](screen.getByText('Sí'))
    expect(dialog.style.blockSize).toBe('')
  })

  test('until a click can no longer follow; a second press keeps it longer', () => {
    const dialog = pressed()
    fireEvent.pointerUp(dialog)
    later(200)
    fireEvent.pointerDown(screen.getByText('Sí'))
    later(200)
    expect(dialog.style.blockSize).toBe('240px')
    fireEvent.pointerUp(dialog)
    later(300)
    expect(dialog.style.blockSize).toBe('')
  })
})
