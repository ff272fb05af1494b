import * as v from 'valibot'
import { FIELDS_PER_DOCUMENT_MAX } from '../documents/fields.ts'
import { FormColumnsSchema } from '../documents/form-columns.ts'
import { FORM_FIELDS_MAX, FormFieldRuleSchema, ReplacedSchema } from '../documents/form-rules.ts'
import { callOf } from '../values/call-of.ts'
import { signingModes } from '../values/document-mode.ts'
import { EmailSchema } from '../values/email.ts'
import { IdParams } from '../values/id-params.ts'
import { IdSchema, InstantSchema } from '../values/ids.ts'
import { MAX_LENGTHS } from '../values/limits.ts'
import { SignerNameSchema } from '../values/signer-name.ts'
import { hasHiddenCharacter, NAME_HIDDEN_MESSAGE, visibleLine, visibleText } from '../values/visible-name.ts'
import { REASON_MAX } from './invitations.ts'
import {
  BeforeStepSchema,
  copyMoments,
  PARTICIPANTS_PER_DOCUMENT_MAX,
  ParticipantNoteSchema,
  participantKinds,
} from './participants.ts'
import { signingOrderModes } from './signing-order.ts'

export type { FormColumn } from '../documents/form-columns.ts'

/** Of an account; the list is not paged. */
export const TEMPLATES_MAX = 200
/** Characters, like the next one. */
export const TEMPLATE_NAME_MAX_LENGTH = 120
export const ROLE_NAME_MAX_LENGTH = 64
/** People of a template, with and without a field. */
export const TEMPLATE_ROLES_MAX = 50

const label = (empty: string, max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.normalize('NFC').replace(/\s+/gu, ' ').trim()),
    v.nonEmpty(empty),
    v.maxLength(max, `Usa como máximo ${max} caracteres`),
    v.check((text) => !hasHiddenCharacter(text), NAME_HIDDEN_MESSAGE),
  )

export const TemplateNameSchema = label('Ponle un nombre a la plantilla', TEMPLATE_NAME_MAX_LENGTH)
export const RoleNameSchema = label('Ponle un nombre a este rol, por ejemplo «Arrendatario»', ROLE_NAME_MAX_LENGTH)
const MessageSchema = visibleText(REASON_MAX, `El texto debe tener como máximo ${REASON_MAX} caracteres`)

/** Roles of one template have different keys. */
export const roleNameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** Address of a role in a working copy: `.invalid` never receives mail (RFC 2606). */
export const roleEmail = (id: string): string => `${id}@plantilla.invalid`

/** What a person of a template does: `firma` signs in fields, the others are `participantKinds`. */
export const roleKinds = ['firma', ...participantKinds] as const
export type RoleKind = (typeof roleKinds)[number]

const RoleIdSchema = v.pipe(v.string(), v.regex(/^r[1-9]\d?$/))
const Fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const Step = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(TEMPLATE_ROLES_MAX))

const RoleSchema = v.object({
  id: RoleIdSchema,
  name: RoleNameSchema,
  is_owner: v.boolean(),
  asks_certificate: v.boolean(),
  step: Step,
  kind: v.optional(v.picklist(roleKinds), 'firma'),
  note: v.optional(ParticipantNoteSchema, ''),
  copy_when: v.optional(v.nullable(v.picklist(copyMoments)), null),
  before_step: v.optional(v.nullable(BeforeStepSchema), null),
})
/**
 * A person to be named at each use. `step` from 1, equal steps sign in any order; 1 without a field. `kind`: only
 * `firma` has fields; `note`, `copy_when` and `before_step` as of a participant without a field. Releases before 0.3.0
 * know signers alone and leave the last four out.
 */
export type TemplateRole = v.InferOutput<typeof RoleSchema>

const TemplateFieldSchema = v.object({
  role: RoleIdSchema,
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  x: Fraction,
  y: Fraction,
  width: Fraction,
  height: Fraction,
  label: visibleLine(100),
})
export type TemplateField = v.InferOutput<typeof TemplateFieldSchema>

const TemplateFormFieldSchema = v.object({
  /** Index in `fields`: whoever signs it fills this one in. */
  signature: v.pipe(v.number(), v.integer(), v.minValue(0)),
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  x: Fraction,
  y: Fraction,
  width: Fraction,
  height: Fraction,
  label: v.pipe(visibleLine(100), v.nonEmpty()),
  help: visibleLine(300),
  required: v.boolean(),
  position: v.nullable(v.pipe(v.number(), v.integer())),
  rule: FormFieldRuleSchema,
  replaces: ReplacedSchema,
})
/** `signature`: index of the signature field whose signer fills it in. */
export type TemplateFormField = v.InferOutput<typeof TemplateFormFieldSchema>

