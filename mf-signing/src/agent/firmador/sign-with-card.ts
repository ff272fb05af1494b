import type { BodyOf, completeSignatureCall } from 'shared/contract'
import { type Bearer, HttpError, newRequestKey, signingApi } from 'shared/http'
import { mayPass } from '../../call-failure.ts'
import type { SignerIdentification } from '../identification.ts'
import type { CardWatch, SignBody, SignField } from '../signing-agent.ts'
import type { CardInReader, FirmadorProgram } from './program.ts'

export interface CardSigning {
  readonly program: FirmadorProgram
  readonly card: CardInReader
  readonly identification: SignerIdentification
  readonly watch: CardWatch
  readonly signal: AbortSignal
}

type Completion = BodyOf<typeof completeSignatureCall>

interface Task {
  readonly fieldId: number
  readonly body: SignBody
  readonly bearer: Bearer
  readonly again: boolean
}

const documentNameOf = ({ field_info }: SignBody): string => field_info?.documentName ?? 'documento.pdf'

const askCard = async (
  { program, card, identification, watch, signal }: CardSigning,
  { fieldId, body, bearer, again }: Task,
): Promise<Completion> => {
  const preparation = {
    idempotency_key: body.idempotency_key ?? newRequestKey(),
    signature_data: body.signature_data,
    identification,
    certificate: card.certificate,
    ...(body.consent === undefined ? {} : { consent: body.consent }),
    ...(body.document_sha256 === undefined ? {} : { document_sha256: body.document_sha256 }),
    ...(body.form_values === undefined ? {} : { form_values: body.form_values }),
  }
  const { request_id, to_be_signed } = await signingApi.prepare(fieldId, preparation, bearer, signal)
  watch.onAsked(again)
  const answer = await program.sign(card.tokenSerialNumber, to_be_signed, documentNameOf(body), signal)
  watch.onAnswered()
  return { request_id, signature: answer.signature, certificate: answer.certificate }
}

const isCode = (error: unknown, code: HttpError['code']): boolean => error instanceof HttpError && error.code === code

/** No answer, a temporary failure, or a token that expired during PIN entry. */
const isPassing = (error: unknown): boolean => error instanceof HttpError && (mayPass(error) || error.status === 401)

/**
 * Repeats all steps once if another signature was added first.
 * Reuses the card's signature while the server may accept it.
 */
export const signWithCard = (signing: CardSigning): SignField => {
  const unanswered = new Map<number, Completion>()

  const complete = async ({ fieldId, bearer }: Task, completion: Completion) => {
    unanswered.set(fieldId, completion)
    try {
      const result = await signingApi.complete(fieldId, completion, bearer)
      unanswered.delete(fieldId)
      return result
    } catch (error) {
      if (!isPassing(error)) unanswered.delete(fieldId)
      throw error
    }
  }

  const run = async (task: Task): ReturnType<SignField> => {
    try {
      return await complete(task, unanswered.get(task.fieldId) ?? (await askCard(signing, task)))
    } catch (error) {
      if (task.again || !isCode(error, 'DOCUMENT_CHANGED')) throw error
      return run({ ...task, again: true })
    }
  }

  return (fieldId, body, bearer) => run({ fieldId, body, bearer, again: false })
}
