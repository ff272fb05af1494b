import { screen, within } from '@testing-library/react'
import type { FileStatus, Signer } from 'shared/contract'
import { settle } from 'shared/testing'
import { documentWith } from '../testing/documents.ts'
import { isList } from '../testing/fake-files-api.ts'
import { renderDashboard } from '../testing/render-dashboard.tsx'

const button = (name: string) => screen.getByRole('button', { name })
const card = () => within(screen.getByRole('listitem'))

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('section 2: a card shows name, description, size in MB, upload date and status', async () => {
  await renderDashboard({ files: [documentWith({ description: 'Alquiler del local' })] })
  expect(card().getByRole('button', { name: 'contrato.pdf' })).toBeVisible()
  expect(card().getByText('Alquiler del local')).toBeVisible()
  expect(card().getByText(/^1,25\sMB$/)).toBeVisible()
  expect(card().getByText('31 ene 2026')).toHaveAttribute('datetime', '2026-01-31T18:00:00.000Z')
  expect(card().getByText('Subido')).toBeVisible()
  expect(card().queryByText('✓ Firmado')).toBeNull()
})

test.each<[FileStatus, string, string]>([
  ['UPLOADED', 'Subido', 'info'],
  ['PROCESSING', 'Procesando', 'warning'],
  ['COMPLETED', 'Completado', 'success'],
  ['FAILED', 'Fallido', 'error'],
  ['CANCELLED', 'Cancelado', 'neutral'],
])(
  'section 4: a document with the status %s shows the badge "%s", with its own style and icon',
  async (status, word, style) => {
    await renderDashboard({ files: [documentWith({ status })] })
    const badge = card().getByText(word)
    expect(badge).toHaveClass(style)
    expect(badge.querySelector('svg')).toBeInTheDocument()
  },
)

test("section 2: a signed file has the '✓ Firmado' badge, and the card shows how many have signed", async () => {
  await renderDashboard({
    files: [
      documentWith({ id: 1, is_signed: true, fields_total: 2, fields_signed: 2 }),
      documentWith({ id: 2, fields_total: 3, fields_signed: 1 }),
      documentWith({ id: 3 }),
    ],
  })
  const [signed, waiting, untouched] = screen.getAllByRole('listitem').map((item) => within(item))
  expect(signed?.getByText('✓ Firmado')).toBeVisible()
  expect(signed?.getByText('2 de 2 firmas')).toBeVisible()
  expect(waiting?.getByText('1 de 3 firmas')).toBeVisible()
  expect(untouched?.queryByText(/firmas?$/)).toBeNull()
})

test('a document with questions says how many wait for the owner, and nothing when none does', async () => {
  await renderDashboard({
    files: [
      documentWith({ id: 1, questions: { threads: 1, unanswered: 1 } }),
      documentWith({ id: 2, questions: { threads: 2, unanswered: 3 } }),
      documentWith({ id: 3, questions: { threads: 1, unanswered: 0 } }),
    ],
  })
  const [one, several, none] = screen.getAllByRole('listitem').map((item) => within(item))
  expect(one?.getByText('1 pregunta sin responder')).toBeVisible()
  expect(several?.getByText('3 preguntas sin responder')).toBeVisible()
  expect(none?.queryByText(/pregunta/)).toBeNull()
})

test('the page announces that the first list is loading', async () => {
  const never = new Promise<never>(() => undefined)
  await renderDashboard({ files: [], answer: (call) => (isList(call) ? never : undefined) })
  expect(screen.getByRole('status')).toHaveTextContent('Cargando documentos…')
})

test('an empty list has a button that opens the upload tab', async () => {
  const { user } = await renderDashboard({ files: [] })
  expect(screen.getByText('Aún no tienes documentos')).toBeVisible()
  await user.click(button('Subir mi primer documento'))
  expect(screen.getByRole('tab', { name: 'Subir Documento' })).toHaveAttribute('aria-selected', 'true')
})

test('an empty signed list shows that there are no signed documents yet', async () => {
  await renderDashboard({ files: [documentWith()] }, '/dashboard?tab=firmados')
  expect(screen.getByText('Aún no tienes documentos firmados')).toBeVisible()
})

