import { type Bearer, HttpError, newRequestKey } from 'shared/http'
import { type FvaProblem, fvaApi, fvaProblems } from 'shared/http/own-program'
import { mayPass } from '../../call-failure.ts'
import type { SignerIdentification } from '../identification.ts'
import { AgentError, type CardWatch, type SignBody, type SignField, type SigningAgent } from '../signing-agent.ts'
import { type AbortableWait, waitFor as realWait } from '../wait.ts'
import { CodeStep } from './CodeStep.tsx'
import { fvaTexts } from './constants.ts'

const LOOK_PAUSE_MS = 1000
const LATEST_SECONDS = 60

const fvaError = (problem: FvaProblem): AgentError => new AgentError({ code: problem, text: fvaProblems[problem] })

interface FvaRequest {
  readonly fieldId: number
  readonly requestId: number
  readonly bearer: Bearer
}

const look = async (request: FvaRequest, signal: AbortSignal) => {
  try {
    return await fvaApi.read(request, signal)
  } catch (error) {
    if (error instanceof HttpError && mayPass(error)) return undefined
    throw error
  }
}

const answerTo = async (request: FvaRequest, looks: number, signing: FvaSigning): ReturnType<SignField> => {
  const { watch, signal, wait } = signing
  for (let number = 1; number <= looks; number++) {
    await wait(LOOK_PAUSE_MS, signal)
    const found = await look(request, signal)
    if (found?.state === 'signed') return found.result
    if (found?.state === 'failed') throw fvaError(found.problem)
    if (found?.state === 'received') watch.onAnswered()
  }
  throw fvaError('lost')
}

interface FvaSigning {
  readonly identification: SignerIdentification
  readonly watch: CardWatch
  readonly signal: AbortSignal
  readonly wait: AbortableWait
}

const orderOf = (body: SignBody, identification: SignerIdentification) => ({
  idempotency_key: body.idempotency_key ?? newRequestKey(),
  identification,
  ...(body.consent === undefined ? {} : { consent: body.consent }),
  ...(body.document_sha256 === undefined ? {} : { document_sha256: body.document_sha256 }),
  ...(body.form_values === undefined ? {} : { form_values: body.form_values }),
})

/** Leaving the step cancels the request, so that a late answer is not stored. */
const withCancel = async <T>(request: FvaRequest, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  const cancel = () => void fvaApi.cancel(request).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await work()
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

const signWithFva =
  (signing: FvaSigning): SignField =>
  async (fieldId, body, bearer) => {
    const { watch, signal, identification } = signing
    const started = await fvaApi.start(fieldId, orderOf(body, identification), bearer, signal)
    if (started.state === 'signed') return started.result
    if (started.state === 'failed') throw fvaError(started.problem)
    const request = { fieldId, requestId: started.request_id, bearer }
    const seconds = started.state === 'waiting' ? started.seconds : 0
    if (started.state === 'waiting') watch.onCode({ code: started.code, seconds })
    const looks = Math.ceil(((seconds + LATEST_SECONDS) * 1000) / LOOK_PAUSE_MS)
    return withCancel(request, signal, () => answerTo(request, looks, signing))
  }

export interface FvaAgentOptions {
  readonly isSimulator: boolean
  readonly wait?: AbortableWait
}

export const createFvaAgent = ({ isSimulator, wait = realWait }: FvaAgentOptions): SigningAgent => ({
  kind: 'fva',
  introduction: fvaTexts.introduction,
  notice: isSimulator ? fvaTexts.simulator : undefined,
  confirmationSeconds: 0,
  CodeStep,
  authenticate: async (identification) => ({
    kind: 'card',
    signField: (watch, signal) => signWithFva({ identification, watch, signal, wait }),
  }),
})