const DescriptionSchema = v.object({
  format: v.literal(1),
  mode: v.picklist(signingModes),
  order: v.picklist(signingOrderModes),
  message: MessageSchema,
  roles: v.pipe(v.array(RoleSchema), v.minLength(1), v.maxLength(TEMPLATE_ROLES_MAX)),
  fields: v.pipe(v.array(TemplateFieldSchema), v.minLength(1), v.maxLength(FIELDS_PER_DOCUMENT_MAX)),
  form_fields: v.optional(v.pipe(v.array(TemplateFormFieldSchema), v.maxLength(FORM_FIELDS_MAX)), []),
})

/** Stored as JSON. */
export const TemplateDescriptionSchema = v.pipe(
  DescriptionSchema,
  v.check(({ fields, form_fields }) => form_fields.every(({ signature }) => signature < fields.length)),
  v.check(({ roles }) => roles.filter(({ kind }) => kind !== 'firma').length <= PARTICIPANTS_PER_DOCUMENT_MAX),
  v.check(({ roles, fields }) =>
    fields.every(({ role }) => roles.every(({ id, kind }) => id !== role || kind === 'firma')),
  ),
)
export type TemplateDescription = v.InferOutput<typeof TemplateDescriptionSchema>

const SetSchema = v.object({
  id: IdSchema,
  documents: v.array(
    v.object({ template_id: IdSchema, name: v.string(), version: v.number(), pages: v.number(), fields: v.number() }),
  ),
})
/** Templates that are used as one sending, in its order. `name` is the document's; all share the template's name. */
export type TemplateSet = v.InferOutput<typeof SetSchema>

const summary = {
  id: IdSchema,
  name: v.string(),
  version: v.number(),
  mode: v.picklist(signingModes),
  pages: v.number(),
  sha256: v.string(),
  created_at: InstantSchema,
  updated_at: InstantSchema,
  documents: v.number(),
  roles: v.array(RoleSchema),
  message: v.string(),
  form_field_count: v.number(),
  /** Names. Documents of the template get them. Absent without tags. */
  tags: v.optional(v.array(v.string())),
  /** Absent for a template that is used alone. */
  set: v.optional(SetSchema),
}
/**
 * `documents`: how many exist that the template made. Of a template of a set, `name`, `roles`, `form_field_count` and
 * `form_columns` are the set's: roles of equal names are one role, and a use names its person once.
 */
export const TemplateSummarySchema = v.object(summary)
export type TemplateSummary = v.InferOutput<typeof TemplateSummarySchema>

export const TemplateSchema = v.object({
  ...summary,
  order: v.picklist(signingOrderModes),
  fields: v.array(TemplateFieldSchema),
  form_fields: v.array(TemplateFormFieldSchema),
  form_columns: FormColumnsSchema,
})
export type Template = v.InferOutput<typeof TemplateSchema>

const PATH = '/home/api/templates/'
const ONE = '/home/api/templates/:id/'

/** Opens the working copy, a document for the editor that is in no list. `resumed`: it has unsaved changes. */
export const editTemplateFieldsCall = callOf('editTemplateFields', 'POST', '/home/api/templates/:id/edit/', {
  params: IdParams,
  body: v.object({}),
  reply: v.object({ document_id: IdSchema, resumed: v.boolean() }),
})

/** A set is listed once, as its first template. */
export const listTemplatesCall = callOf('listTemplates', 'GET', PATH, {
  reply: v.object({ templates: v.array(TemplateSummarySchema) }),
})

export const getTemplateCall = callOf('getTemplate', 'GET', ONE, { params: IdParams, reply: TemplateSchema })

export const templateFileCall = callOf('templateFile', 'GET', '/home/api/templates/:id/file/', {
  params: IdParams,
  reply: v.unknown(),
})

const OriginSchema = v.object({
  template_id: IdSchema,
  name: v.string(),
  version: v.number(),
  newest: v.nullable(v.number()),
})

const DraftRoleSchema = v.object({
  key: v.string(),
  name: v.string(),
  signer: v.string(),
  is_owner: v.boolean(),
  kind: v.optional(v.picklist(roleKinds), 'firma'),
  fields: v.number(),
  form_fields: v.number(),
})

/**
 * What saving a document would make. `changed`: only for a working copy. `together`: of a document of a sending, all
 * documents that are saved with it, as a set.
 */
export const TemplateDraftSchema = v.object({
  roles: v.array(DraftRoleSchema),
  message: v.string(),
  from_form: v.boolean(),
  origin: v.nullable(OriginSchema),
  changed: v.optional(v.boolean()),
  together: v.optional(v.array(v.object({ document_id: IdSchema, name: v.string(), fields: v.number() }))),
})
export type TemplateDraft = v.InferOutput<typeof TemplateDraftSchema>

