import { useState } from 'react'
import { href } from 'shared/contract'
import { HttpError, invitationsApi } from 'shared/http'
import type { Sending } from 'shared/http/deferred'
import type { ParticipantOutcome, ParticipantsModel } from '../invitations/participants/use-participants.ts'
import { type AskedCertificates, invitationFailureText, type PersonalWords } from '../invitations/send-invitations.ts'
import type { EditorModel } from '../use-editor.ts'
import type { SendingRow } from './sending-people.ts'

export interface PersonOutcome {
  readonly row: SendingRow
  /** Undefined if the invitation was accepted. */
  readonly problem: string | undefined
  readonly needsConfirmation: boolean
}

interface Outcomes {
  readonly signers: readonly PersonOutcome[]
  /** People of the shown document without a field. */
  readonly others: readonly ParticipantOutcome[]
}

export type SendingWork = { readonly kind: 'idle' } | ({ readonly kind: 'sending' | 'sent' } & Outcomes)

interface InvitedBy {
  readonly documentId: number
  readonly fieldId: number
  readonly otherFields: readonly number[]
  readonly certificate?: string
}

/**
 * A certificate is asked by a field of the shown document, for all that the person signs: that field is named then.
 * Otherwise the person's first document is.
 */
const invitedBy = ({ person, here }: SendingRow, fileId: number, asked: AskedCertificates): InvitedBy => {
  const own = (here?.guests ?? []).flatMap(({ field }) => (field.status === 'saved' ? [field.id] : []))
  const certificate = own.map((id) => asked.get(id)).find((each) => each !== undefined)
  const [fieldId, ...otherFields] = own
  if (fieldId !== undefined && certificate !== undefined)
    return { documentId: fileId, fieldId, otherFields, certificate }
  return { documentId: person.document_id, fieldId: person.field_id, otherFields: person.other_fields }
}

const invite = async (
  row: SendingRow,
  { documents }: Sending,
  { documentId, fieldId, otherFields, certificate }: InvitedBy,
  message: { readonly message?: string },
): Promise<PersonOutcome> => {
  const { name, email } = row.person
  const filename = documents.find(({ id }) => id === documentId)?.original_filename ?? ''
  try {
    const { success, message: refusal } = await invitationsApi.send(documentId, {
      email,
      signer_name: name,
      document_url: `${window.location.origin}${href.sign(documentId, filename, { fieldId })}`,
      field_id: fieldId,
      field_coordinates: null,
      other_fields: [...otherFields],
      ...message,
      ...(certificate === undefined ? {} : { certificate_identification: certificate }),
    })
    return { row, problem: success ? undefined : refusal, needsConfirmation: false }
  } catch (error) {
    const needsConfirmation = error instanceof HttpError && error.code === 'EMAIL_NOT_VERIFIED'
    return { row, problem: invitationFailureText(error), needsConfirmation }
  }
}

export interface SendingInvitationsOptions extends Pick<EditorModel, 'file' | 'onChanged'> {
  readonly message: EditorModel['invitations']['message']
  readonly participants: ParticipantsModel
  /** Reads the invitations and the sending again. */
  readonly onSettled: () => void
}

export interface SendingAddressees {
  readonly sending: Sending
  readonly rows: readonly SendingRow[]
  readonly people: ParticipantsModel['list']
  readonly asked: AskedCertificates
}

const isDone = ({ problem }: { readonly problem: string | undefined }): boolean => problem === undefined

/** One call a person: the server invites them in every document of the sending, with one mail. */
export const useSendingInvitations = (options: SendingInvitationsOptions) => {
  const { file, message, participants, onSettled, onChanged } = options
  const [work, setWork] = useState<SendingWork>({ kind: 'idle' })

  const send = async ({ sending, rows, people, asked }: SendingAddressees, words: PersonalWords) => {
    let done: Outcomes = { signers: [], others: [] }
    const add = (more: Partial<Outcomes>) => {
      done = {
        signers: [...done.signers, ...(more.signers ?? [])],
        others: [...done.others, ...(more.others ?? [])],
      }
      setWork({ kind: 'sending', ...done })
    }
    add({})
    for (const row of rows) add({ signers: [await invite(row, sending, invitedBy(row, file.id, asked), words)] })
    await participants.inviteAll(people, words, (outcome) => add({ others: [outcome] }))
    setWork({ kind: 'sent', ...done })
    const all = [...done.signers, ...done.others]
    if (all.every(isDone)) message.clear()
    onSettled()
    if (all.some(isDone)) onChanged()
  }

  const { signers, others } = work.kind === 'idle' ? { signers: [], others: [] } : work
  return {
    work,
    send: (addressees: SendingAddressees) => {
      const words = message.take()
      if (words) void send(addressees, words)
    },
    problemOf: (key: string): string | undefined => signers.find(({ row }) => row.key === key)?.problem,
    needsConfirmation: signers.some(({ needsConfirmation }) => needsConfirmation),
    sentCount: [...signers, ...others].filter(isDone).length,
    count: signers.length + others.length,
    others,
  }
}

export type SendingInvitations = ReturnType<typeof useSendingInvitations>
