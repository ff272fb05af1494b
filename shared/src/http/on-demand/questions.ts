import {
  answerQuestionCall,
  askAsParticipantCall,
  askQuestionCall,
  listQuestionsCall,
  ownQuestionsCall,
  participantQuestionsCall,
} from '../../contract/signing/questions.ts'
import { type Bearer, request } from '../request.ts'

export type { QuestionThread, ThreadMessage } from '../../contract/signing/questions.ts'
export { AnswerQuestionSchema, AskQuestionSchema, QUESTION_MAX } from '../../contract/signing/questions.ts'

/** Questions of invited people, and the owner's answers. */
export const questionsApi = {
  own: (fieldId: number, bearer: Bearer) => request(ownQuestionsCall, { bearer, params: { fieldId } }),
  ask: (fieldId: number, text: string, bearer: Bearer) =>
    request(askQuestionCall, { bearer, params: { fieldId }, body: { text } }),
  ofParticipant: (participantId: number, bearer: Bearer) =>
    request(participantQuestionsCall, { bearer, params: { participantId } }),
  askAsParticipant: (participantId: number, text: string, bearer: Bearer) =>
    request(askAsParticipantCall, { bearer, params: { participantId }, body: { text } }),
  list: (fileId: number) => request(listQuestionsCall, { bearer: 'session', params: { id: fileId } }),
  answer: (fileId: number, threadId: number, body: { readonly text: string; readonly read?: number }) =>
    request(answerQuestionCall, { bearer: 'session', params: { id: fileId, threadId }, body }),
}