export const templateDraftCall = callOf('templateDraft', 'GET', '/home/api/files/:id/template-draft/', {
  params: IdParams,
  reply: TemplateDraftSchema,
})

const fromDocument = {
  document_id: IdSchema,
  roles: v.pipe(
    v.array(v.object({ key: v.pipe(v.string(), v.maxLength(300)), name: RoleNameSchema })),
    v.maxLength(TEMPLATE_ROLES_MAX),
  ),
  message: MessageSchema,
}

/**
 * Refused if the document's fields changed since the draft. A document of a sending saves all its documents as a set,
 * or none; the reply is its first template.
 */
export const createTemplateCall = callOf('createTemplate', 'POST', PATH, {
  body: v.object({ name: TemplateNameSchema, ...fromDocument }),
  reply: TemplateSchema,
})

/**
 * `version`: the newest that the page knows; refused if there is a newer one. Of a set, this template alone gets a
 * version.
 */
export const saveTemplateVersionCall = callOf('saveTemplateVersion', 'POST', '/home/api/templates/:id/versions/', {
  params: IdParams,
  body: v.object({ version: v.number(), ...fromDocument }),
  reply: TemplateSchema,
})

/** The step of a role without a field changes nothing. */
export const ChangeTemplateSchema = v.object({
  version: v.number(),
  name: TemplateNameSchema,
  order: v.picklist(signingOrderModes),
  message: MessageSchema,
  roles: v.pipe(
    v.array(v.object({ id: RoleIdSchema, name: RoleNameSchema, step: Step })),
    v.maxLength(TEMPLATE_ROLES_MAX),
  ),
})
export type TemplateChange = v.InferOutput<typeof ChangeTemplateSchema>

/**
 * A new name alone makes no version. Of a set, names of the template and of its roles and the message are the set's;
 * order and steps are given to all its documents if they differ from those of the reply.
 */
export const changeTemplateCall = callOf('changeTemplate', 'PUT', ONE, {
  params: IdParams,
  body: ChangeTemplateSchema,
  reply: TemplateSchema,
})

/** Of a set, all its templates. */
export const duplicateTemplateCall = callOf('duplicateTemplate', 'POST', '/home/api/templates/:id/duplicate/', {
  params: IdParams,
  body: v.object({}),
  reply: TemplateSchema,
})

/** Final; of a set, all its templates. Documents of the template stay; its bulk jobs are cancelled. */
export const deleteTemplateCall = callOf('deleteTemplate', 'DELETE', ONE, {
  params: IdParams,
  reply: v.object({ success: v.boolean() }),
})

const PersonSchema = v.object({
  role: RoleIdSchema,
  name: SignerNameSchema,
  email: EmailSchema,
  certificate_identification: v.optional(visibleLine(100)),
})
export type TemplatePerson = v.InferOutput<typeof PersonSchema>

export const UseTemplateSchema = v.object({
  name: v.pipe(
    visibleLine(MAX_LENGTHS.search, `Usa como máximo ${MAX_LENGTHS.search} caracteres`),
    v.nonEmpty('Ponle un nombre al documento'),
  ),
  people: v.pipe(v.array(PersonSchema), v.maxLength(TEMPLATE_ROLES_MAX)),
  message: v.optional(MessageSchema),
  request_key: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{16,128}$/))),
})
export type UseTemplate = v.InferOutput<typeof UseTemplateSchema>

const SendingOfTemplateSchema = v.object({
  id: IdSchema,
  documents: v.array(v.object({ document_id: IdSchema, original_filename: v.string() })),
})

/** Needs a person for each role but the owner's, also for those without a field. Makes a whole document or nothing, and sends no invitation. A `request_key` makes one document. A template of a set makes a sending with a document of each template; `document_id` is the first. */
export const useTemplateCall = callOf('useTemplate', 'POST', '/home/api/templates/:id/documents/', {
  params: IdParams,
  body: UseTemplateSchema,
  reply: v.object({
    document_id: IdSchema,
    original_filename: v.string(),
    template_id: IdSchema,
    version: v.number(),
    sending: v.optional(SendingOfTemplateSchema),
  }),
})

/**
 * Invites everybody without a valid invitation, with and without a field; repeating it sends nothing twice. Of a
 * sending, in all its documents that templates made: a person who signs gets one invitation.
 */
export const sendTemplateDocumentCall = callOf(
  'sendTemplateDocument',
  'POST',
  '/home/api/template-documents/:id/send/',
  {
    params: IdParams,
    body: v.object({}),
    reply: v.object({
      success: v.boolean(),
      invited: v.number(),
      message: v.string(),
      sending: v.optional(v.object({ id: IdSchema, documents: v.array(IdSchema) })),
    }),
  },
)
