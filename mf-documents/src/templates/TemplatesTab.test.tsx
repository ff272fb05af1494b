import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { UNKNOWN_FAILURE } from 'shared/http'
import type { TemplateSummary } from 'shared/http/deferred'
import { type NetworkAnswer, renderInShell, type SentCall, serveFetch, settle } from 'shared/testing'
import { shownNotifications } from '../testing/render-dashboard.tsx'
import { templateWith, wholeTemplate, witness } from '../testing/templates.ts'
import { TemplatesTab } from './TemplatesTab.tsx'

interface Api {
  templates: readonly TemplateSummary[]
  answer?: (call: SentCall) => NetworkAnswer | Promise<NetworkAnswer> | undefined
}

const CREATED = { document_id: 77, original_filename: 'Alquiler de Luis.pdf', template_id: 5, version: 2 }

const reply = (api: Api, { url, method }: SentCall): NetworkAnswer => {
  if (url.includes('/bulk-jobs/')) return { status: 200, body: { jobs: [] } }
  if (url.includes('/template-documents/'))
    return { status: 200, body: { success: true, invited: 1, message: 'Invitación enviada' } }
  if (url.endsWith('/documents/')) return { status: 201, body: CREATED }
  if (url.endsWith('/duplicate/')) return { status: 201, body: wholeTemplate({ id: 6, name: 'Alquiler (copia)' }) }
  if (method === 'DELETE') {
    api.templates = []
    return { status: 200, body: { success: true } }
  }
  if (method === 'PUT') return { status: 200, body: wholeTemplate({ version: 3 }) }
  if (/templates\/\d+\/$/.test(url)) return { status: 200, body: wholeTemplate() }
  return { status: 200, body: { templates: api.templates } }
}

const open = async (api: Api) => {
  const calls = serveFetch((call) => api.answer?.(call) ?? reply(api, call))
  const onOpen = jest.fn()
  const onDocuments = jest.fn()
  const onEditFields = jest.fn()
  renderInShell(<TemplatesTab selected={undefined} {...{ onOpen, onEditFields, onDocuments }} />)
  await settle()
  const user = userEvent.setup({ advanceTimers: settle })
  const press = async (name: string | RegExp) => {
    await user.click(screen.getByRole('button', { name }))
    await settle()
  }
  const sent = (method: string, part: string) =>
    calls.filter((call) => call.method === method && call.url.includes(part)).map(({ body }) => body)
  return { user, press, sent, onOpen, onEditFields, onDocuments }
}

const person = async ({ user }: Awaited<ReturnType<typeof open>>, name = 'Luis Mata', email = 'luis@example.com') => {
  await user.type(screen.getByLabelText('Nombre de Arrendatario'), name)
  await user.type(screen.getByLabelText('Email de Arrendatario'), email)
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('templates get tags in one dialog, and are found by them', async () => {
  const api: Api = { templates: [templateWith(), templateWith({ id: 6, name: 'Compra' })] }
  api.answer = ({ url }) => {
    if (url.endsWith('/tags/')) return { status: 200, body: { tags: [] } }
    if (!url.endsWith('/tags/apply/')) return undefined
    api.templates = api.templates.map((each) => (each.id === 5 ? { ...each, tags: ['Renta'] } : each))
    return { status: 200, body: { success: true, changed: 1 } }
  }
  const { user, press, sent } = await open(api)
  expect(screen.queryByLabelText('Etiqueta')).toBeNull()
  await press('Etiquetas de Alquiler')
  await user.type(screen.getByLabelText('Buscar o crear una etiqueta'), 'Renta{Enter}')
  await press('Guardar etiquetas')
  expect(sent('POST', '/tags/apply/')).toEqual([{ add: ['Renta'], remove: [], templates: [5] }])
  await user.selectOptions(screen.getByLabelText('Etiqueta'), 'Renta')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByRole('heading', { name: 'Alquiler' })).toBeVisible()
})