test('section 8: a list that cannot be loaded shows an error, and the owner can retry', async () => {
  let failing = true
  const { user } = await renderDashboard({
    files: [documentWith()],
    answer: (call) => (failing && isList(call) ? { status: 500, body: {} } : undefined),
  })
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudieron cargar tus documentos')
  failing = false
  await user.click(button('Reintentar'))
  await settle()
  expect(button('contrato.pdf')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

const NOON = '2026-02-03T18:00:00.000Z'
const signer = (field_id: number, name: string, changes: Partial<Signer> = {}): Signer => ({
  field_id,
  name,
  invited_at: null,
  signed_at: null,
  ...changes,
})

test('a card shows when each signer signed, and which signers are pending', async () => {
  const signers = [
    signer(1, 'Ana Mora', { signed_at: NOON, invited_at: NOON }),
    signer(2, 'Luis Araya', { invited_at: NOON }),
    signer(3, 'Elena Rojas', { signed_at: NOON }),
    signer(4, 'Elena Rojas'),
  ]
  await renderDashboard({ files: [documentWith({ signers, fields_total: 4, fields_signed: 2 })] })
  const people = within(screen.getByRole('list', { name: 'Firmantes' })).getAllByRole('listitem')
  expect(people.map(({ textContent }) => textContent)).toEqual([
    'Ana Morafirmó el 3 feb',
    'Luis Arayapor firmar',
    'Elena Rojas1 de 2, por firmar',
  ])
  expect(people.map(({ title }) => title.replace(/\s/g, ' '))).toEqual([
    'Ana Mora: firmó el 3 de febrero de 2026 a las 12:00 p. m.',
    'Luis Araya: por firmar, invitación enviada el 3 de febrero de 2026 a las 12:00 p. m.',
    'Elena Rojas: 1 de 2 firmas, por firmar',
  ])
  expect(people[0]?.querySelector('.lucide-check')).toBeInTheDocument()
  expect(people[1]?.querySelector('.lucide-clock')).toBeInTheDocument()
})

test('a card of a cancelled document has no pending signers', async () => {
  const signers = [
    signer(1, 'Ana Mora', { signed_at: NOON, invited_at: NOON }),
    signer(2, 'Luis Araya', { invited_at: NOON }),
    signer(3, 'Elena Rojas', { signed_at: NOON }),
    signer(4, 'Elena Rojas'),
  ]
  await renderDashboard({ files: [documentWith({ status: 'CANCELLED', signers, fields_total: 4, fields_signed: 2 })] })
  const people = within(screen.getByRole('list', { name: 'Firmantes' })).getAllByRole('listitem')
  expect(people.map(({ textContent }) => textContent)).toEqual([
    'Ana Morafirmó el 3 feb',
    'Luis Arayano firmó',
    'Elena Rojas1 de 2',
  ])
  expect(people[1]).toHaveAttribute('title', 'Luis Araya: no firmó')
  expect(people[2]).toHaveAttribute('title', 'Elena Rojas: 1 de 2 firmas')
  expect(people[1]?.querySelector('.lucide-clock')).toBeNull()
})

test.each([
  [{ by: 'Ana Mora', reason: 'El monto está mal.' }, 'Ana Mora no firma: «El monto está mal.»'],
  [{ by: null, reason: 'Cambió el contrato.' }, 'Cancelaste la firma: «Cambió el contrato.»'],
  [{ by: null, reason: '' }, 'Cancelaste la firma'],
])('the card of a document cancelled with %o shows who cancelled it, and why', async (cancelled, text) => {
  await renderDashboard({ files: [documentWith({ status: 'CANCELLED', cancelled: { at: NOON, ...cancelled } })] })
  expect(card().getByText(text)).toBeVisible()
  expect(card().getByTitle(`${text} (3 de febrero de 2026 a las 12:00 p. m.)`)).toBeVisible()
})

test('a card shows why sealing failed and what to do; a card with a pending seal shows nothing', async () => {
  const reason = 'No se pudo obtener el sello de tiempo final.'
  const failed = documentWith({ id: 1, status: 'FAILED', sealing: { state: 'failed', reason } })
  const pending = documentWith({ id: 2, status: 'PROCESSING', sealing: { state: 'pending', reason } })
  await renderDashboard({ files: [failed, pending] })
  expect(
    screen.getAllByText(/Firmado por todas las personas, sin cerrar/).map(({ textContent }) => textContent),
  ).toEqual([`Firmado por todas las personas, sin cerrar. ${reason} Ábrelo y elige «Reintentar».`])
})

test('a card with five signers lists three of them and summarises the other two in one item', async () => {
  const signers = ['Ana', 'Luis', 'Elena', 'Eva', 'Raúl'].map((name, index) => signer(index + 1, name))
  await renderDashboard({ files: [documentWith({ signers, fields_total: 5 })] })
  const people = within(screen.getByRole('list', { name: 'Firmantes' })).getAllByRole('listitem')
  expect(people).toHaveLength(4)
  expect(people.at(-1)).toHaveTextContent('+2 más: Eva: por firmar; Raúl: por firmar')
})

test.each([
  [{ foreign_signatures: 1 }, 'Trae 1 firma de otra persona'],
  [{ foreign_signatures: 2 }, 'Trae 2 firmas de otras personas'],
  [{ rewritten: 'normalised' as const }, 'Reparado al subirlo'],
  [{ rewritten: 'cleaned' as const }, 'Se le quitó contenido activo'],
  [{ rewritten: 'normalised' as const, opened: true }, 'Abierto con su contraseña'],
])('a document with %o shows the note "%s"', async (changes, text) => {
  await renderDashboard({ files: [documentWith(changes), documentWith({ id: 12 })] })
  expect(screen.getByText(text)).toBeVisible()
})

test('a click on a card opens its document, except on the buttons of the card', async () => {
  const signers = [signer(1, 'Ana Mora')]
  const { user } = await renderDashboard({ files: [documentWith({ signers, fields_total: 1, revision: 2 })] })
  const editor = () => screen.queryByRole('region', { name: 'document-editor' })
  await user.click(screen.getByText('Acciones'))
  expect(editor()).toBeNull()
  await user.click(screen.getByText('Ana Mora'))
  expect(editor()).toHaveTextContent('"id":11')
})

const LONG_NAME =
  'Contrato_de_arrendamiento_del_local_comercial_en_la_Avenida_Segunda_de_San_José_(versión_final_firmada).pdf'

test.each(['Ver como tarjetas', 'Ver como lista'])(
  '%s: the name comes first and whole, the size is text, and every action is in one menu',
  async (view) => {
    const file = documentWith({ original_filename: LONG_NAME, status: 'COMPLETED', is_signed: true, revision: 2 })
    const { user } = await renderDashboard({ files: [file] })
    await user.click(button(view))
    const [menuButton, ...others] = card()
      .getAllByRole('button')
      .filter((each) => each.closest('h2, [popover]') === null)
    expect(others).toEqual([])
    expect(menuButton).toHaveAccessibleName(`Acciones de ${LONG_NAME}`)
    const menu = within(card().getByRole('group', { name: `Acciones de ${LONG_NAME}` }))
    expect(menu.getAllByRole('button').map(({ firstChild }) => firstChild?.textContent)).toEqual([
      'Descargar la más reciente',
      'Descargar original',
      'Certificado de finalización',
      'Descargar evidencia',
      'Seleccionar',
      'Etiquetas…',
      'Datos del documento',
      'Archivar',
      'Eliminar',
    ])
    const name = card().getByRole('button', { name: LONG_NAME })
    expect(screen.getByTitle(LONG_NAME)).toHaveTextContent(LONG_NAME)
    for (const text of ['Completado', '✓ Firmado', /^1,25\sMB$/])
      expect(name.compareDocumentPosition(card().getByText(text))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  },
)

test('a choice returns the focus to its menu before a dialog opens, which will give it back', async () => {
  const { user } = await renderDashboard({ files: [documentWith()] })
  const focused: (Element | null)[] = []
  const group = screen.getByRole('group', { name: 'Acciones de contrato.pdf' })
  group.hidePopover = () => {
    button('Acciones de contrato.pdf').focus()
    focused.push(document.querySelector('dialog[open]'))
  }
  await user.click(within(group).getByRole('button', { name: 'Eliminar' }))
  expect(focused).toEqual([null])
  expect(screen.getByRole('dialog')).toBeInTheDocument()
})
