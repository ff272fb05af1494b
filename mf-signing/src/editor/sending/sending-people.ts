import { invitedSignerKey } from 'shared/contract/signing-order'
import type { Sending, SendingPerson } from 'shared/http/deferred'
import type { InvitationWords } from '../invitations/invitations.ts'
import type { InvitePerson } from '../invitations/invite-rows.ts'
import { sendingTexts } from './texts.ts'

/** One row of the dialog: a person over all documents of the sending. */
export interface SendingRow {
  readonly key: string
  readonly person: SendingPerson
  /** With their fields of the shown document; undefined if it asks nothing of them. */
  readonly here: InvitePerson | undefined
  readonly words: InvitationWords
  /** «en 2 documentos»; undefined if all ask for their signature. */
  readonly where: string | undefined
}

const invited: InvitationWords = { tone: 'info', badge: sendingTexts.isInvited, detail: '' }
const signed: InvitationWords = { tone: 'success', badge: sendingTexts.isSigned, detail: '' }
const notInvited: InvitationWords = { tone: 'neutral', badge: sendingTexts.notInvited, detail: '' }

const wordsOf = ({ documents }: Sending, person: SendingPerson): InvitationWords => {
  if (documents.filter(({ id }) => person.documents.includes(id)).every(({ is_signed }) => is_signed)) return signed
  return person.is_invited ? invited : notInvited
}

/** @param here rows of the shown document */
export const sendingRows = (sending: Sending, here: readonly InvitePerson[]): readonly SendingRow[] =>
  sending.people.map((person) => {
    const key = invitedSignerKey(person)
    const count = person.documents.length
    return {
      key,
      person,
      here: here.find((row) => row.key === key),
      words: wordsOf(sending, person),
      where: count < sending.documents.length ? sendingTexts.inDocuments(count) : undefined,
    }
  })

/** Their documents wait, and no open invitation stands in some of them. */
export const awaitsSending = ({ person, words }: SendingRow): boolean => !person.is_invited && words !== signed