describe('the list of templates', () => {
  test('a template shows its number of form fields, in the list and in its dialog', async () => {
    const { press } = await open({ templates: [templateWith({ form_field_count: 3 })] })
    expect(screen.getByText('3 campos para llenar')).toBeVisible()
    await press(/^Usar plantilla/)
    expect(within(screen.getByRole('dialog')).getByText('3 campos para llenar')).toBeVisible()
  })

  test('an empty list shows a message and a button that opens the documents', async () => {
    const { press, onDocuments } = await open({ templates: [] })
    expect(screen.getByText('Aún no tienes plantillas')).toBeVisible()
    await press('Ir a mis documentos')
    expect(onDocuments).toHaveBeenCalled()
  })

  test('a list that cannot be loaded shows an error, and a retry shows the list', async () => {
    let failing = true
    const { press } = await open({
      templates: [templateWith()],
      answer: () => (failing ? new Error('offline') : undefined),
    })
    expect(screen.getByText('No se pudieron cargar tus plantillas')).toBeVisible()
    failing = false
    await press('Reintentar')
    expect(screen.getByRole('heading', { name: 'Alquiler' })).toBeVisible()
  })

  test('the list shows roles, version and use of a template, and the search finds a template by role or name', async () => {
    const { user, press } = await open({
      templates: [templateWith(), templateWith({ id: 9, name: 'Contrato laboral', roles: [witness] })],
    })
    const list = screen.getByRole('list', { name: 'Plantillas' })
    expect(list).toHaveTextContent(/Versión 2.*Alquiler.*Firman: Arrendatario y Propietario.*4 documentos creados/)
    await user.type(screen.getByLabelText('Buscar plantilla'), 'testigo')
    expect(within(list).getAllByRole('heading')).toHaveLength(1)
    await user.type(screen.getByLabelText('Buscar plantilla'), 'x')
    await press('Ver todas las plantillas')
    expect(within(list).getAllByRole('heading')).toHaveLength(2)
    await user.type(screen.getByLabelText('Buscar plantilla'), 'LABORAL')
    expect(within(list).getByRole('heading')).toHaveTextContent('Contrato laboral')
  })

  test('a duplicated template is announced and appears in the list', async () => {
    const api = { templates: [templateWith()] }
    const { press, sent } = await open(api)
    api.templates = [templateWith(), templateWith({ id: 6, name: 'Alquiler (copia)' })]
    await press('Duplicar Alquiler')
    expect(sent('POST', '/5/duplicate/')).toHaveLength(1)
    expect(screen.getByRole('heading', { name: 'Alquiler (copia)' })).toBeVisible()
    expect(shownNotifications()).toContainEqual(['success', expect.stringMatching(/^Se guardó «.*»$/)])
  })

  test('a bug of ours is shown as one, and reported once', async () => {
    const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
    const bug = new TypeError('x is undefined')
    const { press } = await open({ templates: [templateWith()] })
    const headers = jest.spyOn(globalThis, 'Headers').mockImplementation(() => {
      throw bug
    })
    await press('Duplicar Alquiler')
    headers.mockRestore()
    expect(shownNotifications()).toContainEqual(['error', UNKNOWN_FAILURE])
    expect(reported.mock.calls).toEqual([[bug]])
    reported.mockRestore()
  })

  test('a deletion needs a confirmation, and shows an error when it fails', async () => {
    let failing = true
    const { press } = await open({
      templates: [templateWith()],
      answer: ({ method }) => (failing && method === 'DELETE' ? new Error('offline') : undefined),
    })
    await press('Eliminar Alquiler')
    await press('Eliminar plantilla')
    expect(screen.getByRole('dialog')).toHaveTextContent(/conexión|conectar/i)
    failing = false
    await press('Eliminar plantilla')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText('Aún no tienes plantillas')).toBeVisible()
  })
})

