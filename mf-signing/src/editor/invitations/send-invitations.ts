import type { UserFile } from 'shared/contract'
import { href } from 'shared/contract'
import { currentAccessToken, HttpError, invitationsApi, messageOf } from 'shared/http'
import * as v from 'valibot'
import type { SavedField } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import { fieldsByPerson } from './invite-rows.ts'

export type InvitationOutcome =
  | { readonly kind: 'sent'; readonly field: SavedField }
  | {
      readonly kind: 'failed'
      readonly field: SavedField
      readonly message: string
      readonly needsConfirmation?: boolean
      readonly isLost?: boolean
    }

export interface PersonalWords {
  readonly message?: string
  readonly asked?: AskedCertificates
}

const NONE_ASKED: AskedCertificates = new Map()

const FALLBACK = 'Error al enviar la invitación'

const byStatus: Readonly<Record<number, string>> = {
  401: 'Error de autenticación. Por favor, inicia sesión nuevamente.',
  403: 'No tienes permisos para enviar invitaciones.',
  404: 'Archivo no encontrado.',
}

const ReplyTexts = v.object({ message: v.optional(v.string()), title: v.optional(v.string()) })

const replyText = (body: unknown): string | undefined => {
  const parsed = v.safeParse(ReplyTexts, body)
  return parsed.success ? (parsed.output.message ?? parsed.output.title) : undefined
}

/** Error messages from the specification, section 8. */
export const invitationFailureText = (error: unknown): string => {
  if (!(error instanceof HttpError)) return messageOf(error, FALLBACK)
  const { failure } = error
  if (failure.kind === 'network') return 'Error de red o servidor al enviar la invitación.'
  if (failure.status >= 500) return 'Error del servidor. Intenta nuevamente más tarde.'
  const known = byStatus[failure.status]
  return known ?? (failure.kind === 'refused' ? replyText(failure.body) : undefined) ?? FALLBACK
}

/** By field id; empty: none. */
export type AskedCertificates = ReadonlyMap<number, string>

/** One certificate a person: the server sets it for all fields of the call. */
const askedOf = (asked: AskedCertificates, person: readonly SavedField[]) => {
  const certificate_identification = person.map(({ id }) => asked.get(id)).find((each) => each !== undefined)
  return certificate_identification === undefined ? {} : { certificate_identification }
}

const sendOne = async (
  file: UserFile,
  field: SavedField,
  person: readonly SavedField[],
  { asked = NONE_ASKED, ...words }: PersonalWords,
): Promise<InvitationOutcome> => {
  try {
    const { success, message } = await invitationsApi.send(file.id, {
      email: field.signerEmail,
      signer_name: field.signerName,
      document_url: `${window.location.origin}${href.sign(file.id, file.original_filename, { fieldId: field.id })}`,
      field_id: field.id,
      field_coordinates: {
        x: field.rect.x,
        y: field.rect.y,
        width: field.rect.width,
        height: field.rect.height,
        page: field.page,
      },
      other_fields: person.flatMap(({ id }) => (id === field.id ? [] : [id])),
      ...words,
      ...askedOf(asked, person),
    })
    return success ? { kind: 'sent', field } : { kind: 'failed', field, message: message || FALLBACK }
  } catch (error) {
    const code = error instanceof HttpError ? error.code : undefined
    return {
      kind: 'failed',
      field,
      message: invitationFailureText(error),
      ...(code === 'EMAIL_NOT_VERIFIED' && { needsConfirmation: true }),
      ...(code === 'FIELD_OF_OTHER_DOCUMENT' && { isLost: true }),
    }
  }
}

/** What stopped the first field of a person stops their others, too. */
const sendToPerson = async (
  file: UserFile,
  person: readonly SavedField[],
  words: PersonalWords,
  onOutcome: (outcome: InvitationOutcome) => void,
): Promise<void> => {
  let failure: InvitationOutcome | undefined
  for (const field of person) {
    if (currentAccessToken() === undefined) failure = { kind: 'failed', field, message: editorTexts.noToken }
    const outcome = failure ? { ...failure, field } : await sendOne(file, field, person, words)
    if (outcome.kind === 'failed') failure = outcome
    onOutcome(outcome)
  }
}

/** The call of each further field repeats the person's first one: they get one mail. */
export const sendInvitations = async (
  file: UserFile,
  fields: readonly SavedField[],
  words: PersonalWords,
  onOutcome: (outcome: InvitationOutcome) => void,
): Promise<void> => {
  for (const person of fieldsByPerson(fields)) await sendToPerson(file, person, words, onOutcome)
}
