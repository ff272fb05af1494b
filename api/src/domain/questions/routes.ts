import {
  answerQuestionCall,
  askAsParticipantCall,
  askQuestionCall,
  listQuestionsCall,
  ownQuestionsCall,
  participantQuestionsCall,
} from 'shared/contract/questions'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { answerQuestion } from './answer-question.ts'
import { askQuestion, ownQuestions, type QuestionAsker } from './ask-question.ts'
import { listQuestions } from './list-questions.ts'

const limitByAddress = rateLimits.guestAnswerByAddress
const guestRule = { access: { kind: 'guest' }, limitByAddress } as const
const participantRule = { access: { kind: 'participant' }, limitByAddress } as const

const askerRoutes = (api: RouteServices, services: ApiServices): void => {
  const countAndAsk = async (asker: QuestionAsker, text: string) => {
    const target = 'fieldId' in asker ? `field ${asker.fieldId}` : `participant ${asker.participantId}`
    await api.limiter.hit(rateLimits.questionByInvitation, target)
    await api.limiter.hit(rateLimits.questionByDocument, String(asker.actor.documentId))
    return askQuestion(services, asker, text)
  }

  addRoute(api, ownQuestionsCall, guestRule, ({ actor, params }) =>
    ownQuestions(services, { actor, fieldId: params.fieldId }),
  )
  addRoute(api, askQuestionCall, guestRule, ({ actor, params, body }) =>
    countAndAsk({ actor, fieldId: params.fieldId }, body.text),
  )
  addRoute(api, participantQuestionsCall, participantRule, ({ actor, params }) =>
    ownQuestions(services, { actor, participantId: params.participantId }),
  )
  addRoute(api, askAsParticipantCall, participantRule, ({ actor, params, body }) =>
    countAndAsk({ actor, participantId: params.participantId }, body.text),
  )
}

export const questionRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, listQuestionsCall, byApiClient('documents:read'), ({ actor, params }) =>
    listQuestions(services, actor.userId, params.id),
  )

  addRoute(api, answerQuestionCall, byApiClient('documents:write'), async ({ actor, params, body }) => {
    await api.limiter.hit(rateLimits.answerByAccount, String(actor.userId))
    const { id: documentId, threadId } = params
    return answerQuestion(services, { userId: actor.userId, documentId, threadId, answer: body })
  })

  askerRoutes(api, services)
}
