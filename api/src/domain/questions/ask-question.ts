import type { ReplyOf } from 'shared/contract'
import { type askQuestionCall, UNANSWERED_MAX } from 'shared/contract/questions'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor, ParticipantActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { appendEvent } from '../audit/append-event.ts'
import { type FoundInvitation, guestInvitation, isOpenInvitation } from '../invitations/find-invitation.ts'
import { participationOf } from '../invitations/find-participation.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { questionAskedMessage } from '../mail/templates/questions.ts'
import { targetFacts } from '../participants/invited-person.ts'
import { answerLink } from './answer-link.ts'
import { addQuestion, type ThreadAddition } from './thread-rules.ts'
import { beginQuestions, messagesOf, type StoredThread, storeMessage, threadOf, viewMessage } from './threads.ts'

type OwnThread = ReplyOf<typeof askQuestionCall>

/** Whose thread a guest's call names: by a field, or by a participant without one. */
export type QuestionAsker =
  | { readonly actor: GuestActor; readonly fieldId: number }
  | { readonly actor: ParticipantActor; readonly participantId: number }

/** @throws ApiError FORBIDDEN for public-link signers, for copies, and for anything of another person */
const invitationOfAsker = async (db: ApiDatabase, asker: QuestionAsker): Promise<FoundInvitation> => {
  const found =
    'fieldId' in asker
      ? await guestInvitation(db, asker.actor, asker.fieldId)
      : await participationOf(db, asker.actor, asker.participantId)
  if (found.person.role === 'copia') throw new ApiError('FORBIDDEN')
  return found
}

const viewOwn = async (db: ApiDatabase, thread: StoredThread | undefined): Promise<OwnThread> => ({
  messages: thread === undefined ? [] : (await messagesOf(db, thread.id)).map(viewMessage),
})

/** Also after the answer that the person was asked for; never by a link that is closed. */
export const ownQuestions = async ({ db }: Pick<ApiServices, 'db'>, asker: QuestionAsker): Promise<OwnThread> => {
  const { person } = await invitationOfAsker(db, asker)
  return viewOwn(db, await threadOf(db, person))
}

const closedText = ({ invitation, person, field, owner }: FoundInvitation): string => {
  const after = `Si necesitas algo más, escríbele por correo a ${owner.name}.`
  if (field?.signed_at != null && invitation.used_at === null)
    return `Ya firmó otra persona en tu lugar, y después de la firma aquí no se hacen preguntas. ${after}`
  if (field?.signed_at != null)
    return `Ya firmaste este documento, y después de firmar aquí no se hacen preguntas. ${after}`
  if (person.role !== 'firma') return `Ya respondiste sobre este documento, y aquí no se hacen más preguntas. ${after}`
  return `Tu invitación ya no está abierta, y aquí no se hacen más preguntas. ${after}`
}

/** @throws ApiError QUESTIONS_FULL */
export const checkAddition = ({ kind }: ThreadAddition): void => {
  if (kind === 'full') throw new ApiError('QUESTIONS_FULL')
  if (kind === 'waiting')
    throw new ApiError('QUESTIONS_FULL', {
      message: `Ya tienes ${UNANSWERED_MAX} preguntas sin responder. Espera la respuesta antes de escribir otra: te avisaremos por correo.`,
    })
}

interface Asking {
  readonly publicUrl: string
  readonly text: string
  readonly now: number
}

/** @returns undefined for a repetition */
const ask = async (
  db: ApiDatabase,
  { invitation, person, document, owner }: FoundInvitation,
  { publicUrl, text, now }: Asking,
): Promise<StoredThread | undefined> => {
  const known = await threadOf(db, person)
  const messages = known === undefined ? [] : await messagesOf(db, known.id)
  const addition = addQuestion(messages, text)
  checkAddition(addition)
  if (addition.kind !== 'added') return undefined
  const thread = known ?? (await beginQuestions(db, person, now))
  const facts = await storeMessage(db, thread, { messages, message: addition.message, now })
  const data = { ...targetFacts(person), ...facts }
  await appendEvent(db, document.id, { at: now, kind: 'question-asked', actor: `guest:${invitation.id}`, data })
  const message = questionAskedMessage({
    guestName: person.name,
    filename: document.original_filename,
    role: person.role,
    text,
    url: answerLink(publicUrl, document.id, thread.id),
  })
  await enqueueMail(db, { kind: 'question-asked', documentId: document.id, to: owner, message }, now)
  return thread
}

type AskingServices = Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker' | 'publicUrl'>

/**
 * Adds a question to the person's thread and mails the owner.
 *
 * @throws ApiError QUESTIONS_CLOSED once the invitation is answered or ended, QUESTIONS_FULL, and as `ownQuestions`
 */
export const askQuestion = async (services: AskingServices, asker: QuestionAsker, text: string): Promise<OwnThread> => {
  const { db, clock, locks, documentEvents, wakeMailWorker, publicUrl } = services
  const { documentId } = asker.actor
  const { found, isNew } = await locks.run(documentId, () =>
    db.transaction().execute(async (transaction) => {
      const now = clock()
      const invited = await invitationOfAsker(transaction, asker)
      if (!isOpenInvitation(invited, now)) throw new ApiError('QUESTIONS_CLOSED', { message: closedText(invited) })
      const thread = await ask(transaction, invited, { publicUrl, text, now })
      return { found: invited, isNew: thread !== undefined }
    }),
  )
  if (isNew) {
    wakeMailWorker()
    documentEvents.publish(found.document.owner_id, { kind: 'changed', document_id: documentId })
  }
  return viewOwn(db, await threadOf(db, found.person))
}