describe('using a template', () => {
  test('the dialog requires one signer per role, creates the document, and invites after a confirmation', async () => {
    const opened = await open({ templates: [templateWith()] })
    const { press, sent } = opened
    await press('Usar plantilla Alquiler')
    expect(screen.getByText(/^Propietario: firmas tú/)).toBeVisible()
    await person(opened)
    await press('Crear documento')
    expect(sent('POST', '/documents/')).toEqual([
      {
        name: 'Alquiler',
        people: [{ role: 'r1', name: 'Luis Mata', email: 'luis@example.com' }],
        message: 'Revisa la cláusula 4.',
        request_key: expect.stringMatching(/^[\w-]{16,}$/),
      },
    ])
    expect(sent('POST', '/template-documents/')).toEqual([])
    expect(screen.getByText('Luis Mata (luis@example.com)')).toBeVisible()
    await press('Enviar invitación')
    expect(sent('POST', '/template-documents/77/send/')).toEqual([{}])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the owner can open the new document before the invitation is sent', async () => {
    const opened = await open({ templates: [templateWith()] })
    await opened.press('Usar plantilla Alquiler')
    await person(opened)
    await opened.press('Crear documento')
    await opened.press('Revisar antes')
    expect(opened.onOpen).toHaveBeenCalledWith(77)
    expect(opened.sent('POST', '/template-documents/')).toEqual([])
  })

  test('the dialog reports each missing value at its field, and creates no document', async () => {
    const { press, sent, user } = await open({ templates: [templateWith({ roles: [witness] })] })
    await press('Usar plantilla Alquiler')
    await user.clear(screen.getByLabelText('Nombre del documento'))
    await press('Crear documento')
    expect(screen.getByText('Ponle un nombre al documento')).toBeVisible()
    expect(screen.getByText('Por favor ingresa el nombre del firmante')).toBeVisible()
    expect(screen.getByText('El email no es válido')).toBeVisible()
    expect(screen.getByLabelText('Identificación del certificado de Testigo')).toBeVisible()
    expect(sent('POST', '/documents/')).toEqual([])
  })

  test('a refusal appears at its field and keeps the input, and later attempts have the same request key', async () => {
    const answers: NetworkAnswer[] = [
      {
        status: 400,
        body: {
          code: 'VALIDATION',
          message: 'Este email ya está en otro rol.',
          fields: { 'people.0.email': 'Este email ya está en otro rol.' },
        },
      },
      { status: 409, body: { code: 'TEMPLATE_DAMAGED', message: 'El PDF de esta plantilla está dañado.' } },
    ]
    const opened = await open({
      templates: [templateWith()],
      answer: ({ url }) => (url.endsWith('/documents/') ? answers.shift() : undefined),
    })
    const { press, sent } = opened
    await press('Usar plantilla Alquiler')
    await person(opened)
    await press('Crear documento')
    expect(screen.getByText('Este email ya está en otro rol.')).toBeVisible()
    expect(screen.getByLabelText('Email de Arrendatario')).toHaveFocus()
    expect(screen.getByLabelText('Nombre de Arrendatario')).toHaveValue('Luis Mata')
    await press('Crear documento')
    expect(screen.getByText('El PDF de esta plantilla está dañado.')).toBeVisible()
    await press('Crear documento')
    const keys = sent('POST', '/documents/').map((body) => (body as { request_key: string }).request_key)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  test('the owner can send an invitation again after it fails', async () => {
    let failing = true
    const opened = await open({
      templates: [templateWith()],
      answer: ({ url }) => (failing && url.includes('/template-documents/') ? new Error('offline') : undefined),
    })
    const { press, sent } = opened
    await press('Usar plantilla Alquiler')
    await person(opened)
    await press('Crear documento')
    await press('Enviar invitación')
    expect(screen.getByRole('dialog', { name: 'Documento creado' })).toBeVisible()
    failing = false
    await press('Enviar invitación')
    expect(sent('POST', '/template-documents/')).toHaveLength(2)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('editing the fields', () => {
  test('two clicks on the edit button open the working copy once', async () => {
    const opened = Promise.withResolvers<NetworkAnswer>()
    const { press, sent, onEditFields } = await open({
      templates: [templateWith()],
      answer: ({ url }) => (url.endsWith('/edit/') ? opened.promise : undefined),
    })
    await press('Editar campos de Alquiler')
    await press('Editar campos de Alquiler')
    opened.resolve({ status: 200, body: { document_id: 91, resumed: false } })
    await settle()
    expect(sent('POST', '/templates/5/edit/')).toEqual([{}])
    expect(onEditFields.mock.calls).toEqual([[91]])
  })

  test('the page reports that earlier changes are resumed, or why the fields cannot be edited', async () => {
    const answers: NetworkAnswer[] = [
      { status: 409, body: { code: 'TEMPLATE_DAMAGED', message: 'El PDF de esta plantilla está dañado.' } },
      { status: 200, body: { document_id: 91, resumed: true } },
    ]
    const { press, onEditFields } = await open({
      templates: [templateWith()],
      answer: ({ url }) => (url.endsWith('/edit/') ? answers.shift() : undefined),
    })
    await press('Editar campos de Alquiler')
    expect(screen.getByText('El PDF de esta plantilla está dañado.')).toBeVisible()
    await press('Editar campos de Alquiler')
    expect(screen.getByText('Sigue con los cambios de «Alquiler» que no habías guardado.')).toBeVisible()
    expect(onEditFields.mock.calls).toEqual([[91]])
  })
})

describe('editing a template', () => {
  test('the owner renames and reorders roles, and the request contains the version that was read', async () => {
    const { press, sent, user } = await open({ templates: [templateWith()] })
    await press('Editar Alquiler')
    await user.clear(screen.getByLabelText('Rol 1'))
    await user.type(screen.getByLabelText('Rol 1'), 'Inquilino')
    await user.click(screen.getByLabelText('Por orden: una persona después de otra'))
    await settle()
    await press('Que Propietario firme antes')
    await press('Guardar plantilla')
    expect(sent('PUT', '/templates/5/')).toEqual([
      {
        version: 2,
        name: 'Alquiler',
        order: 'ordered',
        message: 'Revisa la cláusula 4.',
        roles: [
          { id: 'r2', name: 'Propietario', step: 1 },
          { id: 'r1', name: 'Inquilino', step: 2 },
        ],
      },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the dialog reports a conflict with another window and keeps the input', async () => {
    const message = 'La plantilla cambió mientras tanto.'
    const { press, user } = await open({
      templates: [templateWith()],
      answer: ({ method }) =>
        method === 'PUT' ? { status: 409, body: { code: 'TEMPLATE_CHANGED', message } } : undefined,
    })
    await press('Editar Alquiler')
    await user.type(screen.getByLabelText('Nombre de la plantilla'), ' de casa')
    await press('Guardar plantilla')
    expect(screen.getByText(message)).toBeVisible()
    expect(screen.getByLabelText('Nombre de la plantilla')).toHaveValue('Alquiler de casa')
  })

  test('the owner can retry a template that failed to open', async () => {
    let failing = true
    const { press } = await open({
      templates: [templateWith()],
      answer: ({ url }) => (failing && url.endsWith('/templates/5/') ? new Error('offline') : undefined),
    })
    await press('Editar Alquiler')
    expect(screen.getByText('No se pudo abrir la plantilla')).toBeVisible()
    failing = false
    await press('Reintentar')
    expect(screen.getByLabelText('Rol 1')).toHaveValue('Arrendatario')
  })
})

describe('a template with roles that do not sign', () => {
  const manager = {
    ...witness,
    id: 'r4',
    name: 'Gerente',
    asks_certificate: false,
    step: 1,
    kind: 'visto_bueno',
  } as const
  const second = { ...witness, asks_certificate: false, step: 2 }
  const [tenant = witness] = templateWith().roles
  const roles = [tenant, second, manager]

  test('says in the list what they do, and names their person when it is used', async () => {
    const { press } = await open({ templates: [templateWith({ roles })] })
    const list = screen.getByRole('list', { name: 'Plantillas' })
    expect(list).toHaveTextContent('Firman: Arrendatario y Testigo«Gerente» da su visto bueno')
    await press('Usar plantilla Alquiler')
    const group = screen.getByRole('group', { name: 'Gerente (da su visto bueno)' })
    expect(within(group).getByLabelText('Email de Gerente')).toBeVisible()
    expect(screen.getByRole('group', { name: 'Testigo' })).toBeVisible()
  })

  test('keeps them out of the order', async () => {
    const { user, press, sent } = await open({
      templates: [templateWith({ roles })],
      answer: ({ url, method }) =>
        method === 'GET' && url.endsWith('/templates/5/') ? { status: 200, body: wholeTemplate({ roles }) } : undefined,
    })
    await press('Editar Alquiler')
    await user.click(await screen.findByLabelText('Por orden: una persona después de otra'))
    expect(screen.getByText('Esta persona da su visto bueno.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Que Gerente firme antes' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Que Testigo firme después' })).toBeDisabled()
    await press('Que Testigo firme antes')
    await press('Guardar plantilla')
    expect(sent('PUT', '/templates/5/')).toMatchObject([
      { roles: [{ id: 'r3', step: 1 }, { id: 'r1', step: 2 }, { id: 'r4' }] },
    ])
  })
})
