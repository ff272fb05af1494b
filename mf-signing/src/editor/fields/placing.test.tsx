import { act, screen } from '@testing-library/react'
import { FIELDS_PER_DOCUMENT_MAX } from 'shared/contract'
import { endSession } from 'shared/state'
import { addThirdParty, button, openEditor, sent, tabs, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

// These tests save explicitly, however slow the machine is.
jest.mock('../constants.ts', () => ({ ...jest.requireActual('../constants.ts'), AUTOSAVE_PAUSE_MS: 3_600_000 }))

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const tabOf = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^${name}, .+ (sin guardar|por firmar)$`) })

describe('adding a field', () => {
  test('a third-party field requires a valid e-mail', async () => {
    const { user } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Firma de Terceros' }))
    await user.click(button('Agregar campo'))
    expect(await screen.findByText('Por favor ingresa el email del firmante')).toBeVisible()
    await user.type(screen.getByLabelText('Email del firmante'), 'ana@')
    await user.click(button('Agregar campo'))
    expect(await screen.findByText('El email no es válido')).toBeVisible()
    expect(tabs()).toHaveLength(0)
  })

  test('a third-party field starts 200 × 50 at 100,100 of the shown page and is saved as page fractions', async () => {
    const { user, calls, onChanged } = await openEditor()
    await user.click(button('Página siguiente'))
    await screen.findByText('Página 2 de 3')
    await addThirdParty(user)
    await toast('Campo de firma agregado. Arrastra para posicionar y redimensiona según necesites.')
    expect(tabOf('Ana Mora')).toHaveFocus()
    await user.click(button('Guardar posiciones (1)'))
    await toast('Posiciones de 1 campo(s) guardadas correctamente')
    expect(sent(calls, 'POST', 'signature-fields')[0]).toMatchObject({
      token: 'owner-token',
      body: {
        field_type: 'SECONDARY',
        signer_name: 'Ana Mora',
        signer_email: 'ana@example.com',
        page: 2,
        x_relative: 100 / 600,
        y_relative: 100 / 800,
        width_relative: 200 / 600,
        height_relative: 50 / 800,
        user_file_id: 3,
        field_id: expect.stringMatching(/^field_\d+/),
      },
    })
    expect(onChanged).toHaveBeenCalledTimes(1)
    expect(tabs('saved')).toHaveLength(1)
  })

  test("the owner's own field is 200 × 60 at the centre of the page", async () => {
    const { user, calls } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Firma de Usuario' }))
    await user.click(button('Guardar posiciones (1)'))
    await toast('Posiciones de 1 campo(s) guardadas correctamente')
    expect(sent(calls, 'POST', 'signature-fields')[0]?.body).toMatchObject({
      field_type: 'PRIMARY',
      signer_name: 'Luis Vargas',
      label: 'Mi Firma',
      x_relative: 200 / 600,
      y_relative: 370 / 800,
      width_relative: 200 / 600,
      height_relative: 60 / 800,
    })
  })

  test('a field takes the focus once, and not again when its page returns', async () => {
    const { user } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Firma de Usuario' }))
    expect(tabOf('Luis Vargas')).toHaveFocus()
    await user.click(button('Página siguiente'))
    await screen.findByText('Página 2 de 3')
    await user.click(button('Página anterior'))
    await screen.findByText('Página 1 de 3')
    expect(tabOf('Luis Vargas')).not.toHaveFocus()
    expect(tabOf('Luis Vargas')).toHaveAttribute('aria-pressed', 'true')
  })

  test('the owner adds another field of a listed signer with one click', async () => {
    const { user } = await openEditor({ fields: [ana] })
    await screen.findAllByText('Ana Mora')
    await user.click(button('Firma de Terceros'))
    await user.click(button('Ana Mora ana@example.com'))
    expect(tabs('temporary')).toHaveLength(1)
    expect(screen.getByRole('tab', { name: 'Firmantes del Documento 1' })).toBeVisible()
  })

  test('the editor refuses a new field when the document has the maximum number of fields', async () => {
    const fields = Array.from({ length: FIELDS_PER_DOCUMENT_MAX }, (_, index) =>
      storedField({ id: index + 1, field_id: `field_${index}`, page: 3 }),
    )
    const { user } = await openEditor({ fields })
    await screen.findByText(String(FIELDS_PER_DOCUMENT_MAX))
    // A query by role is too slow here.
    await user.click(screen.getByLabelText('Firma de Usuario'))
    await toast('Un documento puede tener hasta 200 campos de firma.')
    expect(tabs()).toHaveLength(0)
  })
})

test('the editor refuses to reset the zoom while the page has a temporary field', async () => {
  const { user } = await openEditor()
  await user.click(button('Acercar'))
  await addThirdParty(user)
  await user.click(button('Restablecer zoom'))
  await toast('No se puede hacer zoom mientras hay campos de firma activos. Guarda o cancela las firmas primero.')
  expect(screen.getByText(/^125\s?%$/)).toBeVisible()
})

test('the toolbar resets the zoom', async () => {
  const { user } = await openEditor()
  await user.click(button('Acercar'))
  await user.click(button('Restablecer zoom'))
  expect(screen.getByText(/^100\s?%$/)).toBeVisible()
})

describe('undo and redo', () => {
  test('buttons and keys undo and redo adding and moving a field, and the editor announces each step', async () => {
    const { user } = await openEditor()
    expect(button('Deshacer')).toHaveAttribute('aria-disabled', 'true')
    await addThirdParty(user)
    await user.keyboard('{ArrowRight}')
    const start = () => tabs()[0]?.style.insetInlineStart
    expect(Number.parseFloat(start() ?? '')).toBeCloseTo(17.5, 6)
    await user.keyboard('{Control>}z{/Control}')
    expect(Number.parseFloat(start() ?? '')).toBeCloseTo(16.6667, 3)
    expect(screen.getByText('Deshecho: mover un campo.')).toBeInTheDocument()
    await user.click(button('Deshacer'))
    expect(tabs()).toHaveLength(0)
    await user.click(button('Rehacer'))
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    expect(Number.parseFloat(start() ?? '')).toBeCloseTo(17.5, 6)
    expect(screen.getByText('Rehecho: mover un campo.')).toBeInTheDocument()
    await user.keyboard('{Control>}zz{/Control}')
    expect(tabs()).toHaveLength(0)
    await user.keyboard('{Control>}y{/Control}')
    expect(tabs()).toHaveLength(1)
  })

  test('undo shows the page on which the field changed', async () => {
    const { user } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Firma de Usuario' }))
    await user.click(button('Página siguiente'))
    await screen.findByText('Página 2 de 3')
    await user.click(button('Deshacer'))
    await screen.findByText('Página 1 de 3')
  })

  test('the owner can undo Cancelar, and the placing of a saved field', async () => {
    const { user, calls } = await openEditor()
    await addThirdParty(user)
    await user.click(button('Cancelar'))
    await user.click(button('Deshacer'))
    expect(tabs('temporary')).toHaveLength(1)
    await user.click(button('Guardar posiciones (1)'))
    await toast('Posiciones de 1 campo(s) guardadas correctamente')
    await user.click(button('Deshacer'))
    await user.click(button('Deshacer'))
    expect(tabs()).toHaveLength(0)
    await user.click(button('Rehacer'))
    expect(tabs('saved')).toHaveLength(1)
    expect(sent(calls, 'DELETE', 'signature-fields')).toHaveLength(0)
  })

  test('in an input, Ctrl + Z does not undo the placing of a field', async () => {
    const { user } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Firma de Usuario' }))
    await user.click(button('Agregar firmante'))
    await user.type(screen.getByLabelText('Nombre del firmante'), 'A{Control>}z{/Control}')
    expect(tabs()).toHaveLength(1)
  })
})

describe('repeating a field on pages', () => {
  test('the editor makes a temporary copy on every other page', async () => {
    const { user, calls } = await openEditor()
    await addThirdParty(user)
    await user.click(button('Repetir en páginas…'))
    await user.click(button('Repetir campo'))
    await toast('Campo repetido en 2 páginas.')
    await user.click(button('Guardar posiciones (3)'))
    await toast('Posiciones de 3 campo(s) guardadas correctamente')
    const bodies = sent(calls, 'POST', 'signature-fields').map(({ body }) => body)
    expect(bodies).toMatchObject([1, 2, 3].map((page) => ({ page, x_relative: 100 / 600, signer_name: 'Ana Mora' })))
  })

  test('the editor checks the page range, and one undo removes the copy', async () => {
    const { user } = await openEditor()
    await addThirdParty(user)
    await user.click(button('Repetir en páginas…'))
    await user.click(screen.getByLabelText('Un rango de páginas'))
    await user.clear(screen.getByLabelText('Hasta la página'))
    await user.type(screen.getByLabelText('Hasta la página'), '9')
    await user.click(button('Repetir campo'))
    expect(await screen.findByText('Escribe páginas del 1 al 3.')).toBeVisible()
    await user.clear(screen.getByLabelText('Hasta la página'))
    await user.type(screen.getByLabelText('Hasta la página'), '2')
    await user.click(button('Repetir campo'))
    await toast('Campo repetido en 1 página.')
    expect(button('Guardar posiciones (2)')).toBeVisible()
    await user.click(button('Deshacer'))
    expect(button('Guardar posiciones (1)')).toBeVisible()
  })

  test('the editor refuses to repeat a field in a document with one page', async () => {
    const { user } = await openEditor({}, { pages: 1 })
    await user.click(await screen.findByRole('button', { name: 'Firma de Usuario' }))
    await user.click(button('Repetir en páginas…'))
    await toast('El documento tiene una sola página.')
  })
})
