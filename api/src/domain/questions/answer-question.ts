import type { BodyOf } from 'shared/contract'
import type { answerQuestionCall, QuestionThread } from 'shared/contract/questions'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument, type StoredDocument } from '../access/document-access.ts'
import { appendEvent } from '../audit/append-event.ts'
import { derivedInvitation } from '../invitations/derived-invitation.ts'
import { invitationLinks } from '../invitations/invitation-links.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { questionAnsweredMessage } from '../mail/templates/questions.ts'
import { targetFacts } from '../participants/invited-person.ts'
import { checkAddition } from './ask-question.ts'
import { type ReachableReader, readersOf, viewThread } from './list-questions.ts'
import { addAnswer, type NumberedMessage } from './thread-rules.ts'
import { messagesOf, type StoredThread, storeMessage } from './threads.ts'

type AnsweringServices = Pick<
  ApiServices,
  'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker' | 'publicUrl' | 'invitationTokens'
>

interface Answering {
  readonly userId: number
  readonly documentId: number
  readonly threadId: number
  readonly answer: BodyOf<typeof answerQuestionCall>
}

interface AnswerContext {
  readonly document: StoredDocument
  readonly thread: StoredThread
  readonly reader: ReachableReader
  readonly now: number
}

/** @throws ApiError NOT_FOUND, also for threads of other documents */
const ownThread = async (db: ApiDatabase, { userId, documentId, threadId }: Answering) => {
  const document = await ownDocument(db, userId, documentId)
  const thread = await db
    .selectFrom('question_threads')
    .selectAll()
    .where('id', '=', threadId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (thread === undefined) throw new ApiError('NOT_FOUND')
  return { document, thread }
}

/** The link opens the thread: the same page, and nothing else than the invitation itself opens. */
const mailAnswer = async (
  db: ApiDatabase,
  services: AnsweringServices,
  { document, thread, reader, now }: AnswerContext,
  texts: { readonly question: string; readonly answer: string },
): Promise<void> => {
  const { invitation, target, canSign } = reader
  const owner = await db.selectFrom('users').selectAll().where('id', '=', document.owner_id).executeTakeFirstOrThrow()
  const id = await derivedInvitation(db, services, invitation, now)
  const token = services.invitationTokens.tokenOf(id)
  const filename = document.original_filename
  const links = invitationLinks(services.publicUrl, { documentId: document.id, filename, target, token })
  const message = questionAnsweredMessage({
    guestName: thread.name,
    ownerName: fullName(owner),
    filename,
    canSign,
    ...texts,
    url: links.questions,
  })
  const to = { name: thread.name, address: thread.email }
  const mail = { kind: 'question-answered', documentId: document.id, to, message } as const
  await enqueueMail(db, { ...mail, invitation: { id, unsubscribeUrl: null } }, now)
}

const questionOf = (messages: readonly NumberedMessage[], number: number | null): string =>
  messages.find((message) => message.number === number)?.text ?? ''

const record = async (
  db: ApiDatabase,
  services: AnsweringServices,
  context: AnswerContext,
  { text, read }: Answering['answer'],
): Promise<boolean> => {
  const { document, thread, reader, now } = context
  const messages = await messagesOf(db, thread.id)
  const addition = addAnswer(messages, { text, read: read ?? messages.length })
  checkAddition(addition)
  if (addition.kind !== 'added') return false
  const { message } = addition
  const facts = await storeMessage(db, thread, { messages, message, now })
  await appendEvent(db, document.id, {
    at: now,
    kind: 'question-answered',
    actor: `user:${document.owner_id}`,
    data: { ...targetFacts(reader), name: thread.name, email: thread.email, ...facts },
  })
  const question = questionOf(messages, message.answers)
  await mailAnswer(db, services, context, { question, answer: text })
  return true
}

/**
 * Answers a person and mails them. The owner alone: no link answers.
 *
 * @throws ApiError NOT_FOUND, QUESTIONS_CLOSED if the person has no link that opens the document, QUESTIONS_FULL
 */
export const answerQuestion = async (services: AnsweringServices, answering: Answering): Promise<QuestionThread> => {
  const { db, clock, locks, documentEvents, wakeMailWorker } = services
  const { userId, documentId } = answering
  const isNew = await locks.run(documentId, () =>
    db.transaction().execute(async (transaction) => {
      const now = clock()
      const found = await ownThread(transaction, answering)
      const reader = (await readersOf(transaction, documentId, now)).get(found.thread.person_key)
      if (reader === undefined)
        throw new ApiError('QUESTIONS_CLOSED', {
          message: `${found.thread.name} ya no tiene un enlace con el que leer tu respuesta. Invítale de nuevo o escríbele por correo.`,
        })
      return record(transaction, services, { ...found, reader, now }, answering.answer)
    }),
  )
  if (isNew) {
    wakeMailWorker()
    documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
  }
  const { thread } = await ownThread(db, answering)
  return viewThread(thread, await messagesOf(db, thread.id), true)
}
