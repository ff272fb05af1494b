import { listFilesCall, type UserFile } from 'shared/contract'
import { answerQuestionCall, askQuestionCall, listQuestionsCall } from 'shared/contract/questions'
import { type Invited, startInvited } from '../../../../test/support/invited.ts'
import { succeed, type TestServerOptions } from '../../../../test/support/test-server.ts'

export const askAs = async ({ server }: Invited, call: { bearer: string; params: { fieldId: number } }, text: string) =>
  succeed(server, askQuestionCall, { ...call, body: { text } })

export const startAsking = async (options: TestServerOptions = {}) => {
  const invited = await startInvited(options)
  const call = { bearer: await invited.open('ana@example.com'), params: { fieldId: invited.ana.id } }
  return { invited, server: invited.server, call, ask: (text: string) => askAs(invited, call, text) }
}

export const threadsIn = async ({ server, document, owner }: Invited) =>
  succeed(server, listQuestionsCall, { bearer: await owner(), params: { id: document.id } })

export const answerFirst = async (invited: Invited, text: string, read?: number) => {
  const { server, document, owner } = invited
  const threadId = (await threadsIn(invited))[0]?.id ?? 0
  const params = { id: document.id, threadId }
  const body = { text, ...(read === undefined ? {} : { read }) }
  return succeed(server, answerQuestionCall, { bearer: await owner(), params, body })
}

export const listedQuestions = async ({ server, owner }: Invited): Promise<UserFile['questions']> =>
  (await succeed(server, listFilesCall, { bearer: await owner() }))[0]?.questions
