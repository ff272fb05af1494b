import fc from 'fast-check'
import { listFilesCall } from 'shared/contract'
import {
  addParticipantCall,
  changeParticipantCall,
  copyMoments,
  inviteParticipantCall,
  listParticipantsCall,
  PARTICIPANTS_PER_DOCUMENT_MAX,
  participantKinds,
  removeParticipantCall,
} from 'shared/contract/participants'
import { invitedSignerKey } from 'shared/contract/signing-order'
import {
  changeTemplateCall,
  createTemplateCall,
  editTemplateFieldsCall,
  roleEmail,
  roleKinds,
  saveTemplateVersionCall,
  type Template,
} from 'shared/contract/templates'
import { uploadDocument } from '../../../test/support/people.ts'
import { createTemplateScene, luis } from '../../../test/support/templates.ts'
import { closeTestServers, refuse, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { FieldlessParticipant } from '../access/find-participant.ts'
import { participantDetails } from '../participants/store-participant.ts'
import { type CastPerson, misplacedPeople } from './assign-people.ts'
import { SIGNER_FACTS } from './describe-document.ts'
import { parseDescription } from './find-template.ts'
import { approvedStep } from './insert-people.ts'
import { peopleOfEdit, rolesOfPeople } from './people-roles.ts'

const scene = createTemplateScene()
const { placeAna, draftOf, save, use, refuseUse, send, startWith, invitationsSent, countDocuments } = scene

let server: TestServer
let olga: string
beforeEach(async () => {
  ;({ server, olga } = await scene.open())
})
afterEach(closeTestServers)

const vera = { kind: 'visto_bueno', name: 'Vera Bueno', email: 'vera@example.com' } as const
const lea = { kind: 'lectura', name: 'Lea Reyes', email: 'lea@example.com', note: 'Para el archivo.' } as const
const cora = { kind: 'copia', name: 'Cora Paz', email: 'cora@example.com', copy_when: 'both' } as const

const add = (id: number, body: object) =>
  succeed(server, addParticipantCall, { bearer: olga, params: { id }, body: body as typeof vera })
const list = (id: number) => succeed(server, listParticipantsCall, { bearer: olga, params: { id } })
const edit = ({ id }: Template) => succeed(server, editTemplateFieldsCall, { bearer: olga, params: { id }, body: {} })
const saveCopy = async ({ id, version }: Template, copy: number) => {
  const { roles, message } = await draftOf(copy)
  const named = roles.map(({ key, name }) => ({ key, name }))
  const body = { version, document_id: copy, roles: named, message }
  return succeed(server, saveTemplateVersionCall, { bearer: olga, params: { id }, body })
}

/** Ana signs, Vera approves, Lea reads and Cora gets a copy. */
const makeTemplate = async (): Promise<Template> => {
  const { id } = await uploadDocument(server, olga)
  await placeAna(id)
  for (const person of [vera, lea, cora]) await add(id, person)
  return save(id, ['Inquilino', 'Aprueba: gerente', 'Lee: archivo', 'Copia: contabilidad'])
}

const people = [
  luis,
  { role: 'r2', name: 'Gema Gil', email: 'gema@example.com' },
  { role: 'r3', name: 'Leo Lara', email: 'leo@example.com' },
  { role: 'r4', name: 'Coral Sol', email: 'coral@example.com' },
]

describe('a template that is made from a document', () => {
  test('takes people without a field along as roles with kind, note and moment of the copy', async () => {
    const template = await makeTemplate()
    expect(template.roles).toMatchObject([
      { id: 'r1', name: 'Inquilino', kind: 'firma' },
      { id: 'r2', name: 'Aprueba: gerente', kind: 'visto_bueno', before_step: 1, copy_when: null },
      { id: 'r3', name: 'Lee: archivo', kind: 'lectura', note: 'Para el archivo.' },
      { id: 'r4', name: 'Copia: contabilidad', kind: 'copia', copy_when: 'both' },
    ])
    expect(JSON.stringify(template)).not.toMatch(/Vera|Lea Reyes|Cora|example\.com/)
  })

  test('the draft says what each person does, and a note that names one of them is left out', async () => {
    const { id } = await uploadDocument(server, olga)
    await placeAna(id)
    await add(id, { ...lea, note: 'Igual que ana ROJAS' })
    await add(id, { ...lea, name: 'Luz', email: 'luz@example.com' })
    const { roles } = await draftOf(id)
    expect(roles.map(({ kind, name, signer }) => [kind, name, signer])).toEqual([
      ['firma', 'Firmante 1', 'Ana Rojas'],
      ['lectura', 'Lectura', 'Lea Reyes'],
      ['lectura', 'Lectura 2', 'Luz'],
    ])
    expect((await save(id, [])).roles.map(({ note }) => note)).toEqual(['', '', 'Para el archivo.'])
  })

  test('needs a signature field', async () => {
    const { id } = await uploadDocument(server, olga)
    await add(id, vera)
    const roles = (await draftOf(id)).roles.map(({ key, name }) => ({ key, name }))
    const body = { document_id: id, name: 'Vacía', roles, message: '' }
    expect(await refuse(server, createTemplateCall, { bearer: olga, body })).toMatchObject({ code: 'TEMPLATE_EMPTY' })
  })
})

describe('using a template', () => {
  test('makes the participants of all kinds, and sending invites each once', async () => {
    const template = await makeTemplate()
    const { document_id: id } = await use(template, { people })
    expect(await list(id)).toMatchObject([
      { kind: 'visto_bueno', name: 'Gema Gil', email: 'gema@example.com', before_step: 1, invitation: null },
      { kind: 'lectura', name: 'Leo Lara', note: 'Para el archivo.', invitation: null },
      { kind: 'copia', name: 'Coral Sol', copy_when: 'both', invitation: null },
    ])
    const invitedNow = new Date(server.clock.now()).toISOString()
    expect(await send(id)).toMatchObject({ invited: 4, message: '4 invitaciones enviadas' })
    expect(await send(id)).toMatchObject({ invited: 0 })
    // The signer waits for the approval.
    expect((await invitationsSent()).toSorted()).toEqual(['coral@example.com', 'gema@example.com', 'leo@example.com'])
    const files = await succeed(server, listFilesCall, { bearer: olga })
    const listed = files.find((file) => file.id === id)
    expect(listed?.participants).toEqual([
      { id: expect.any(Number), kind: 'visto_bueno', name: 'Gema Gil', invited_at: invitedNow, answered_at: null },
      { id: expect.any(Number), kind: 'lectura', name: 'Leo Lara', invited_at: invitedNow, answered_at: null },
    ])
    const again = (await draftOf(id)).roles.map(({ name }) => name)
    expect(again).toEqual(['Inquilino', 'Aprueba: gerente', 'Lee: archivo', 'Copia: contabilidad'])
  })

  test('an approval comes before the same step, also if numbers of steps have gaps', async () => {
    const { document } = await startWith()
    await add(document.id, { ...vera, before_step: 2 })
    const template = await save(document.id, ['Fiador', 'Arrendatario', 'Gerente'])
    const guests = [{ ...luis }, { ...luis, role: 'r2', name: 'Eva' }, { ...luis, role: 'r3', name: 'Gema' }]
    const { document_id: id } = await use(template, { people: guests })
    expect(await list(id)).toMatchObject([{ before_step: 2 }])
    await send(id)
    expect(await invitationsSent()).toEqual(['luis@example.com'])
  })

  test.each([
    ['nobody for the approver', people.toSpliced(1, 1), 'people', 'Falta la persona de «Aprueba: gerente»'],
    [
      'the owner as approver',
      people.with(1, { role: 'r2', name: 'Olga', email: ' OLGA@example.com' }),
      'people.1.email',
      'quien envía el documento',
    ],
    [
      'two addresses for the reader',
      people.with(2, { role: 'r3', name: 'Leo', email: 'a@b.cr,c@d.cr' }),
      'people.2.email',
      'no es válido',
    ],
  ])('refuses %s at the person, and makes nothing', async (_, stated, path, message) => {
    const template = await makeTemplate()
    const before = await countDocuments()
    const refusal = await refuseUse(template, { people: stated })
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION', message: expect.stringContaining(message) })
    expect(Object.keys(refusal.fields ?? {})).toEqual([path])
    expect(await countDocuments()).toBe(before)
  })

  test('the same person may sign and read, but not read twice', async () => {
    const { id } = await uploadDocument(server, olga)
    await placeAna(id)
    await add(id, lea)
    await add(id, { ...lea, email: 'otra@example.com' })
    const template = await save(id, ['Inquilino', 'Archivo', 'Bodega'])
    const reads = { ...luis, role: 'r2' }
    const other = { role: 'r3', name: 'Leo', email: 'leo@example.com' }
    const { document_id } = await use(template, { people: [luis, reads, other] })
    expect(await list(document_id)).toMatchObject([{ also: ['firma'] }, { also: [] }])
    expect(await refuseUse(template, { people: [luis, reads, { ...reads, role: 'r3' }] })).toMatchObject({
      fields: { 'people.2.email': expect.stringContaining('ya está en el documento para leer') },
    })
  })
})

describe('the working copy of a template', () => {
  test('has the roles as participants, and keeps their ids in the next version', async () => {
    const template = await makeTemplate()
    const { document_id: copy } = await edit(template)
    expect(await list(copy)).toMatchObject([
      { kind: 'visto_bueno', name: 'Aprueba: gerente', email: roleEmail('r2') },
      { kind: 'lectura', name: 'Lee: archivo', note: 'Para el archivo.' },
      { kind: 'copia', copy_when: 'both' },
    ])
    expect(await draftOf(copy)).toMatchObject({ changed: false })
    const [gerente] = await list(copy)
    await succeed(server, removeParticipantCall, {
      bearer: olga,
      params: { id: copy, participantId: gerente?.id ?? 0 },
    })
    await add(copy, { kind: 'visto_bueno', name: 'Aprueba: jefa', email: roleEmail('rol-nuevo') })
    expect(await draftOf(copy)).toMatchObject({ changed: true })
    const saved = await saveCopy(template, copy)
    expect(saved.roles.map(({ id, kind, name }) => [id, kind, name])).toEqual([
      ['r1', 'firma', 'Inquilino'],
      ['r3', 'lectura', 'Lee: archivo'],
      ['r4', 'copia', 'Copia: contabilidad'],
      ['r5', 'visto_bueno', 'Aprueba: jefa'],
    ])
  })

  test('takes names of roles alone, each once, and sends no invitation', async () => {
    const { document_id: copy } = await edit(await makeTemplate())
    const refusing = (body: object) =>
      refuse(server, addParticipantCall, { bearer: olga, params: { id: copy }, body: body as typeof vera })
    expect(await refusing(vera)).toMatchObject({ code: 'VALIDATION', fields: { email: expect.anything() } })
    const role = { ...vera, email: roleEmail('rol-nuevo') }
    for (const name of ['INQUILINO', 'lee: archivo'])
      expect(await refusing({ ...role, name })).toMatchObject({ message: expect.stringContaining('ya tiene un rol') })
    const added = await add(copy, role)
    const one = { bearer: olga, params: { id: copy, participantId: added.id } }
    const renamed = { name: 'Inquilino', email: added.email }
    expect(await refuse(server, changeParticipantCall, { ...one, body: renamed })).toMatchObject({
      fields: { name: expect.anything() },
    })
    expect(await refuse(server, inviteParticipantCall, { ...one, body: {} })).toMatchObject({
      code: 'TEMPLATE_WORKING_COPY',
    })
    expect(await invitationsSent()).toEqual([])
  })
})

test('renaming and reordering leaves kinds, and the step of a role without a field, as they are', async () => {
  const template = await makeTemplate()
  const { id, version, name, order, message } = template
  const roles = template.roles.map((role, at) => ({ id: role.id, name: `${role.name}.`, step: 9 - at }))
  const body = { version, name, order, message, roles }
  const changed = await succeed(server, changeTemplateCall, { bearer: olga, params: { id }, body })
  expect(changed.roles).toEqual(
    template.roles.map((role) => ({ ...role, name: `${role.name}.`, step: role.kind === 'firma' ? 9 : 1 })),
  )
})

test.each([
  ['a kind that does not exist', (roles: object[]) => roles.map((role) => ({ ...role, kind: 'testigo' }))],
  ['a field of a reader', (roles: object[]) => roles.map((role) => ({ ...role, kind: 'lectura' }))],
  [
    'more people than a document may have',
    (roles: object[]) => [
      ...roles,
      ...Array.from({ length: PARTICIPANTS_PER_DOCUMENT_MAX + 1 }, (_, at) => ({
        ...{ id: `r${at + 10}`, name: `Lee ${at}`, is_owner: false, asks_certificate: false, step: 1 },
        kind: 'lectura',
      })),
    ],
  ],
])('a stored template with %s is damaged', async (_, change) => {
  const { document } = await startWith()
  const row = await server.services.db.selectFrom('template_versions').select('description').executeTakeFirstOrThrow()
  const description = JSON.parse(row.description)
  expect(() => parseDescription(JSON.stringify({ ...description, roles: change(description.roles) }))).toThrow(ApiError)
  const body = { kind: 'testigo', name: 'Tito', email: 'tito@example.com' } as unknown as typeof vera
  expect(await refuse(server, addParticipantCall, { bearer: olga, params: { id: document.id }, body })).toMatchObject({
    status: 400,
    code: 'VALIDATION',
  })
})

test('a template of an earlier release reads as signers alone, makes documents and can be edited', async () => {
  const { template } = await startWith()
  const { db } = server.services
  const row = await db.selectFrom('template_versions').selectAll().executeTakeFirstOrThrow()
  const description = JSON.parse(row.description)
  const known = ['id', 'name', 'is_owner', 'asks_certificate', 'step']
  const roles = description.roles.map((role: object) =>
    Object.fromEntries(Object.entries(role).filter(([name]) => known.includes(name))),
  )
  const older = JSON.stringify({ ...description, roles })
  expect(older).not.toContain('firma')
  await db.updateTable('template_versions').set({ description: older }).execute()
  const { document_id } = await use(template)
  expect(await list(document_id)).toEqual([])
  const { document_id: copy } = await edit(template)
  expect(await draftOf(copy)).toMatchObject({ changed: false })
  await add(copy, { ...vera, name: 'Gerente', email: roleEmail('rol-nuevo') })
  expect((await saveCopy(template, copy)).roles).toMatchObject([SIGNER_FACTS, SIGNER_FACTS, { kind: 'visto_bueno' }])
})

const person = fc.record({
  kind: fc.constantFrom(...roleKinds),
  name: fc.constantFrom('Ana', 'ANA ', 'Beto'),
  email: fc.constantFrom('', 'ana@example.com', 'Ana@Example.com', 'olga@example.com'),
})

test('the people of a row are those that the document itself would take, one after the other', () => {
  const accepts = (taken: readonly CastPerson[], one: CastPerson, signs: boolean): boolean => {
    const isOwner = one.email === 'olga@example.com'
    const isThere = taken.some(
      ({ kind, ...other }) => kind === one.kind && invitedSignerKey(other) === invitedSignerKey(one),
    )
    return !isThere && !(isOwner && (one.kind !== 'firma' || signs))
  }
  fc.assert(
    fc.property(fc.array(person, { maxLength: 8 }), fc.boolean(), (stated, signs) => {
      const taken: CastPerson[] = []
      const refused = stated.flatMap((one, index) => {
        if (one.email === '' || accepts(taken, one, signs)) {
          if (one.email !== '') taken.push(one)
          return []
        }
        return [index]
      })
      const found = misplacedPeople(stated, { email: 'OLGA@example.com', signs })
      expect(found.map(({ index }) => index)).toEqual(refused)
    }),
  )
})

test('the step of an approval is the place of its step among those of the signers', () => {
  const step = fc.integer({ min: 1, max: 6 })
  const base = { id: 'r1', name: 'A', is_owner: false, asks_certificate: false }
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), fc.option(step), (steps, before) => {
      const signers = steps.map((at) => ({ ...base, ...SIGNER_FACTS, step: at }))
      const others = participantKinds.map((kind) => ({ ...base, ...SIGNER_FACTS, kind, step: 1 }))
      const order = [...new Set(steps)].toSorted()
      const made = approvedStep([...others, ...signers], before)
      const following = order.findIndex((at) => at >= (before ?? 1))
      expect(made).toBe(following === -1 ? order.length : following + 1)
    }),
  )
})

