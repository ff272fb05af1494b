import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { BulkJob, BulkPreview } from 'shared/http/deferred'
import { type NetworkAnswer, renderInShell, type SentCall, serveFetch, settle } from 'shared/testing'
import { templateWith, wholeTemplate, witness } from '../../testing/templates.ts'
import { TemplatesTab } from '../TemplatesTab.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import { BulkJobs } from './BulkJobs.tsx'
import { encodeFile, moveDraft } from './bulk-draft.ts'

const preview: BulkPreview = {
  encoding: 'UTF-8',
  separator: ';',
  columns: ['Nombre', 'Correo', ''],
  mapping: {
    document_name: null,
    people: [{ role: 'r1', name: 0, email: 1, certificate_identification: null }],
    form_fields: [],
  },
  missing: [],
  rows: 3,
  ready: 2,
  problem_rows: 1,
  problems: [{ row: 3, column: 'Correo', message: 'El email de «Arrendatario» no es válido.' }],
  sample: [
    { row: 2, name: 'Alquiler · Ana', people: [{ role: 'r1', name: 'Ana', email: 'ana@example.com' }], values: [] },
  ],
  form_columns: [],
  template_version: 2,
}

const job: BulkJob = {
  id: 8,
  template_id: 5,
  template_name: 'Alquiler',
  template_version: 2,
  state: 'running',
  reason: null,
  total: 3,
  sent: 1,
  pending: 1,
  failed: 0,
  left_out: 1,
  cancelled: 0,
  created_at: '2026-02-03T18:00:00.000Z',
  finished_at: null,
}

const CSV = 'Nombre;Correo\nAna;ana@example.com'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

type Answer = (call: SentCall) => NetworkAnswer | undefined

const act = () => {
  const user = userEvent.setup({ advanceTimers: settle })
  const press = async (name: string | RegExp) => {
    await user.click(screen.getByRole('button', { name }))
    await settle()
  }
  return { user, press }
}

const open = async (answer: Answer = () => undefined, template = templateWith()) => {
  const calls = serveFetch(
    (call) =>
      answer(call) ??
      (call.url.includes('/bulk-preview/') ? { status: 200, body: preview } : { status: 201, body: job }),
  )
  const [onStarted, onClose] = [jest.fn(), jest.fn()]
  renderInShell(<BulkDialog {...{ template, onStarted, onClose }} />)
  await settle()
  const { user, press } = act()
  const paste = async (text = CSV) => {
    await user.click(screen.getByLabelText(/pega las filas/))
    await user.paste(text)
    await press('Leer filas')
  }
  const sent = (part: string) => calls.filter(({ url }) => url.includes(part)).map(({ body }) => body)
  return { user, press, paste, sent, onStarted, onClose }
}

test('the dialog reads, maps, reviews and confirms the rows before it sends them', async () => {
  const { user, press, paste, sent, onStarted } = await open()
  await paste()
  expect(sent('/bulk-preview/')).toEqual([{ file: btoa(CSV) }])
  expect(screen.getByLabelText('Columna de email de Arrendatario')).toHaveDisplayValue('Correo')
  await user.selectOptions(screen.getByLabelText(/Nombre del documento/), 'Columna 3')
  await press('Revisar filas')
  expect(sent('/bulk-preview/')[1]).toMatchObject({ mapping: { ...preview.mapping, document_name: 2 } })
  expect(screen.getByText('2 filas listas y 1 fila con errores.')).toBeVisible()
  expect(screen.getByText('Fila 3, «Correo»: El email de «Arrendatario» no es válido.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Continuar' })).toBeDisabled()
  await user.click(screen.getByLabelText('Dejar fuera la fila con errores'))
  await press('Continuar')
  expect(screen.getByText(/1 fila con errores queda fuera/)).toBeVisible()
  expect(sent('/bulk-jobs/')).toEqual([])
  await press('Enviar 2 documentos')
  expect(sent('/bulk-jobs/')).toEqual([
    {
      file: btoa(CSV),
      mapping: preview.mapping,
      template_version: 2,
      leave_out_problems: true,
      request_key: expect.stringMatching(/^[\w-]{16,}$/),
    },
  ])
  expect(onStarted).toHaveBeenCalledTimes(1)
})

