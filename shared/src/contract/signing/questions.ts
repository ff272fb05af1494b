import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { FieldIdParams, IdParams } from '../values/id-params.ts'
import { IdParamSchema, IdSchema, InstantSchema } from '../values/ids.ts'
import { visibleText } from '../values/visible-name.ts'

/** Characters of a question or an answer. */
export const QUESTION_MAX = 1000
/** Of both people together. */
export const THREAD_MESSAGES_MAX = 20
/** A person who asked this often waits for an answer. */
export const UNANSWERED_MAX = 5

const text = (empty: string) =>
  v.pipe(visibleText(QUESTION_MAX, `El texto debe tener como máximo ${QUESTION_MAX} caracteres`), v.nonEmpty(empty))

/** Plain text: no page and no mail makes a link of it. */
export const AskQuestionSchema = v.object({ text: text('Por favor, escribe tu pregunta') })
export const AnswerQuestionSchema = v.object({
  text: text('Por favor, escribe tu respuesta'),
  /** Number of the last message that was read: later questions stay unanswered. Without it, all are answered. */
  read: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(THREAD_MESSAGES_MAX))),
})

const ThreadMessageSchema = v.object({
  /** From 1. */
  number: v.number(),
  /** `guest` asks, `owner` answers. */
  by: v.picklist(['guest', 'owner']),
  /** Empty if a person whom it named had their data removed. */
  text: v.string(),
  at: InstantSchema,
})
export type ThreadMessage = v.InferOutput<typeof ThreadMessageSchema>

/** Of the person who asks; oldest first. */
const OwnThreadSchema = v.object({ messages: v.array(ThreadMessageSchema) })

/** Of one person in one document, for its owner. */
export const QuestionThreadSchema = v.object({
  id: IdSchema,
  name: v.string(),
  email: v.string(),
  unanswered: v.number(),
  /** The person can still read an answer with their link. */
  can_answer: v.boolean(),
  messages: v.array(ThreadMessageSchema),
})
export type QuestionThread = v.InferOutput<typeof QuestionThreadSchema>

const OF_FIELD = '/home/api/signature-fields/:fieldId/questions/'
const OF_PARTICIPANT = '/home/api/participants/:participantId/questions/'
const OF_FILE = '/home/api/files/:id/questions/'
const participantParams = v.object({ participantId: IdParamSchema })

/** The signer's own questions with their answers, also after signing. */
export const ownQuestionsCall = callOf('ownQuestions', 'GET', OF_FIELD, {
  params: FieldIdParams,
  reply: OwnThreadSchema,
})

/** Mails the owner. Until the signature; repeating the newest question changes nothing. */
export const askQuestionCall = callOf('askQuestion', 'POST', OF_FIELD, {
  params: FieldIdParams,
  body: AskQuestionSchema,
  reply: OwnThreadSchema,
})

/** As `ownQuestions`, of a person who approves or reads. */
export const participantQuestionsCall = callOf('participantQuestions', 'GET', OF_PARTICIPANT, {
  params: participantParams,
  reply: OwnThreadSchema,
})

/** As `askQuestion`. Not for `copia`. */
export const askAsParticipantCall = callOf('askAsParticipant', 'POST', OF_PARTICIPANT, {
  params: participantParams,
  body: AskQuestionSchema,
  reply: OwnThreadSchema,
})

/** One thread a person, in the order of the first questions. */
export const listQuestionsCall = callOf('listQuestions', 'GET', OF_FILE, {
  params: IdParams,
  reply: v.array(QuestionThreadSchema),
})

/** Mails the person. Repeating the newest answer changes nothing. */
export const answerQuestionCall = callOf('answerQuestion', 'POST', `${OF_FILE}:threadId/answer/`, {
  params: v.object({ id: IdParamSchema, threadId: IdParamSchema }),
  body: AnswerQuestionSchema,
  reply: QuestionThreadSchema,
})
