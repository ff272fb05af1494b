import type { EmptyField } from 'pdf/sign'
import type { SigningMode } from 'shared/contract'
import type { FormField } from 'shared/contract/form-fields'
import { invitedSignerKey, OWNER_SIGNER_KEY, type SigningOrderMode } from 'shared/contract/signing-order'
import type { TemplateDescription, TemplateField, TemplateFormField, TemplateRole } from 'shared/contract/templates'
import { fieldsBySigner } from '../access/same-signer.ts'
import { stepsOf } from '../access/turns.ts'
import type { StoredField } from '../access/view-field.ts'

export const OWNER_ROLE_NAME = 'Propietario'
/** Replaces a label that names a signer: a template must not carry personal data into other documents. */
const FIELD_LABEL = 'Campo de Firma'
const FORM_FIELD_LABEL = 'Dato'

/**
 * A document's fields get their ids from their index in the description. `roleNames` finds the role's name again by it
 * when the document is saved as a template.
 */
export const clientIdOf = (index: number): string => `plantilla_${index + 1}`
/** Apart from `clientIdOf`, although the tables differ: one editor shows both. */
export const formClientIdOf = (index: number): string => `plantilla_dato_${index + 1}`

type RoleKindFacts = Pick<TemplateRole, 'kind' | 'note' | 'copy_when' | 'before_step'>

/** Of a role with fields. */
export const SIGNER_FACTS: RoleKindFacts = { kind: 'firma', note: '', copy_when: null, before_step: null }

/** A role before its template is saved. */
export interface DraftRole extends RoleKindFacts {
  /** Only in a working copy: bulk jobs and programs know a role by its id. */
  readonly id?: string
  /**
   * Finds the role again in the request that saves: the id of its first field or of its participant, or its index in
   * the PDF's form. If the document changed since the draft was shown, the keys differ and the save is refused.
   */
  readonly key: string
  readonly name: string
  /** Name shown next to the role in the dialog; never stored in the template. */
  readonly signer: string
  /** Says which roles of several documents are one; never stored. Undefined without an address. */
  readonly person?: string | undefined
  readonly is_owner: boolean
  readonly asks_certificate: boolean
  /** From 1. Equal steps sign in any order. 1 for a role without a field. */
  readonly step: number
  readonly fields: readonly DraftField[]
}

type DraftFormField = Omit<TemplateFormField, 'signature'>
interface DraftField extends Omit<TemplateField, 'role'> {
  readonly form_fields: readonly DraftFormField[]
}

export const foldedName = (text: string): string => text.normalize('NFC').toLowerCase()

/** @param signers folded */
export const namesSigner = (text: string, signers: readonly string[]): boolean =>
  signers.some((name) => foldedName(text).includes(name))

const placeForm = (field: FormField, signers: readonly string[]): DraftFormField => {
  const { page, x_relative: x, y_relative: y, width_relative: width, height_relative: height } = field
  const { required, position, rule, replaces } = field
  const label = namesSigner(field.label, signers) ? FORM_FIELD_LABEL : field.label
  const help = namesSigner(field.help, signers) ? '' : field.help
  return { page, x, y, width, height, label, help, required, position, rule, replaces }
}

/**
 * @param signers folded names and addresses to remove from texts; empty for a working copy, where they are names of
 *   roles
 */
export const placeRole = (field: StoredField, forms: readonly FormField[], signers: readonly string[]): DraftField => {
  const { page, x, y, width, height } = field
  const label = namesSigner(field.label, signers) ? FIELD_LABEL : field.label
  const own = forms.filter(({ signature_field_id }) => signature_field_id === field.id)
  return { page, x, y, width, height, label, form_fields: own.map((each) => placeForm(each, signers)) }
}

/** Anyone whom a text of a template must not name. */
export interface NamedPerson {
  readonly signer_name: string
  readonly signer_email: string
}

const signersOf = (people: readonly NamedPerson[]): string[] =>
  people
    .flatMap(({ signer_name, signer_email }) => [signer_name, signer_email])
    .filter((name) => name !== '')
    .map(foldedName)

const personOf = ({ field_type, signer_name: name, signer_email: email }: StoredField): string | undefined => {
  if (field_type === 'PRIMARY') return OWNER_SIGNER_KEY
  return email === '' ? undefined : invitedSignerKey({ name, email })
}

/**
 * Makes one role of each signer, in signing order. A signer with fields in several steps signs in the first one.
 *
 * @param names names of roles by `client_id`, if the document was made from a template
 * @param others people of the documents that are sent with it
 */
export const rolesOfFields = (
  order: SigningOrderMode,
  fields: readonly StoredField[],
  names: ReadonlyMap<string, string> = new Map(),
  forms: readonly FormField[] = [],
  others: readonly NamedPerson[] = [],
): DraftRole[] => {
  const signers = signersOf([...fields, ...others])
  const steps = stepsOf({ mode: order, fields, approvals: [] }).map((step) => step.fields)
  return [...fieldsBySigner(steps.flat()).values()].map((own, index) => {
    const [first] = own
    const is_owner = first.field_type === 'PRIMARY'
    return {
      ...SIGNER_FACTS,
      key: String(first.id),
      name: names.get(first.client_id) ?? (is_owner ? OWNER_ROLE_NAME : `Firmante ${index + 1}`),
      signer: first.signer_name,
      person: personOf(first),
      is_owner,
      asks_certificate: own.some(({ certificate_identification }) => certificate_identification !== null),
      step: steps.findIndex((step) => step.includes(first)) + 1,
      fields: own.map((field) => placeRole(field, forms, signers)),
    }
  })
}

/** Field names come from the PDF: control characters go, and 64 characters are the limit of a role's name. */
const roleName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 64)

/** Proposes a role for each empty signature field of the PDF's form, each in its own step. */
export const rolesOfForm = (fields: readonly EmptyField[]): DraftRole[] =>
  fields.map(({ name, page, rect }, index) => ({
    ...SIGNER_FACTS,
    key: `form:${index + 1}`,
    name: roleName(name) || `Firmante ${index + 1}`,
    signer: '',
    is_owner: false,
    asks_certificate: false,
    step: index + 1,
    fields: [{ page, ...rect, label: FIELD_LABEL, form_fields: [] }],
  }))

/** A document as it would be saved. */
export interface DescribedDocument {
  readonly mode: SigningMode
  readonly order: SigningOrderMode
  readonly message: string
  readonly roles: readonly DraftRole[]
}

/**
 * Turns drafts into the stored description: fields name their role, form fields the index of their signature field.
 *
 * @param names names that the owner gave, by `DraftRole.key`
 */
export const describeDocument = (
  { mode, order, message, roles }: DescribedDocument,
  names: ReadonlyMap<string, string>,
): TemplateDescription => {
  const drawn = roles.flatMap(({ fields }) => fields)
  const named = roles.map((role, index) => ({
    ...role,
    id: role.id ?? `r${index + 1}`,
    name: names.get(role.key) ?? role.name,
  }))
  return {
    format: 1,
    mode,
    order,
    message,
    roles: named.map(
      ({ id, name, is_owner, asks_certificate, step, kind, note, copy_when, before_step }): TemplateRole => ({
        ...{ id, name, is_owner, asks_certificate, step },
        ...{ kind, note, copy_when, before_step },
      }),
    ),
    fields: named.flatMap(({ id, fields }) => fields.map(({ form_fields: _, ...field }) => ({ ...field, role: id }))),
    form_fields: drawn.flatMap(({ form_fields }, signature) => form_fields.map((field) => ({ ...field, signature }))),
  }
}
