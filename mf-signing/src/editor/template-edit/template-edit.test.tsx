import { act, screen, waitFor, within } from '@testing-library/react'
import type { Participant } from 'shared/contract/participants'
import { endSession } from 'shared/state'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { button, openEditor, sent, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedParticipant } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const edit = { template_edit: { template_id: 5, name: 'Alquiler', version: 2 } }
const tenant = storedField({ signer_name: 'Arrendatario', signer_email: 'r1@plantilla.invalid' })
const role = { key: '7', name: 'Arrendatario', signer: '', is_owner: false, fields: 1, form_fields: 0 }
const draft = {
  roles: [role],
  message: 'Lee la cláusula 4.',
  from_form: false,
  origin: { template_id: 5, name: 'Alquiler', version: 2, newest: 2 },
  changed: false,
}
const saved = {
  id: 5,
  name: 'Alquiler',
  version: 3,
  mode: 'electronic',
  pages: 3,
  sha256: 'a'.repeat(64),
  created_at: '2026-01-31T18:00:00.000Z',
  updated_at: '2026-01-31T18:00:00.000Z',
  documents: 0,
  roles: [],
  order: 'parallel',
  message: '',
  form_field_count: 0,
  fields: [],
  form_fields: [],
  form_columns: [],
}
const versions = '/templates/5/versions/'

const open = async (
  answer: (call: SentCall) => NetworkAnswer | Error | undefined = () => undefined,
  participants: Participant[] = [],
) => {
  const opened = await openEditor(
    {
      fields: [tenant],
      participants,
      answer: (call) => {
        const given = answer(call)
        if (given !== undefined) return given as NetworkAnswer
        if (call.url.includes('template-draft')) return { status: 200, body: draft }
        if (call.url.includes(versions)) return { status: 200, body: saved }
        return undefined
      },
    },
    {},
    edit,
  )
  await screen.findAllByText('Arrendatario')
  return opened
}

const removeField = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  await user.click(button('Eliminar firmante Arrendatario'))
}

test('the template editor shows the name of the template, and no button to invite, sign or cancel', async () => {
  await open()
  expect(screen.getByRole('heading', { name: 'Plantilla: Alquiler' })).toBeVisible()
  expect(screen.queryByText(/plantilla\.invalid/)).toBeNull()
  for (const name of [/Invitar/, /Agregar Firma Digital/, 'Guardar como plantilla', 'Cancelar', /Guardar posiciones/])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(document.querySelector('[data-handle], [data-field] button[aria-keyshortcuts]')).not.toBeNull()
})

