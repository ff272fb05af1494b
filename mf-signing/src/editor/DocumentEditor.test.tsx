import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { errorMessages, FIELDS_PER_DOCUMENT_MAX } from 'shared/contract'
import { endSession } from 'shared/state'
import { drawStroke } from '../testing/draw-stroke.ts'
import { refusal } from '../testing/fake-api.ts'
import { addThirdParty, button, openEditor, sent, tabs, toast } from '../testing/open-editor.tsx'
import { stubDom } from '../testing/stub-dom.ts'
import { storedField, storedInvitation } from '../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const own = storedField({ id: 9, field_id: 'field_own', field_type: 'PRIMARY', signer_name: 'Luis Vargas' })
const ana = storedField()
const tabOf = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^${name}, .+ (sin guardar|por firmar)$`) })

test('header: back, title, Descargar, Cerrar; the signers are counted', async () => {
  const { user, onClose } = await openEditor({ fields: [ana, own] })
  expect(screen.getByRole('heading', { name: 'Documento: Contrato.pdf' })).toBeVisible()
  expect(button('Descargar')).toBeVisible()
  expect((await screen.findAllByText('Luis Vargas')).length).toBeGreaterThan(0)
  expect(screen.getByRole('tab', { name: 'Firmantes del Documento 2' })).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Campos 2' })).toBeVisible()
  await user.click(button('Cerrar'))
  await user.click(button('Volver'))
  expect(onClose).toHaveBeenCalledTimes(2)
})

describe('adding', () => {
  test('a third-party field needs a name and an e-mail', async () => {
    const { user } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Firma de Terceros' }))
    await user.click(button('Agregar campo'))
    expect(await screen.findByText('Por favor ingresa el email del firmante')).toBeVisible()
    await user.type(screen.getByLabelText('Email del firmante'), 'ana@')
    await user.click(button('Agregar campo'))
    expect(await screen.findByText('El email no es válido')).toBeVisible()
    expect(tabs()).toHaveLength(0)
  })

  test('a third-party field starts 200 × 50 at 100,100 of the page on show, and is saved as fractions of it', async () => {
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

  test('somebody of the list gets another field with one press', async () => {
    const { user } = await openEditor({ fields: [ana] })
    await screen.findAllByText('Ana Mora')
    await user.click(button('Firma de Terceros'))
    await user.click(button('Ana Mora ana@example.com'))
    expect(tabs('temporary')).toHaveLength(1)
    expect(screen.getByRole('tab', { name: 'Firmantes del Documento 1' })).toBeVisible()
  })

  test('a document that is full takes no more', async () => {
    const fields = Array.from({ length: FIELDS_PER_DOCUMENT_MAX }, (_, index) =>
      storedField({ id: index + 1, field_id: `field_${index}`, page: 3 }),
    )
    const { user } = await openEditor({ fields })
    await screen.findByText(String(FIELDS_PER_DOCUMENT_MAX))
    // Looking for a role among so many would take longer than the rest of the test.
    await user.click(screen.getByLabelText('Firma de Usuario'))
    await toast('Un documento puede tener hasta 200 campos de firma.')
    expect(tabs()).toHaveLength(0)
    // Two hundred rows take their time in a document without a screen.
  }, 20_000)
})

test('zoom is blocked while a temporary field is there, and so is its reset', async () => {
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

describe('saving', () => {
  test('with nothing new says so, and Cancelar drops what is temporary', async () => {
    const { user, calls } = await openEditor({ fields: [ana] })
    await screen.findAllByText('Ana Mora')
    await user.click(button('Editar'))
    await user.click(button('Guardar posiciones (0)'))
    await toast('No hay campos nuevos para guardar')
    await user.click(button('Firma de Usuario'))
    expect(tabs()).toHaveLength(2)
    await user.click(button('Cancelar'))
    await toast('Campo de firma cancelado')
    expect(tabs()).toHaveLength(1)
    expect(sent(calls, 'POST', 'signature-fields')).toHaveLength(0)
  })

  test('without any field says so', async () => {
    const { user } = await openEditor()
    await waitFor(() => expect(button('Editar')).not.toHaveAttribute('aria-disabled'))
    await user.click(button('Editar'))
    await user.click(button('Guardar posiciones (0)'))
    await toast('No hay campos de firma para guardar')
  })

  test('a failure leaves saved what was saved and temporary what was not, and says which', async () => {
    const { user } = await openEditor({
      answer: ({ method, body }) =>
        method === 'POST' && JSON.stringify(body).includes('SECONDARY')
          ? refusal(400, 'PAGE_OUT_OF_RANGE', errorMessages.PAGE_OUT_OF_RANGE)
          : undefined,
    })
    await addThirdParty(user)
    await user.click(button('Firma de Usuario'))
    await user.click(button('Guardar posiciones (2)'))
    await toast(
      `Error al guardar las posiciones de los campos. Se guardó 1 de 2; sin guardar: Ana Mora (página 1). ${errorMessages.PAGE_OUT_OF_RANGE}`,
    )
    expect(tabs('saved')).toHaveLength(1)
    expect(tabs('temporary')).toHaveLength(1)
    expect(button('Guardar posiciones (1)')).toBeVisible()
  })

  test('a second after it the whole page is shown again', async () => {
    jest.useFakeTimers()
    try {
      const { engine } = await openEditor()
      const painted = () => engine.painted.length
      await act(() => jest.advanceTimersByTimeAsync(100))
      fireEvent.click(button('Acercar'))
      fireEvent.click(button('Firma de Usuario'))
      fireEvent.click(button('Guardar posiciones (1)'))
      await act(() => jest.advanceTimersByTimeAsync(950))
      expect(screen.getByText(/^125\s?%$/)).toBeVisible()
      await act(() => jest.advanceTimersByTimeAsync(60))
      expect(screen.getByText(/^100\s?%$/)).toBeVisible()
      expect(painted()).toBeGreaterThan(0)
    } finally {
      jest.useRealTimers()
    }
  })

  test('a document that was signed meanwhile says so and shuts its tools', async () => {
    const fields = [ana]
    const { user } = await openEditor({
      fields,
      answer: ({ method, url }) => {
        if (method !== 'POST' || !url.includes('signature-fields')) return undefined
        fields[0] = storedField({ is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' })
        return refusal(409, 'DOCUMENT_FROZEN', errorMessages.DOCUMENT_FROZEN)
      },
    })
    await screen.findAllByText('Ana Mora')
    await user.click(button('Firma de Usuario'))
    await user.click(button('Guardar posiciones (1)'))
    await toast(`Error al guardar las posiciones de los campos: ${errorMessages.DOCUMENT_FROZEN}`)
    await waitFor(() => expect(button('Firma de Usuario')).toHaveAttribute('aria-disabled', 'true'))
  })
})

describe('deleting', () => {
  test.each([
    [undefined, 'Campo de firma eliminado', 0],
    [refusal(404, 'NOT_FOUND', 'x'), 'Campo eliminado (no existía en el servidor)', 0],
    [{ status: 500, body: 'x' }, 'Error al eliminar el campo de firma', 1],
  ])('a saved field, answered %j', async (answer, message, left) => {
    const { user } = await openEditor({
      fields: [ana],
      answer: ({ method }) => (method === 'DELETE' ? answer : undefined),
    })
    await user.click(await screen.findByRole('button', { name: /Eliminar el campo de Ana Mora/ }))
    await toast(message)
    expect(tabs()).toHaveLength(left)
  })

  test('a temporary field goes at once, without the server', async () => {
    const { user, calls } = await openEditor()
    await addThirdParty(user)
    await user.keyboard('{Delete}')
    await toast('Campo temporal eliminado')
    expect(tabs()).toHaveLength(0)
    expect(sent(calls, 'DELETE', '')).toHaveLength(0)
    // Whoever stood on it stands on the page now.
    expect(screen.getByRole('group', { name: 'Página 1' })).toHaveFocus()
  })

  test('a field whose signer was invited asks first', async () => {
    const { user, calls } = await openEditor({ fields: [ana], invitations: [storedInvitation()] })
    await screen.findByText('Enviada')
    await user.click(button(/Eliminar el campo de Ana Mora/))
    expect(screen.getByText('¿Eliminar el campo de Ana Mora?')).toBeVisible()
    expect(sent(calls, 'DELETE', '')).toHaveLength(0)
    await user.click(button('Eliminar campo'))
    await toast('Campo de firma eliminado')
  })

  test('the focus goes to the field that takes the place of the one that is gone', async () => {
    const { user } = await openEditor()
    await addThirdParty(user)
    await addThirdParty(user, 'Luz', 'luz@example.com')
    await user.keyboard('{Delete}')
    expect(tabOf('Ana Mora')).toHaveFocus()
  })
})

describe('undo and redo', () => {
  test('of adding, moving and removing, by button and by key, and said', async () => {
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

  test('shows the page on which something changed', async () => {
    const { user } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Firma de Usuario' }))
    await user.click(button('Página siguiente'))
    await screen.findByText('Página 2 de 3')
    await user.click(button('Deshacer'))
    await screen.findByText('Página 1 de 3')
  })

  test('Cancelar can be taken back, and what was saved cannot', async () => {
    const { user } = await openEditor()
    await addThirdParty(user)
    await user.click(button('Cancelar'))
    await user.click(button('Deshacer'))
    expect(tabs('temporary')).toHaveLength(1)
    await user.click(button('Guardar posiciones (1)'))
    await toast('Posiciones de 1 campo(s) guardadas correctamente')
    expect(button('Deshacer')).toHaveAttribute('aria-disabled', 'true')
  })

  test('whoever types has Ctrl + Z for their own text', async () => {
    const { user } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Firma de Usuario' }))
    await user.click(button('Agregar firmante'))
    await user.type(screen.getByLabelText('Nombre del firmante'), 'A{Control>}z{/Control}')
    expect(tabs()).toHaveLength(1)
  })
})

describe('repeating on pages', () => {
  test('makes a temporary copy on every other page, and one step of it', async () => {
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

  test('a range, checked', async () => {
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

  test('needs a selected temporary field and a second page, and says so', async () => {
    const { user } = await openEditor({}, { pages: 1 })
    await user.click(await screen.findByRole('button', { name: 'Firma de Usuario' }))
    await user.click(button('Repetir en páginas…'))
    await toast('El documento tiene una sola página.')
  })
})

describe('signers', () => {
  test('are added with a checked e-mail, get a field, and are removed', async () => {
    const { user } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
    await user.type(screen.getByLabelText('Nombre del firmante'), 'Luz Díaz')
    await user.type(screen.getByLabelText('Email del firmante'), 'luz@')
    await user.click(button('Agregar'))
    expect(await screen.findByText('El email no es válido')).toBeVisible()
    await user.type(screen.getByLabelText('Email del firmante'), 'example.com')
    await user.click(button('Agregar'))
    await toast('Firmante agregado')
    expect(screen.getByRole('tab', { name: 'Firmantes del Documento 1' })).toBeVisible()
    await user.click(button('Colocar su campo'))
    expect(tabs('temporary')).toHaveLength(1)
    await user.click(button('Eliminar firmante Luz Díaz'))
    await toast('Firmante eliminado')
    expect(tabs()).toHaveLength(0)
    expect(screen.getByRole('tab', { name: 'Firmantes del Documento 0' })).toBeVisible()
  })

  test('nobody is added twice', async () => {
    const { user } = await openEditor({ fields: [ana] })
    await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
    await user.type(screen.getByLabelText('Nombre del firmante'), 'Otra Ana')
    await user.type(screen.getByLabelText('Email del firmante'), 'ANA@example.com')
    await user.click(button('Agregar'))
    expect(await screen.findByText('Ese email ya está en la lista de firmantes.')).toBeVisible()
  })

  test('removing one with saved fields asks, and says when a field could not be removed', async () => {
    let refuse = true
    const second = storedField({ id: 8, field_id: 'field_2', page: 2 })
    const { user, calls } = await openEditor({
      fields: [ana, second],
      answer: ({ method, url }) =>
        method === 'DELETE' && url.includes('/8/') && refuse ? { status: 500, body: 'x' } : undefined,
    })
    await user.click(await screen.findByRole('button', { name: 'Eliminar firmante Ana Mora' }))
    expect(screen.getByText(/Se eliminan también sus 2 campos guardados/)).toBeVisible()
    await user.click(button('Eliminar firmante'))
    await toast('Error al eliminar el campo de firma')
    expect(sent(calls, 'DELETE', 'signature-fields')).toHaveLength(2)
    expect(screen.getByRole('tab', { name: 'Campos 1' })).toBeVisible()
    refuse = false
    await user.click(button('Eliminar firmante Ana Mora'))
    await user.click(button('Eliminar firmante'))
    await toast('Firmante eliminado')
    expect(screen.getByRole('tab', { name: 'Firmantes del Documento 0' })).toBeVisible()
  })
})

describe('the list of fields', () => {
  test('shows a field on its page, and its place in numbers that can be changed', async () => {
    const { user } = await openEditor()
    await addThirdParty(user)
    await user.click(screen.getByRole('tab', { name: 'Campos 1' }))
    const left = screen.getByLabelText('Izquierda (%)')
    expect(left).toHaveValue(16.7)
    await user.clear(left)
    await user.type(left, '30')
    expect(tabs()[0]?.style.insetInlineStart).toBe('30%')
    await user.clear(screen.getByLabelText('Ancho (%)'))
    await user.type(screen.getByLabelText('Ancho (%)'), '2')
    // Not below 50 of 600 pixels.
    expect(Number.parseFloat(tabs()[0]?.style.inlineSize ?? '')).toBeCloseTo(8.333, 2)
    await user.tab()
    expect(screen.getByLabelText('Ancho (%)')).toHaveValue(8.3)
  })

  test('selects a field and turns to its page', async () => {
    const { user } = await openEditor({ fields: [storedField({ page: 3 })] })
    await user.click(await screen.findByRole('tab', { name: 'Campos 1' }))
    await user.click(button(/^Página 3 · Ana Mora/))
    await screen.findByText('Página 3 de 3')
    expect(await screen.findByRole('button', { name: /^Ana Mora/, pressed: true })).toBeVisible()
  })
})

test('a document with a signature takes no more fields and loses none: its tools say why', async () => {
  const { user } = await openEditor({
    fields: [storedField({ is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' }), own],
  })
  expect((await screen.findAllByText(errorMessages.DOCUMENT_FROZEN)).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /^Eliminar/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Agregar firmante' })).toBeNull()
  for (const name of ['Editar', 'Firma de Usuario', 'Firma de Terceros']) {
    expect(button(name)).toHaveAttribute('aria-disabled', 'true')
    expect(button(name)).toHaveAccessibleDescription(errorMessages.DOCUMENT_FROZEN)
  }
  await user.click(button('Firma de Usuario'))
  expect(await screen.findByRole('alert')).toHaveTextContent(errorMessages.DOCUMENT_FROZEN)
  expect(tabs('temporary')).toHaveLength(0)
})

test('somebody signs while the document is open: the tools shut at once, and nothing temporary is lost', async () => {
  const fields = [ana]
  const { user, update } = await openEditor({ fields })
  await screen.findAllByText('Ana Mora')
  await user.click(button('Firma de Usuario'))
  fields[0] = storedField({ is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' })
  update({ revision: 2 })
  await waitFor(() => expect(button('Firma de Usuario')).toHaveAttribute('aria-disabled', 'true'))
  expect(tabs('signed')).toHaveLength(1)
  expect(tabs('temporary')).toHaveLength(1)
})

test('Esc and a click beside it let go of a field', async () => {
  const { user } = await openEditor({ fields: [ana] })
  await user.click(await screen.findByRole('button', { name: /^Ana Mora, .+por firmar$/ }))
  expect(screen.getByRole('button', { name: /^Ana Mora, .+/, pressed: true })).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: /^Ana Mora, .+/, pressed: true })).toBeNull()
  await user.click(tabOf('Ana Mora'))
  await user.click(screen.getByRole('group', { name: 'Página 1' }))
  expect(screen.queryByRole('button', { name: /^Ana Mora, .+/, pressed: true })).toBeNull()
})

test('the instructions tell how it goes by hand and by keyboard', async () => {
  const { user } = await openEditor()
  await user.click(button('Instrucciones'))
  expect(screen.getByText('cambian su tamaño')).toBeVisible()
  await user.click(button('Entendido'))
  expect(screen.queryByText('cambian su tamaño')).toBeNull()
})

describe('leaving', () => {
  test('with unsaved fields asks first', async () => {
    const { user, onClose } = await openEditor()
    await addThirdParty(user)
    await user.click(button('Cerrar'))
    expect(screen.getByText('Hay campos sin guardar')).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
    await user.click(button('Seguir editando'))
    await user.click(button('Volver'))
    await user.click(button('Salir sin guardar'))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('with signers who have no field says whom it would lose', async () => {
    const { user, onClose } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
    await user.type(screen.getByLabelText('Nombre del firmante'), 'Luz Díaz')
    await user.type(screen.getByLabelText('Email del firmante'), 'luz@example.com')
    await user.click(button('Agregar'))
    await user.click(button('Cerrar'))
    expect(screen.getByText(/se pierde: Luz Díaz\./)).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
  })

  test('the page, too, asks in the words of the browser while something is unsaved', async () => {
    const { user } = await openEditor()
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(leave()).toBe(false)
    await addThirdParty(user)
    expect(leave()).toBe(true)
    await user.click(button('Guardar posiciones (1)'))
    await toast('Posiciones de 1 campo(s) guardadas correctamente')
    expect(leave()).toBe(false)
  })
})

describe('signing', () => {
  test('needs an own field', async () => {
    const { user } = await openEditor({ fields: [ana] })
    await user.click(await screen.findByRole('button', { name: 'Agregar Firma Digital' }))
    await toast(
      'Primero debe agregar un campo de firma de usuario. Use el botón "Firma de Usuario" en las herramientas de edición.',
    )
  })

  test("a third party's field is not the owner's to sign", async () => {
    await openEditor({ fields: [ana] })
    fireEvent.doubleClick(await screen.findByRole('button', { name: /^Ana Mora, .+por firmar$/ }))
    await toast('Este campo lo firma Ana Mora, desde su invitación.')
  })

  test('the owner signs their own field by double click, with the word of the session', async () => {
    const { user, calls, engine, onChanged } = await openEditor({ fields: [own] })
    fireEvent.doubleClick(await screen.findByRole('button', { name: 'Luis Vargas, Campo de Firma, por firmar' }))
    drawStroke()
    await user.click(button('Firmar documento'))
    await screen.findByText('Firmado por')
    expect(sent(calls, 'POST', 'digital_sign')[0]).toMatchObject({
      url: '/home/api/digital-signatures/9/digital_sign/',
      token: 'owner-token',
      body: { field_id: 9, signature_data: expect.stringMatching(/^data:image\/png/) },
    })
    expect(onChanged).toHaveBeenCalledTimes(1)
    await user.click(button('Finalizar'))
    await toast('Documento firmado digitalmente con éxito')
    await waitFor(() => expect(engine.requests).toHaveLength(2))
    expect(tabs('signed')).toHaveLength(1)
    expect(screen.getAllByText(errorMessages.DOCUMENT_FROZEN).length).toBeGreaterThan(0)
  })
})

test('the fields that cannot be loaded can be asked for again', async () => {
  let fail = true
  const { user } = await openEditor({
    fields: [ana],
    answer: ({ url }) =>
      url.includes('signature-fields') && fail ? refusal(503, 'UNAVAILABLE', errorMessages.UNAVAILABLE) : undefined,
  })
  expect(await screen.findByText(errorMessages.UNAVAILABLE)).toBeVisible()
  fail = false
  await user.click(button('Reintentar'))
  expect((await screen.findAllByText('Ana Mora')).length).toBeGreaterThan(0)
})
