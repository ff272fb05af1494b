import fc from 'fast-check'
import { createBulkJobCall, getBulkJobCall, previewBulkCall } from 'shared/contract/bulk'
import { addParticipantCall, listParticipantsCall, participantKinds } from 'shared/contract/participants'
import {
  createTemplateCall,
  editTemplateFieldsCall,
  roleEmail,
  saveTemplateVersionCall,
  type Template,
  type TemplateRole,
  templateDraftCall,
} from 'shared/contract/templates'
import { scaled } from 'shared/testing/limits'
import { base64, begin, sendRows } from '../../../test/support/bulk.ts'
import { placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { SIGNER_FACTS } from '../templates/describe-document.ts'
import { checkRows, type DocumentCast } from './csv/check-rows.ts'

let server: TestServer
let olga: string
let template: Template

const TITLES = 'Nombre de Cliente;Email de Cliente;Gerente;Email de Gerente;Nombre de Archivo;Email de Archivo'
const row = (at: number, gerente = 'gema@example.com') =>
  `Ana ${at};ana${at}@example.com;Gema;${gerente};Leo;leo@example.com`
const sheet = (...rows: readonly string[]) => base64([TITLES, ...rows].join('\r\n'))

/** A client signs, a manager approves and an archive reads. */
const makeTemplate = async (): Promise<Template> => {
  const { id } = await uploadDocument(server, olga)
  await placeField(server, olga, id)
  const params = { id }
  const vera = { kind: 'visto_bueno', name: 'Vera', email: 'vera@example.com' } as const
  const lea = { kind: 'lectura', name: 'Lea', email: 'lea@example.com', note: 'Para el archivo.' } as const
  for (const body of [vera, lea]) await succeed(server, addParticipantCall, { bearer: olga, params, body })
  const { roles } = await succeed(server, templateDraftCall, { bearer: olga, params })
  const names = ['Cliente', 'Gerente', 'Archivo']
  const named = roles.map(({ key }, index) => ({ key, name: names[index] ?? '' }))
  const body = { document_id: id, name: 'Pagaré', roles: named, message: 'Gracias' }
  return succeed(server, createTemplateCall, { bearer: olga, body })
}

beforeEach(async () => {
  server = await openTestServer()
  olga = (await registerPerson(server, 'olga')).access_token
  template = await makeTemplate()
})
afterEach(closeTestServers)

const preview = (file: string) =>
  succeed(server, previewBulkCall, { bearer: olga, params: { id: template.id }, body: { file } })

test('columns of people without a field are found by their titles, and checked in each row', async () => {
  const seen = await preview(
    sheet(
      row(1),
      row(2, 'OLGA@example.com'),
      row(3, 'no es un correo'),
      'Ana;ana@example.com;;gema@example.com;Leo;',
      row(5, 'a@b.cr,c@d.cr'),
    ),
  )
  expect(seen.mapping.people.map(({ role, name, email }) => [role, name, email])).toEqual([
    ['r1', 0, 1],
    ['r2', 2, 3],
    ['r3', 4, 5],
  ])
  expect(seen).toMatchObject({ missing: [], rows: 5, ready: 1, problem_rows: 4 })
  expect(seen.sample).toMatchObject([{ row: 2, name: 'Pagaré · Ana 1', people: [{ role: 'r1' }, {}, {}] }])
  expect(seen.problems).toEqual([
    { row: 3, column: 'Email de Gerente', message: expect.stringContaining('Ese es el email de quien envía') },
    { row: 4, column: 'Email de Gerente', message: 'El email de «Gerente» no es válido.' },
    { row: 5, column: 'Gerente', message: 'Falta el nombre de «Gerente».' },
    { row: 5, column: 'Email de Archivo', message: 'Falta el email de «Archivo».' },
    { row: 6, column: 'Email de Gerente', message: 'El email de «Gerente» no es válido.' },
  ])
  const without = base64('Nombre de Cliente;Email de Cliente\r\nAna;ana@example.com')
  const missing = 'nombre de «Gerente», email de «Gerente», nombre de «Archivo», email de «Archivo»'
  expect(
    await refuse(server, createBulkJobCall, { bearer: olga, params: { id: template.id }, body: { file: without } }),
  ).toMatchObject({ code: 'CSV_COLUMNS_MISSING', message: expect.stringContaining(missing) })
})

test('each row makes a document with its own people, and invites those whose turn it is', async () => {
  const { id } = await begin(server, olga, template, { file: sheet(row(1), row(2, 'gil@example.com')) })
  await sendRows(server)
  expect(await succeed(server, getBulkJobCall, { bearer: olga, params: { id } })).toMatchObject({
    ...{ state: 'done', sent: 2, failed: 0 },
  })
  const { db } = server.services
  const rows = await db.selectFrom('bulk_rows').select('document_id').orderBy('row_number').execute()
  const lists = await Promise.all(
    rows.map(({ document_id }) =>
      succeed(server, listParticipantsCall, { bearer: olga, params: { id: document_id ?? 0 } }),
    ),
  )
  const standing = { state: 'standing', waits: false }
  expect(lists).toMatchObject([
    [
      { kind: 'visto_bueno', name: 'Gema', email: 'gema@example.com', before_step: 1, invitation: standing },
      { kind: 'lectura', name: 'Leo', note: 'Para el archivo.', invitation: standing },
    ],
    [{ kind: 'visto_bueno', email: 'gil@example.com' }, { kind: 'lectura' }],
  ])
  const mails = await db.selectFrom('outbox').select('to_key').where('kind', '=', 'invitation').execute()
  const written = mails.map(({ to_key }) => to_key).toSorted()
  expect(written).toEqual(['gema@example.com', 'gil@example.com', 'leo@example.com', 'leo@example.com'])
  const waiting = await db.selectFrom('documents').select('waits_for').where('status', '=', 'PROCESSING').execute()
  expect(waiting).toEqual([{ waits_for: 'others' }, { waits_for: 'others' }])
})

test('a paused job is not continued with a template in which an approver’s id is a signer’s', async () => {
  const { id } = await begin(server, olga, template, { file: sheet(row(1)) })
  await server.services.db.updateTable('bulk_jobs').set({ state: 'paused' }).execute()
  const stored = await server.services.db.selectFrom('template_versions').selectAll().executeTakeFirstOrThrow()
  const description = JSON.parse(stored.description)
  const [client, manager, archive] = description.roles
  const roles = [client, { ...manager, ...SIGNER_FACTS }, archive]
  const fields = [...description.fields, { ...description.fields[0], role: 'r2' }]
  const next = { ...stored, version: 2, description: JSON.stringify({ ...description, roles, fields }) }
  await server.services.db.insertInto('template_versions').values(next).execute()
  await server.services.db.updateTable('templates').set({ version: 2 }).execute()
  const url = `/home/api/bulk-jobs/${id}/state/`
  const headers = { authorization: `Bearer ${olga}` }
  const answer = await server.app.inject({ method: 'POST', url, headers, payload: { action: 'resume' } })
  expect(answer.json()).toMatchObject({ code: 'BULK_TEMPLATE_DIFFERS' })
})

test('a running job of signers stops for a template that has got an approver', async () => {
  const { id } = await uploadDocument(server, olga)
  await placeField(server, olga, id)
  const [drafted] = (await succeed(server, templateDraftCall, { bearer: olga, params: { id } })).roles
  const signers = { document_id: id, name: 'Sola', roles: [{ key: drafted?.key ?? '', name: 'Cliente' }], message: '' }
  const alone = await succeed(server, createTemplateCall, { bearer: olga, body: signers })
  const job = await begin(server, olga, alone, { file: base64('Nombre;Email\r\nAna;ana@example.com') })
  const params = { id: alone.id }
  const { document_id: copy } = await succeed(server, editTemplateFieldsCall, { bearer: olga, params, body: {} })
  const body = { kind: 'visto_bueno', name: 'Gerente', email: roleEmail('rol-nuevo') } as const
  await succeed(server, addParticipantCall, { bearer: olga, params: { id: copy }, body })
  const { roles } = await succeed(server, templateDraftCall, { bearer: olga, params: { id: copy } })
  const named = roles.map(({ key, name }) => ({ key, name }))
  const saved = { version: 1, document_id: copy, roles: named, message: '' }
  await succeed(server, saveTemplateVersionCall, { bearer: olga, params, body: saved })
  await sendRows(server)
  expect(await succeed(server, getBulkJobCall, { bearer: olga, params: { id: job.id } })).toMatchObject({
    ...{ state: 'stopped', sent: 0, pending: 1 },
  })
})

const base = { is_owner: false, asks_certificate: false, step: 1, ...SIGNER_FACTS }
const columns = (role: string, index: number) => ({
  ...{ role, name: 2 * index, email: 2 * index + 1, certificate_identification: null },
})

const castOf = (roles: readonly TemplateRole[], owner: DocumentCast['owner']): DocumentCast => ({
  owner,
  kinds: new Map(roles.map(({ kind }, index) => [index, kind])),
})

test('a row is ready only if no kind has a person twice and only signers have the owner’s address', () => {
  const cell = fc.constantFrom('ana@example.com', 'beto@example.com', 'olga@example.com')
  const kinds = fc.array(fc.constantFrom(...participantKinds), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(kinds, fc.array(cell, { minLength: 6, maxLength: 6 }), (others, emails) => {
      const roles = [
        { ...base, id: 'r1', name: 'Cliente' },
        ...others.map((kind, at) => ({ ...base, id: `r${at + 2}`, name: `Rol ${at}`, kind })),
      ]
      const cells = roles.flatMap((_, at) => ['Ana', emails[at] ?? ''])
      const csv = { columns: cells.map((_, at) => `c${at}`), separator: ';' as const, rows: [{ number: 2, cells }] }
      const mapping = {
        document_name: null,
        people: roles.map(({ id }, index) => columns(id, index)),
        form_fields: [],
      }
      const owner = { email: 'olga@example.com', signs: false }
      const [checked] = checkRows({
        csv,
        mapping,
        roles,
        formFields: [],
        templateName: 'Pagaré',
        casts: [castOf(roles, owner)],
      })
      const keys = roles.map(({ kind }, at) => `${kind} ${emails[at]}`)
      const isOwners = roles.some(({ kind }, at) => kind !== 'firma' && emails[at] === owner.email)
      expect(checked?.problems.length === 0).toBe(!isOwners && new Set(keys).size === keys.length)
      for (const { column } of checked?.problems ?? []) expect(column).toMatch(/^c\d*[13579]$/)
    }),
  )
})

/** Ten people a row: 10,000 rows of more do not fit into a file. */
test('10,000 rows with ten people each are checked in seconds, and the last row is named', () => {
  const roles = Array.from({ length: 10 }, (_, at) => ({
    ...{ ...base, id: `r${at + 1}`, name: `Rol ${at}` },
    kind: at === 0 ? ('firma' as const) : ('lectura' as const),
  }))
  const mapping = { document_name: null, people: roles.map(({ id }, index) => columns(id, index)), form_fields: [] }
  const cellsOf = (number: number) => roles.flatMap((_, at) => ['Ana', `p${at}x${number}@a.cr`])
  const rows = Array.from({ length: 10_000 }, (_, number) => ({ number: number + 2, cells: cellsOf(number) }))
  const last = { number: 10_001, cells: cellsOf(9_999).with(19, 'olga@example.com') }
  const csv = { columns: cellsOf(0), separator: ';' as const, rows: [...rows.slice(0, -1), last] }
  const owner = { email: 'olga@example.com', signs: false }
  const begun = performance.now()
  const checked = checkRows({
    csv,
    mapping,
    roles,
    formFields: [],
    templateName: 'Pagaré',
    casts: [castOf(roles, owner)],
  })
  expect(performance.now() - begun).toBeLessThan(scaled(3_000))
  expect(checked.filter(({ problems }) => problems.length > 0).map(({ number }) => number)).toEqual([10_001])
})
