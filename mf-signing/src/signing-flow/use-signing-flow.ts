import { useEffect, useReducer, useRef } from 'react'
import { isAbort, messageOf } from 'shared/http'
import { notify, useOnline } from 'shared/state'
import type { SignerIdentification } from '../agent/identification.ts'
import {
  AgentError,
  type AgentHelp,
  type CardWatch,
  type CodeRequest,
  type SignField,
  type SigningAgent,
} from '../agent/signing-agent.ts'
import { isOffline } from '../is-offline.ts'
import { signOnServer } from '../signing/sign-document.ts'
import { codeRefused, documentDiffers, signingReason } from '../signing/signing-refused.ts'
import { COUNTDOWN_TICK_MS, flowTexts } from './constants.ts'
import type { ConfirmedSigner } from './signer.ts'
import { cancellationText, type FlowAction, flowReducer, flowStart, type SigningFlow } from './signing-flow.ts'

export interface SigningFlowOptions {
  readonly agent: SigningAgent
  readonly pending: () => number
  /** @throws HttpError, AgentError, AbortError */
  readonly sign: (signField: SignField, onField: () => void) => Promise<void>
  readonly checkCode: ((signer: ConfirmedSigner) => Promise<void>) | undefined
  readonly signedText: string
  readonly onLeft: () => void
}

const agentFailure = (error: unknown): { readonly message: string; readonly help?: AgentHelp } => {
  if (!(error instanceof AgentError)) return { message: messageOf(error) }
  return { message: error.message, ...(error.help ? { help: error.help } : {}) }
}

const signingMessage = (error: unknown): string => {
  if (isOffline(error)) return flowTexts.offline
  return error instanceof AgentError ? error.message : signingReason(error)
}

/** Skips the drawing. */
const undrawn: typeof flowReducer = (state, action) => flowReducer(flowReducer(state, action), { type: 'drawn' })

type Dispatch = (action: FlowAction) => void

interface AgentContext {
  readonly agent: SigningAgent
  readonly pending: () => number
  readonly dispatch: Dispatch
  readonly signal: AbortSignal
}

const confirm = async (request: CodeRequest, { agent, pending, dispatch, signal }: AgentContext) => {
  dispatch({ type: 'authenticated', code: request.code, seconds: agent.confirmationSeconds })
  await request.confirmed(signal)
  dispatch({ type: 'confirmed', total: pending() })
  await request.completed(signal)
}

const watchCard = (dispatch: Dispatch): CardWatch => ({
  onAsked: (again) => dispatch({ type: 'card-asked', again }),
  onAnswered: () => dispatch({ type: 'card-answered' }),
  onCode: (shown) => dispatch({ type: 'code-shown', ...shown }),
})

const askAgent = async (
  identification: SignerIdentification,
  context: AgentContext,
): Promise<SignField | undefined> => {
  const { agent, pending, dispatch, signal } = context
  try {
    const onNote = (note: string) => dispatch({ type: 'agent-noted', note })
    const request = await agent.authenticate(identification, signal, onNote)
    if (request.kind === 'card') {
      dispatch({ type: 'card-found', total: pending() })
      return request.signField(watchCard(dispatch), signal)
    }
    await confirm(request, context)
    return signOnServer({ identification })
  } catch (error) {
    if (!isAbort(error)) dispatch({ type: 'agent-failed', ...agentFailure(error) })
    return undefined
  }
}

const isCodeGood = async (
  signer: ConfirmedSigner,
  checkCode: SigningFlowOptions['checkCode'],
  dispatch: Dispatch,
): Promise<boolean> => {
  try {
    await checkCode?.(signer)
    return true
  } catch (error) {
    const code = codeRefused(error) ? { code: signer.code } : {}
    dispatch({ type: 'agent-failed', message: signingMessage(error), offline: isOffline(error), ...code })
    return false
  }
}

const useCountdown = ({ step }: SigningFlow, dispatch: Dispatch): void => {
  const counting = step === 'review' || step === 'verification' || step === 'gaudi'
  useEffect(() => {
    if (!counting) return
    const timer = setInterval(() => dispatch({ type: 'ticked' }), COUNTDOWN_TICK_MS)
    return () => clearInterval(timer)
  }, [counting, dispatch])
}

export const useSigningFlow = ({ agent, pending, sign, checkCode, signedText, onLeft }: SigningFlowOptions) => {
  const [state, dispatch] = useReducer(agent.CodeStep ? undrawn : flowReducer, flowStart)
  const asking = useRef<AbortController>(undefined)
  /** A retry doesn't ask the agent again. */
  const agreed = useRef<SignField>(undefined)
  useEffect(() => () => asking.current?.abort(), [])
  useCountdown(state, dispatch)

  const write = async (signField: SignField) => {
    try {
      await sign(signField, () => dispatch({ type: 'field-signed' }))
      notify({ type: 'success', message: signedText })
      dispatch({ type: 'completed' })
    } catch (error) {
      if (isAbort(error)) return
      if (agent.CodeStep && error instanceof AgentError)
        return dispatch({ type: 'agent-failed', ...agentFailure(error) })
      const message = signingMessage(error)
      dispatch({ type: 'signing-failed', message, differs: documentDiffers(error), offline: isOffline(error) })
    }
  }
  const identify = async (signer: ConfirmedSigner) => {
    const controller = new AbortController()
    const { signal } = controller
    asking.current = controller
    dispatch({ type: 'identified' })
    if (!(await isCodeGood(signer, checkCode, dispatch)) || signal.aborted) return
    agreed.current = await askAgent(signer.identification, { agent, pending, dispatch, signal })
    if (agreed.current) await write(agreed.current)
  }
  const leave = () => {
    if (state.step === 'processing') return
    asking.current?.abort()
    const message = cancellationText(state)
    if (message) notify({ type: 'info', message })
    dispatch({ type: 'left' })
    onLeft()
  }
  const retry = () => {
    if (agreed.current === undefined) return
    dispatch({ type: 'retried', total: pending() })
    void write(agreed.current)
  }
  useOnline(state.step === 'failed' && state.offline, retry)
  return { state, dispatch, identify: (signer: ConfirmedSigner) => void identify(signer), leave, retry }
}