test('saving creates the next version of the template and closes the editor', async () => {
  const { user, calls, onClose } = await open()
  await user.click(button('Guardar en la plantilla'))
  expect(await toast('Se guardó la versión 3 de la plantilla «Alquiler».')).toBeVisible()
  expect(sent(calls, 'POST', versions).map(({ body }) => body)).toEqual([
    { version: 2, document_id: 3, roles: [{ key: '7', name: 'Arrendatario' }], message: 'Lee la cláusula 4.' },
  ])
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('after a save without an answer, a retry reuses the same draft', async () => {
  let lost = true
  const { user, calls, onClose } = await open(({ url }) =>
    lost && url.includes(versions) ? { status: 503, body: {} } : undefined,
  )
  await user.click(button('Guardar en la plantilla'))
  await waitFor(() => expect(sent(calls, 'POST', versions)).toHaveLength(1))
  await waitFor(() => expect(button('Guardar en la plantilla')).toBeEnabled())
  lost = false
  const drafts = sent(calls, 'GET', 'template-draft').length
  await user.click(button('Guardar en la plantilla'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent(calls, 'GET', 'template-draft')).toHaveLength(drafts)
})

test('when the template has a newer version, the owner can save the changes as another template', async () => {
  const message = 'La plantilla cambió mientras tanto.'
  const { user, calls, onClose } = await open(({ url, method }) => {
    if (url.includes(versions)) return { status: 409, body: { code: 'TEMPLATE_CHANGED', message } }
    if (method === 'POST' && url.endsWith('/templates/')) return { status: 201, body: saved }
    return undefined
  })
  await user.click(button('Guardar en la plantilla'))
  expect(await screen.findByLabelText('Guardar como otra plantilla')).toBeChecked()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(button('Guardar plantilla'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(sent(calls, 'DELETE', '/files/3/')).toHaveLength(1)
})

/** The first one; a toast has another. */
const closeButton = (): HTMLElement => {
  const [first] = screen.getAllByRole('button', { name: 'Cerrar' })
  if (!first) throw new Error('there is no button to close the editor')
  return first
}

test('leaving without changes needs no confirmation and deletes the working copy', async () => {
  const { user, calls, onClose } = await open()
  await user.click(button('Cerrar'))
  expect(onClose).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(sent(calls, 'DELETE', '/files/3/')).toHaveLength(1))
})

test('leaving with changes needs confirmation, and leaving without saving stores no version', async () => {
  const opened = await open()
  const { user, calls, onClose } = opened
  await removeField(opened)
  await user.click(closeButton())
  expect(screen.getByText(/la plantilla queda como estaba/)).toBeVisible()
  await user.click(button('Seguir editando'))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(closeButton())
  await user.click(button('Salir sin guardar'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(sent(calls, 'DELETE', '/files/3/')).toHaveLength(1)
  expect(sent(calls, 'POST', versions)).toEqual([])
})

test('unsaved changes of an earlier edit count as changes', async () => {
  const { user } = await open(({ url }) =>
    url.includes('template-draft') ? { status: 200, body: { ...draft, changed: true } } : undefined,
  )
  expect(await screen.findByText('Cambios sin guardar')).toBeVisible()
  await user.click(closeButton())
  expect(screen.getByText(/la plantilla queda como estaba/)).toBeVisible()
})

test('a new role requires only a name, which must be unique in the template', async () => {
  const { user } = await open()
  await user.click(button('Agregar rol'))
  const name = screen.getByLabelText('Nombre del rol')
  expect(screen.queryByLabelText('Email del firmante')).toBeNull()
  await user.type(name, 'arrendatario')
  await user.click(button('Agregar'))
  expect(await screen.findByText('La plantilla ya tiene un rol con ese nombre.')).toBeVisible()
  await user.clear(name)
  await user.type(name, 'Fiador')
  await user.click(button('Agregar'))
  expect((await screen.findAllByText('Fiador')).length).toBeGreaterThan(0)
})

const gerente = storedParticipant({ name: 'Gerente', email: 'r2@plantilla.invalid', note: 'Revisa el monto' })

test('roles without a field show what they do and no address, and may be changed or removed', async () => {
  const { user, calls } = await open(undefined, [gerente])
  const list = await screen.findByRole('region', { name: 'Sin firma' })
  expect(list).toHaveTextContent('GerenteVisto bueno · «Revisa el monto»')
  expect(list).not.toHaveTextContent(/Sin invitar|plantilla\.invalid/)
  await user.click(button('Acciones de Gerente'))
  await user.click(within(list).getByRole('button', { name: 'Cambiar datos', hidden: true }))
  const name = await screen.findByLabelText('Nombre del rol')
  await user.clear(name)
  await user.type(name, 'Jefatura')
  await user.click(button('Guardar'))
  await waitFor(() =>
    expect(sent(calls, 'PUT', '/participants/').map(({ body }) => body)).toMatchObject([
      { name: 'Jefatura', email: 'r2@plantilla.invalid', note: 'Revisa el monto' },
    ]),
  )
  expect(await screen.findByText('Cambios sin guardar')).toBeVisible()
})

test('a new role without a field needs only a name, and counts as a change', async () => {
  const { user, calls } = await open()
  expect(screen.queryByRole('region', { name: 'Sin firma' })).toBeNull()
  await user.click(button('Agregar rol que no firma'))
  await user.click(screen.getByRole('radio', { name: /^Lectura/ }))
  await user.type(screen.getByLabelText('Nombre del rol'), 'Archivo')
  expect(screen.queryByLabelText('Email')).toBeNull()
  await user.click(button('Agregar'))
  await waitFor(() =>
    expect(sent(calls, 'POST', '/participants/').map(({ body }) => body)).toMatchObject([
      { kind: 'lectura', name: 'Archivo', email: expect.stringMatching(/@plantilla\.invalid$/) },
    ]),
  )
  expect(await screen.findByText('Cambios sin guardar')).toBeVisible()
})

test('a template needs somebody who signs', async () => {
  const { user, calls } = await open(({ url }) =>
    url.includes('template-draft')
      ? { status: 200, body: { ...draft, roles: [{ ...role, kind: 'lectura', fields: 0 }] } }
      : undefined,
  )
  await user.click(button('Guardar en la plantilla'))
  expect(await toast('Coloca al menos un campo de firma para guardar la plantilla.')).toBeVisible()
  expect(sent(calls, 'POST', versions)).toEqual([])
})
