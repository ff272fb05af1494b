import type { Call } from 'shared/contract'
import { uploadFileCall } from 'shared/contract'
import { formValueProblem, isEmptyValue } from 'shared/contract/form-fields'
import { LockedUploadPartsSchema } from 'shared/contract/locked-upload'
import * as v from 'valibot'
import { calls } from './support/calls.ts'

interface Node {
  readonly type: string
  readonly entries?: Readonly<Record<string, Node>>
  readonly wrapped?: Node
  readonly item?: Node
  readonly options?: readonly (Node | string)[]
  readonly pipe?: readonly Node[]
}

/** Every string that a caller may write, by its path in the body. */
const stringsIn = (node: Node, path: string): [string, Node][] => {
  const base = node.pipe?.[0]
  if (base !== undefined && base.type !== 'string') return stringsIn({ ...base, pipe: undefined } as never, path)
  if (node.type === 'string') return [[path, node]]
  const parts = [
    ...Object.entries(node.entries ?? {}).map(([key, value]) => [`${path}.${key}`, value] as const),
    ...(node.wrapped === undefined ? [] : [[path, node.wrapped] as const]),
    ...(node.item === undefined ? [] : [[`${path}[]`, node.item] as const]),
    ...(node.options ?? []).flatMap((option) => (typeof option === 'string' ? [] : [[path, option] as const])),
  ]
  return parts.flatMap(([at, part]) => stringsIn(part, at))
}

const bodyOf = (call: Call): unknown => (call.name === uploadFileCall.name ? LockedUploadPartsSchema : call.body)

const inputs = calls.flatMap((call) =>
  [bodyOf(call), call.query].flatMap((schema) =>
    schema === undefined
      ? []
      : stringsIn(schema as Node, '').map(([path, node]) => [`${call.name}${path}`, node as never as v.GenericSchema]),
  ),
) as [string, v.GenericSchema][]

const HIDDEN = ['\u202e', '\u200b', '\u3164', '\u2800', '\u00ad', '\u2066', '\u{e0041}', '\u0007', '\ufeff\u061c']
const takes = (schema: v.GenericSchema, text: string): boolean => v.safeParse(schema, text).success
/** Lengths and shapes differ: a value that is taken without the hidden character, and with it. */
const admitsHidden = (schema: v.GenericSchema): string[] =>
  HIDDEN.filter((hidden) =>
    ['Ana', 'Ana Rojas', 'A'.repeat(40)].some((text) => takes(schema, `${text}${hidden}${text}`)),
  )

/** No other person sees these: they are compared with a stored value, searched for, opaque, or not used at all. */
const SECRETS =
  /\.(?:proof|token|access_token|refresh_token|client_secret|client_id|password|new_password|password_confirmation|code|email_code)$/
const SEARCHED = ['findContacts.q', 'findFiles.q', 'findFiles.name', 'findFiles.tag', 'findFiles.cursor']
const UNSEEN = new Set<string>([
  ...SEARCHED,
  // Compared with what is stored.
  'login.username',
  'deleteAccount.username',
  'oauthToken.username',
  'passwordResetConfirm.email',
  'sendPdfEmail.email',
  'createTemplate.roles[].key',
  'saveTemplateVersion.roles[].key',
  // One of a list that the server knows.
  'oauthToken.grant_type',
  'oauthToken.scope',
  'digitalSign.consent',
  'prepareSignature.consent',
  'startFvaSignature.consent',
  'signSending.consent',
  'completeSignature.signature.algorithm',
  'addPasskey.passkey.response.transports[]',
  // Checked as a whole, with the type.
  'digitalSign.identification.number',
  'prepareSignature.identification.number',
  'startAgentSession.identification.number',
  'startFvaSignature.identification.number',
  'signSending.identification.number',
  // Checked by the rule of the field when the values are signed (below).
  'saveFormDraft.values[].value',
  // Parsed as a URL, or as data.
  'createWebhook.url',
  'fvaResult.DocumentoFirmado',
  'fvaResult.HashDocumentoFirmado',
  // Named by the specification, and not used: the server takes them from its own fields.
  'digitalSign.signer_info.name',
  'digitalSign.signer_info.email',
  'digitalSign.field_info.documentName',
  'digitalSign.field_info.fieldId',
  'sendInvitation.document_url',
  // Ids that only their sender gets back.
  'createField.field_id',
  'createFormField.client_id',
  'digitalSign.field_id',
  'previewInvitation.field_id',
  'sendInvitation.field_id',
])

test('whatever one person writes and another one sees has no hidden character', () => {
  const open = inputs.filter(([, schema]) => admitsHidden(schema).length > 0).map(([path]) => path)
  expect(open.filter((path) => !UNSEEN.has(path) && !SECRETS.test(path)).sort()).toEqual([])
  expect([...UNSEEN].filter((path) => !open.includes(path))).toEqual([])
})

test.each(HIDDEN)('a required answer of nothing but %j is missing', (hidden) => {
  const field = { label: 'Cédula', required: true, rule: { kind: 'text', max_length: 50, multiline: false } as const }
  expect(isEmptyValue(hidden)).toBe(true)
  expect(formValueProblem(field, hidden)).toBe('Falta llenar «Cédula».')
  expect(formValueProblem(field, `1-0${hidden}1`)).toMatch(/caracteres que no se ven/)
})

test.each(['Señor 👍🏽', 'vivo en ❤️', '👨‍👩‍👧', '1️⃣', 'línea', 'नेहा'])('the answer %j is taken', (value) => {
  const field = { label: 'Nota', required: true, rule: { kind: 'text', max_length: 50, multiline: false } as const }
  expect(formValueProblem(field, value)).toBeUndefined()
})
