import fc from 'fast-check'
import type { FormField } from 'shared/contract/form-fields'
import { signerKey } from 'shared/contract/signing-order'
import { roleEmail, type TemplateDescription, TemplateDescriptionSchema } from 'shared/contract/templates'
import * as v from 'valibot'
import { ApiError } from '../../platform/http/api-error.ts'
import { storedField } from '../access/test-support/stored-field.ts'
import type { StoredField } from '../access/view-field.ts'
import { assignPeople } from './assign-people.ts'
import { describeDocument, rolesOfFields, rolesOfForm } from './describe-document.ts'
import { rolesOfEdit } from './describe-edit.ts'
import { parseDescription } from './find-template.ts'

const owner = { name: 'Olga Núñez', email: 'olga@example.com' }

const signer = fc.constantFrom('', 'ana@example.com', 'Ana@example.com', 'beto@example.com', 'carla@example.com')
const fraction = fc.double({ min: 0, max: 0.5, noNaN: true })
const fields = fc
  .array(
    fc.record({
      field_type: fc.constantFrom('PRIMARY' as const, 'SECONDARY' as const),
      signer_email: signer,
      signer_name: fc.constantFrom('Ana Rojas', 'Beto Solano'),
      names: fc.boolean(),
      page: fc.integer({ min: 1, max: 9 }),
      x: fraction,
      y: fraction,
      turn: fc.option(fc.integer({ min: 1, max: 4 })),
      certificate_identification: fc.option(fc.constant('01-0234-0567')),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((rows) =>
    rows.map(
      ({ names, ...row }, index): StoredField => ({
        ...row,
        label: names ? `Firma de ${row.signer_name.toUpperCase()} ${row.signer_email}` : 'Campo de Firma',
        id: 1000 + index,
        document_id: 1,
        participant_id: 1000 + index,
        alternate_id: null,
        position: index,
        client_id: `field_${index}`,
        width: 0.2,
        height: 0.1,
        created_at: 0,
        signed_at: null,
        signed_by_link_at: null,
        deleted_at: null,
        has_form: 0,
      }),
    ),
  )
const order = fc.constantFrom('parallel' as const, 'ordered' as const)

const formOf = (row: StoredField, index: number): FormField => ({
  id: 2000 + index,
  client_id: `campo_${index}`,
  user_file_id: 1,
  signature_field_id: row.id,
  label: index % 2 === 0 ? `Domicilio de ${row.signer_name}` : 'Monto',
  help: index % 2 === 0 ? '' : `Como lo escribe ${row.signer_name}`,
  required: true,
  page: row.page,
  x_relative: row.x,
  y_relative: row.y,
  width_relative: 0.2,
  height_relative: 0.05,
  position: null,
  rule: { kind: 'checkbox' },
  replaces: [],
})

const keyOf = ({ id, field_type, signer_name: name, signer_email: email }: StoredField): string =>
  signerKey({ fieldId: id, isOwner: field_type === 'PRIMARY', name, email, byPublicLink: false })

const describe_ = (mode: 'parallel' | 'ordered', rows: readonly StoredField[]): TemplateDescription =>
  describeDocument(
    { mode: 'electronic', order: mode, message: '', roles: rolesOfFields(mode, rows, new Map(), rows.map(formOf)) },
    new Map(),
  )

test('each field belongs to exactly one role, and the template contains no identification or address', () => {
  fc.assert(
    fc.property(order, fields, (mode, rows) => {
      const description = describe_(mode, rows)
      expect(v.parse(TemplateDescriptionSchema, JSON.parse(JSON.stringify(description)))).toEqual(description)
      expect(description.fields).toHaveLength(rows.length)
      const places = ({ page, x, y }: { page: number; x: number; y: number }) => `${page} ${x} ${y}`
      expect(description.fields.map(places).toSorted()).toEqual(rows.map(places).toSorted())
      const known = new Set(description.roles.map(({ id }) => id))
      expect(description.fields.every(({ role }) => known.has(role))).toBe(true)
      expect(JSON.stringify(description)).not.toMatch(/@|01-0234|rojas|solano/i)
      expect(description.form_fields).toHaveLength(rows.length)
      for (const form of description.form_fields)
        expect(places(form)).toBe(places(description.fields[form.signature] ?? { page: 0, x: 0, y: 0 }))
      const steps = description.roles.map(({ step }) => step)
      expect(steps).toEqual(steps.toSorted((a, b) => a - b))
      expect(description.roles.filter(({ is_owner }) => is_owner).length).toBeLessThanOrEqual(1)
    }),
  )
})

test('a role collects the fields with one signer’s key, however name and address are written', () => {
  fc.assert(
    fc.property(order, fields, (mode, rows) => {
      const roles = rolesOfFields(mode, rows)
      const keys = roles.map((role) => rows.find(({ id }) => role.key === String(id))).map((row) => row && keyOf(row))
      expect(new Set(keys)).toEqual(new Set(rows.map(keyOf)))
      expect(keys).toHaveLength(new Set(keys).size)
    }),
  )
})

const secondary = (id: number, signer_name: string, signer_email: string): StoredField =>
  storedField(id, { signer_name, signer_email, width: 0.2, label: 'Campo de Firma' })

test('two spellings of name and address are one role; two names at one address, or two addresses, are two', () => {
  const rows = [
    secondary(1, 'Ana Rojas', 'ana@example.com'),
    secondary(2, 'ANA  rojas', ' ANA@example.com'),
    secondary(3, 'Ana Rojas', 'rojas@example.com'),
    secondary(4, 'Luis Rojas', 'ana@example.com'),
  ]
  expect(rolesOfFields('parallel', rows).map(({ key, fields: own }) => [key, own.length])).toEqual([
    ['1', 2],
    ['3', 1],
    ['4', 1],
  ])
})

test('an edited template gives a new field of a known role, and of one new person, one role each', () => {
  const description = describe_('parallel', [secondary(1, 'Ana Rojas', 'ana@example.com')])
  const rows = [
    secondary(5, 'Firmante 1', roleEmail('r1')),
    secondary(6, 'Otro nombre', ` ${roleEmail('R1')}`),
    secondary(7, 'Jos\u00e9', 'jos\u00e9@example.com'),
    secondary(8, 'Jose', 'jose\u0301@example.com '),
  ]
  const roles = rolesOfEdit(description, { fields: rows, forms: [], people: [] })
  expect(roles.map(({ id, name, fields: own }) => [id, name, own.length])).toEqual([
    ['r1', 'Firmante 1', 2],
    ['r2', 'Jos\u00e9', 2],
  ])
})

test('the assignment requires exactly one person for each role of other signers, in any order', () => {
  fc.assert(
    fc.property(order, fields, fc.integer(), (mode, rows, seed) => {
      const description = describe_(mode, rows)
      const guests = description.roles.filter(({ is_owner }) => !is_owner)
      const people = guests.map(({ id }, index) => ({
        role: id,
        name: `Persona ${index}`,
        email: `persona${index}@example.com`,
        certificate_identification: '01-0999-0888',
      }))
      const turned = seed % 2 === 0 ? people : people.toReversed()
      const assigned = assignPeople(description, turned, owner)
      expect(assigned.map(({ role }) => role.id)).toEqual(description.roles.map(({ id }) => id))
      expect(assigned.filter(({ role }) => role.is_owner).every(({ email }) => email === owner.email)).toBe(true)
      const [first] = people
      if (first === undefined) return
      for (const wrong of [people.slice(1), [...people, first], [...people, { ...first, role: 'r99' }]])
        expect(() => assignPeople(description, wrong, owner)).toThrow(ApiError)
    }),
  )
})

test('a version without form fields is readable; a form field without a signature field is an error', () => {
  const [role] = rolesOfForm([{ name: 'Fiador', page: 1, rect: { x: 0.1, y: 0.1, width: 0.2, height: 0.1 } }])
  if (role === undefined) throw new Error('no role')
  const made = describeDocument({ mode: 'electronic', order: 'parallel', message: '', roles: [role] }, new Map())
  const { form_fields: _, ...old } = made
  expect(parseDescription(JSON.stringify(old))).toEqual(made)
  const form = { signature: 1, page: 1, x: 0, y: 0, width: 0.1, height: 0.1, label: 'Monto', help: '' }
  const lost = { ...old, form_fields: [{ ...form, required: true, position: null, rule: { kind: 'checkbox' } }] }
  expect(() => parseDescription(JSON.stringify(lost))).toThrow(ApiError)
  expect(v.safeParse(TemplateDescriptionSchema, { ...lost, fields: [...made.fields, ...made.fields] }).success).toBe(
    true,
  )
})

test('roles named after PDF fields have visible, non-empty names of at most 64 characters', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 90 }), { minLength: 1, maxLength: 5 }), (names) => {
      const rect = { x: 0.1, y: 0.1, width: 0.2, height: 0.1 }
      const roles = rolesOfForm(names.map((name) => ({ name, page: 1, rect })))
      for (const { name } of roles) {
        expect(name).not.toBe('')
        expect(name).not.toMatch(/\p{C}/u)
        expect(name.length).toBeLessThanOrEqual(64)
      }
    }),
  )
})
