import type { FormField } from 'shared/contract/form-fields'
import { emailKey, OWNER_SIGNER_KEY } from 'shared/contract/signing-order'
import { roleEmail, type TemplateDescription, type TemplateRole } from 'shared/contract/templates'
import type { FieldlessParticipant } from '../access/find-participant.ts'
import { fieldsBySigner, rowSignerKey } from '../access/same-signer.ts'
import type { StoredField } from '../access/view-field.ts'
import { type DraftRole, OWNER_ROLE_NAME, placeRole, SIGNER_FACTS } from './describe-document.ts'
import { peopleOfEdit } from './people-roles.ts'

const keyOfRole = ({ id, is_owner }: TemplateRole): string => (is_owner ? OWNER_SIGNER_KEY : `role ${id}`)

const keyOfField =
  (roles: readonly TemplateRole[]) =>
  (field: StoredField): string => {
    const address = emailKey(field.signer_email)
    const role = roles.find(({ id, is_owner }) => !is_owner && emailKey(roleEmail(id)) === address)
    return role === undefined || field.field_type === 'PRIMARY' ? rowSignerKey(field) : keyOfRole(role)
  }

/** The first one that no role of the copy has. */
const freeId = (taken: ReadonlySet<string>): string => {
  let number = 1
  while (taken.has(`r${number}`)) number += 1
  return `r${number}`
}

const newRoles = (
  roles: readonly TemplateRole[],
  groups: ReadonlyMap<string, readonly [StoredField, ...StoredField[]]>,
  nextId: () => string,
): readonly (readonly [string, TemplateRole])[] => {
  const known = new Set(roles.map(keyOfRole))
  let step = Math.max(...roles.map((role) => role.step))
  return [...groups].flatMap(([key, [first]]) => {
    if (known.has(key)) return []
    const id = nextId()
    step += 1
    const is_owner = key === OWNER_SIGNER_KEY
    const name = is_owner ? OWNER_ROLE_NAME : first.signer_name
    return [[key, { id, name, is_owner, asks_certificate: false, step, ...SIGNER_FACTS }] as const]
  })
}

/**
 * Reads the roles of a working copy. A role keeps id, name and step, so bulk jobs and programs go on with the new
 * version. In the copy its address is made from its id (`roleEmail`), so moving a field to another role is a change of
 * address. A new signer becomes a role that signs last; a role whose fields were removed disappears, as one whose
 * participant was removed does.
 */
export const rolesOfEdit = (
  description: TemplateDescription,
  {
    fields,
    forms,
    people,
  }: {
    readonly fields: readonly StoredField[]
    readonly forms: readonly FormField[]
    readonly people: readonly FieldlessParticipant[]
  },
): DraftRole[] => {
  const taken = new Set(description.roles.map(({ id }) => id))
  const nextId = () => {
    const id = freeId(taken)
    taken.add(id)
    return id
  }
  const known = description.roles.filter(({ kind }) => kind === 'firma')
  const groups = fieldsBySigner(fields, keyOfField(known))
  const roles = [...known.map((role) => [keyOfRole(role), role] as const), ...newRoles(known, groups, nextId)]
  const signers = roles.flatMap(([key, role]) => {
    const own = groups.get(key)
    return own === undefined
      ? []
      : [{ ...role, key: String(own[0].id), signer: '', fields: own.map((field) => placeRole(field, forms, [])) }]
  })
  return [...signers, ...peopleOfEdit(description.roles, people, nextId)]
}

/**
 * Decimals of relative coordinates: a millionth of a page. The browser computes them again, and the last digits
 * differ.
 */
const DIGITS = 6

const settingsText = (value: object): string =>
  JSON.stringify(
    Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)),
    (_, each) => (typeof each === 'number' ? Number(each.toFixed(DIGITS)) : each),
  )

const comparable = ({ format, mode, order, message, roles, fields, form_fields }: TemplateDescription): string =>
  JSON.stringify([
    [format, mode, order, message, roles.map(settingsText)],
    fields.map(settingsText).toSorted(),
    form_fields
      .map(({ signature, rule, ...field }) =>
        settingsText({ ...field, rule: settingsText(rule), role: fields[signature]?.role }),
      )
      .toSorted(),
  ])

/** Ignores the order of fields: moving one and moving it back is no change. */
export const isSameDescription = (a: TemplateDescription, b: TemplateDescription): boolean =>
  comparable(a) === comparable(b)