describe('columns for form fields', () => {
  const template = templateWith({ form_field_count: 3 })
  const form_columns = [
    { field: 0, title: 'Monto', role: 'r1', example: '1000' },
    { field: 2, title: 'Plan', role: 'r1', example: 'Anual' },
  ]
  const mapped: BulkPreview = {
    ...preview,
    columns: ['Nombre', 'Correo', 'Monto', 'Tarifa'],
    mapping: { ...preview.mapping, form_fields: [{ field: 0, column: 2 }] },
    form_columns,
    sample: preview.sample.map((row) => ({ ...row, values: [{ title: 'Monto', value: '1250,5' }] })),
  }
  const whole = { status: 200, body: wholeTemplate({ form_field_count: 3, form_columns }) }
  const answer: Answer = ({ url }) => {
    if (url.includes('/bulk-preview/')) return { status: 200, body: mapped }
    return url.endsWith('/templates/5/') ? whole : undefined
  }

  test('the dialog names them, takes the chosen ones and shows the values of the first rows', async () => {
    const { user, press, paste, sent } = await open(answer, template)
    expect(screen.getByText(/campos por llenar: «Monto» y «Plan»\. Quien firma los ve llenos/)).toBeVisible()
    expect(screen.getByText(/Las iniciales y las casillas obligatorias/)).toBeVisible()
    await paste()
    expect(screen.getByLabelText('Columna de Monto')).toHaveDisplayValue('Monto')
    expect(screen.getByLabelText('Columna de Plan')).toHaveDisplayValue('Sin columna')
    await user.selectOptions(screen.getByLabelText('Columna de Plan'), 'Tarifa')
    await press('Revisar filas')
    expect(sent('/bulk-preview/')[1]).toMatchObject({
      mapping: {
        form_fields: [
          { field: 0, column: 2 },
          { field: 2, column: 3 },
        ],
      },
    })
    expect(screen.getByText('Monto: 1250,5')).toBeVisible()
  })

  test('the dialog says that a template does not load, and tries again', async () => {
    let fails = true
    const { press } = await open(
      (call) =>
        fails && call.url.endsWith('/templates/5/')
          ? { status: 503, body: { code: 'UNAVAILABLE', message: 'Un momento.' } }
          : answer(call),
      template,
    )
    expect(screen.getByText('Un momento.')).toBeVisible()
    expect(screen.getByLabelText(/pega las filas/)).toBeEnabled()
    fails = false
    await press('Reintentar')
    expect(screen.getByText(/«Monto» y «Plan»/)).toBeVisible()
  })

  test('a long list names the first eight', async () => {
    const many = Array.from({ length: 11 }, (_, field) => ({ field, title: `Dato ${field}`, role: 'r1', example: '' }))
    const body = wholeTemplate({ form_field_count: 11, form_columns: many })
    await open(({ url }) => (url.endsWith('/templates/5/') ? { status: 200, body } : undefined), {
      ...template,
      form_field_count: 11,
    })
    expect(screen.getByText(/«Dato 7» y 3 más, que están en el ejemplo\./)).toBeVisible()
    expect(screen.queryByText(/Las iniciales/)).toBeNull()
  })
})

test('the dialog reports an unreadable file, keeps the pasted rows and names the missing columns', async () => {
  const answers: NetworkAnswer[] = [
    { status: 400, body: { code: 'CSV_UNREADABLE', message: 'Esto es un libro de Excel.' } },
    { status: 200, body: { ...preview, missing: ['email de «Testigo»'] } },
  ]
  const { press, paste } = await open(() => answers.shift(), templateWith({ roles: [witness] }))
  await press('Leer filas')
  expect(screen.getByRole('alert')).toHaveTextContent('Elige un archivo CSV o pega las filas.')
  await paste()
  expect(screen.getByRole('alert')).toHaveTextContent('Esto es un libro de Excel.')
  expect(screen.getByLabelText(/pega las filas/)).toHaveValue(CSV)
  await press('Leer filas')
  expect(screen.getByText('Elige la columna de: email de «Testigo».')).toBeVisible()
  await press('Atrás')
  expect(screen.getByLabelText(/pega las filas/)).toHaveValue(CSV)
})

test('the dialog sends a file as bytes, and refuses a file of more than 3 MB', async () => {
  const { user, sent } = await open()
  const input = screen.getByLabelText(/CSV para|elegirlo/)
  const file = (bytes: Uint8Array<ArrayBuffer>) => {
    const made = new File([bytes], 'lista.csv', { type: 'text/csv' })
    return Object.assign(made, { arrayBuffer: () => Promise.resolve(bytes.buffer) })
  }
  await user.upload(input, file(new Uint8Array(3_000_001)))
  await settle()
  expect(screen.getByRole('alert')).toHaveTextContent('más de 3 MB')
  await user.upload(input, file(Uint8Array.of(0xff, 0xfe, 65, 0)))
  await settle()
  expect(sent('/bulk-preview/')).toEqual([{ file: encodeFile(Uint8Array.of(0xff, 0xfe, 65, 0)) }])
})

