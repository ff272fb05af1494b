import { useEffect, useReducer, useRef } from 'react'
import { isAbort, signingApi } from 'shared/http'
import { notify } from 'shared/state'
import type { Identification } from '../agent/identification.ts'
import {
  AgentError,
  type AgentHelp,
  agentFailureTexts,
  type CodeRequest,
  type SignField,
  type SigningAgent,
} from '../agent/signing-agent.ts'
import { COUNTDOWN_TICK_MS, flowTexts, SIGNING_TIMEOUT_MS } from './constants.ts'
import type { Signer } from './signer.ts'
import { cancellationText, flowReducer, flowStart } from './signing-flow.ts'
import { codeRefused, documentDiffers, signingReason } from './signing-refused.ts'
import { withinTime } from './within-time.ts'

export interface SigningFlowOptions {
  readonly agent: SigningAgent
  /** Fields to sign, counted at call time. */
  readonly pending: () => number
  /**
   * Calls `onField` after each field.
   * @throws HttpError, AgentError, AbortError
   */
  readonly sign: (signField: SignField, onField: () => void) => Promise<void>
  /** Checks the e-mail code before the agent is asked. @throws HttpError, SigningRefused */
  readonly checkCode: ((signer: Signer) => Promise<void>) | undefined
  readonly signedText: string
  readonly onLeft: () => void
}

const agentFailure = (error: unknown): { readonly message: string; readonly help?: AgentHelp } => {
  if (!(error instanceof AgentError)) return { message: agentFailureTexts.unreachable }
  return { message: error.message, ...(error.help ? { help: error.help } : {}) }
}

const signingMessage = (error: unknown): string =>
  error instanceof AgentError ? error.message : (signingReason(error) ?? flowTexts.failed)

/** Signs on the server alone; it records the stated identification. */
const signByServer =
  (identification: Identification): SignField =>
  (fieldId, body, bearer) =>
    withinTime(SIGNING_TIMEOUT_MS, (signal) => signingApi.sign(fieldId, { ...body, identification }, bearer, signal))

export const useSigningFlow = ({ agent, pending, sign, checkCode, signedText, onLeft }: SigningFlowOptions) => {
  const [state, dispatch] = useReducer(flowReducer, flowStart)
  const asking = useRef<AbortController>(undefined)
  /** Kept after confirmation; a retry doesn't ask the agent again. */
  const agreed = useRef<SignField>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  const counting = state.step === 'review' || state.step === 'verification'
  useEffect(() => {
    if (!counting) return
    const timer = setInterval(() => dispatch({ type: 'ticked' }), COUNTDOWN_TICK_MS)
    return () => clearInterval(timer)
  }, [counting])

  const write = async (signField: SignField) => {
    try {
      await sign(signField, () => dispatch({ type: 'field-signed' }))
      notify({ type: 'success', message: signedText })
      dispatch({ type: 'completed' })
    } catch (error) {
      if (isAbort(error)) return
      dispatch({ type: 'signing-failed', message: signingMessage(error), differs: documentDiffers(error) })
    }
  }

  const confirm = async (request: CodeRequest, signal: AbortSignal) => {
    dispatch({ type: 'authenticated', code: request.code, seconds: agent.confirmationSeconds })
    await request.confirmed(signal)
    dispatch({ type: 'confirmed', total: pending() })
    await request.completed(signal)
  }

  const watch = {
    onAsked: (again: boolean) => dispatch({ type: 'card-asked', again }),
    onAnswered: () => dispatch({ type: 'card-answered' }),
  }

  /** @returns how to sign the fields; undefined if the agent failed */
  const askAgent = async (identification: Identification, signal: AbortSignal): Promise<SignField | undefined> => {
    try {
      const onNote = (note: string) => dispatch({ type: 'agent-noted', note })
      const request = await agent.authenticate(identification, signal, onNote)
      if (request.kind === 'card') {
        dispatch({ type: 'card-found', total: pending() })
        return request.signField(watch, signal)
      }
      await confirm(request, signal)
      return signByServer(identification)
    } catch (error) {
      if (!isAbort(error)) dispatch({ type: 'agent-failed', ...agentFailure(error) })
      return undefined
    }
  }

  /** @returns false where the code was refused, or nobody could check it */
  const isCodeGood = async (signer: Signer): Promise<boolean> => {
    try {
      await checkCode?.(signer)
      return true
    } catch (error) {
      const code = codeRefused(error) ? { code: signer.code } : {}
      dispatch({ type: 'agent-failed', message: signingMessage(error), ...code })
      return false
    }
  }

  const identify = async (signer: Signer) => {
    const { identification } = signer
    const controller = new AbortController()
    asking.current = controller
    dispatch({ type: 'identified' })
    if (!(await isCodeGood(signer)) || controller.signal.aborted) return
    const signField = await askAgent(identification, controller.signal)
    agreed.current = signField
    if (signField) await write(signField)
  }

  const leave = () => {
    if (state.step === 'processing') return
    asking.current?.abort()
    const said = cancellationText(state)
    if (said) notify({ type: 'info', message: said })
    dispatch({ type: 'left' })
    onLeft()
  }

  const retry = () => {
    if (agreed.current === undefined) return
    dispatch({ type: 'retried', total: pending() })
    void write(agreed.current)
  }

  return { state, dispatch, identify: (signer: Signer) => void identify(signer), leave, retry }
}