const facts = fc.oneof(
  fc.record({
    kind: fc.constant('visto_bueno' as const),
    copy_when: fc.constant(null),
    before_step: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ kind: fc.constant('lectura' as const), copy_when: fc.constant(null), before_step: fc.constant(null) }),
  fc.record({
    kind: fc.constant('copia' as const),
    copy_when: fc.constantFrom(...copyMoments),
    before_step: fc.constant(null),
  }),
)
const role = fc.record({ facts, note: fc.constantFrom('', 'Revisa el monto', 'Es de Ana Rojas') })

test('a role becomes a participant and the same role again, whatever its kind; new ones get free ids', () => {
  fc.assert(
    fc.property(fc.array(role, { maxLength: 30 }), fc.nat(30), (made, known) => {
      const roles = made.map((one, at) => ({
        ...{ id: `r${at + 2}`, name: `Rol ${at}`, is_owner: false, asks_certificate: false, step: 1 },
        ...{ ...one.facts, note: one.note },
      }))
      const stored = roles.map(
        ({ id: role_id, kind, name, note, copy_when, before_step }, at): FieldlessParticipant => ({
          ...{ id: at + 100, document_id: 1, kind, added_at: at, answered_at: null, removed_at: null },
          ...participantDetails(kind, { name, email: roleEmail(role_id), note, copy_when, before_step }),
        }),
      )
      let next = 100
      const read = peopleOfEdit(roles.slice(0, known), stored, () => `r${next++}`)
      expect(read.map(({ key: _, signer: _s, fields: _f, ...rest }) => rest)).toEqual(
        roles.map((one, at) => (at < known ? one : { ...one, id: `r${100 + at - Math.min(known, roles.length)}` })),
      )
      const drafted = rolesOfPeople(stored, [{ signer_name: 'Ana Rojas', signer_email: '' }], [])
      expect(drafted.map(({ kind, copy_when, before_step }) => ({ kind, copy_when, before_step }))).toEqual(
        made.map((one) => one.facts),
      )
      expect(new Set(drafted.map(({ name }) => name)).size).toBe(drafted.length)
      for (const { note } of drafted) expect(note).not.toContain('Ana')
    }),
  )
})