test('the page polls running jobs, and reloads the templates when the jobs end', async () => {
  let state: BulkJob['state'] = 'running'
  const calls = serveFetch(({ url }) => ({
    status: 200,
    body: url.includes('/bulk-jobs/') ? { jobs: [{ ...job, state }] } : { templates: [templateWith()] },
  }))
  renderInShell(
    <TemplatesTab selected={undefined} onOpen={jest.fn()} onEditFields={jest.fn()} onDocuments={jest.fn()} />,
  )
  await settle()
  expect(screen.getByText('Enviando')).toBeVisible()
  const listed = () => calls.filter(({ url }) => url.endsWith('/templates/')).length
  expect(listed()).toBe(1)
  state = 'done'
  await settle(2000)
  await settle()
  expect(screen.getByText('Terminado')).toBeVisible()
  expect(listed()).toBe(2)
})

test('a retry after a failed reply has the same request key', async () => {
  let failing = true
  const clean = { ...preview, problem_rows: 0, problems: [] }
  const { press, paste, sent } = await open(({ url }) => {
    if (url.includes('/bulk-preview/')) return { status: 200, body: clean }
    return failing ? { status: 503, body: { code: 'UNAVAILABLE', message: 'Un momento.' } } : undefined
  })
  await paste()
  await press('Revisar filas')
  await press('Continuar')
  await press('Enviar 2 documentos')
  expect(screen.getByRole('alert')).toHaveTextContent('Un momento.')
  failing = false
  await press('Enviar 2 documentos')
  const keys = sent('/bulk-jobs/').map((body) => (body as { request_key: string }).request_key)
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

test('the draft goes back step by step, and is not confirmed while problem rows are not left out', () => {
  const read = { file: 'QQ==', preview }
  let draft = moveDraft({ step: 'file' }, { kind: 'read', ...read })
  draft = moveDraft(draft, { kind: 'mapped', ...read })
  expect(moveDraft(draft, { kind: 'confirm' }).step).toBe('rows')
  draft = moveDraft(moveDraft(draft, { kind: 'leave-out', leaveOut: true }), { kind: 'confirm' })
  const steps = []
  for (let back = 0; back < 4; back++) {
    steps.push(draft.step)
    draft = moveDraft(draft, { kind: 'back' })
  }
  expect(steps).toEqual(['confirm', 'rows', 'columns', 'file'])
  const missing = { ...preview, missing: ['nombre'] }
  expect(moveDraft(draft, { kind: 'mapped', ...read, preview: missing }).step).toBe('columns')
})

describe('the list of jobs', () => {
  const show = (shown: Partial<BulkJob>, problem?: string) => {
    const calls = serveFetch(() => ({ status: 200, body: { ...job, ...shown } }))
    const onChange = jest.fn()
    renderInShell(<BulkJobs jobs={[{ ...job, ...shown }]} problem={problem} onChange={onChange} />)
    return { ...act(), onChange, actions: () => calls.map(({ body }) => body) }
  }

  test('a running job shows its progress, can be paused, and is cancelled after a confirmation', async () => {
    const { press, actions, onChange } = show({})
    expect(screen.getByLabelText('Documentos enviados')).toHaveAttribute('aria-valuetext', '1 de 2')
    expect(screen.getByText(/1 fila quedó fuera/)).toBeVisible()
    await press('Pausar: Alquiler')
    await press('Cancelar lo que falta: Alquiler')
    await press('Seguir enviando')
    expect(actions()).toEqual([{ action: 'pause' }])
    await press('Cancelar lo que falta: Alquiler')
    await press('Cancelar envío')
    expect(actions()).toEqual([{ action: 'pause' }, { action: 'cancel' }])
    expect(onChange).toHaveBeenCalledTimes(2)
  })

  test('a stopped job shows its reason and can be resumed', async () => {
    const { press, actions } = show({ state: 'stopped', reason: 'Tu espacio está lleno.' })
    expect(screen.getByText('Tu espacio está lleno.')).toBeVisible()
    await press('Continuar: Alquiler')
    expect(actions()).toEqual([{ action: 'resume' }])
  })

  test.each([
    ['done', 'Terminado'],
    ['cancelled', 'Cancelado'],
    ['paused', 'En pausa'],
  ] as const)('the list shows the state %s in words', (state, word) => {
    show({ state })
    expect(screen.getByText(word)).toBeVisible()
  })

  test('the two newest finished jobs are visible, and the others are collapsed under a summary', () => {
    serveFetch(() => ({ status: 200, body: job }))
    const jobs = (['done', 'done', 'done', 'stopped', 'cancelled'] as const).map((state, id) => ({ ...job, id, state }))
    renderInShell(<BulkJobs jobs={jobs} problem={undefined} onChange={jest.fn()} />)
    expect(screen.getByText('2 envíos anteriores').closest('details')).not.toHaveAttribute('open')
    expect(screen.getByText('Detenido').closest('details')).toBeNull()
  })

  test('the owner can retry a list of jobs that failed to load', async () => {
    const { press, onChange } = show({}, 'No hay conexión.')
    expect(screen.getByText('No hay conexión.')).toBeVisible()
    await press('Reintentar')
    expect(onChange).toHaveBeenCalled()
  })
})
