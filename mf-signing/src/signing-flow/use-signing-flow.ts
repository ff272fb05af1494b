import { useEffect, useReducer, useRef } from 'react'
import { isAbort, messageOf } from 'shared/http'
import { notify } from 'shared/state'
import type { Identification } from '../agent/identification.ts'
import { AgentError, type AgentRequest, agentFailureTexts, type SigningAgent } from '../agent/signing-agent.ts'
import { COUNTDOWN_TICK_MS, flowTexts } from './constants.ts'
import { cancellationText, flowReducer, flowStart } from './signing-flow.ts'

export interface SigningFlowOptions {
  readonly agent: SigningAgent
  /** Fields that are still to be signed, now. */
  readonly pending: () => number
  /** Signs them; tells of each one. @throws HttpError */
  readonly sign: (onField: () => void) => Promise<void>
  /** Left, whether signed or not. */
  readonly onLeft: () => void
}

const agentMessage = (error: unknown): string =>
  error instanceof AgentError ? error.message : agentFailureTexts.unreachable

/** Drives the flow: its clock, the agent, and the signing at its end. */
export const useSigningFlow = ({ agent, pending, sign, onLeft }: SigningFlowOptions) => {
  const [state, dispatch] = useReducer(flowReducer, flowStart)
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  const counting = state.step === 'review' || state.step === 'verification'
  useEffect(() => {
    if (!counting) return
    const timer = setInterval(() => dispatch({ type: 'ticked' }), COUNTDOWN_TICK_MS)
    return () => clearInterval(timer)
  }, [counting])

  const write = async () => {
    try {
      await sign(() => dispatch({ type: 'field-signed' }))
      notify({ type: 'success', message: flowTexts.signed })
      dispatch({ type: 'completed' })
    } catch (error) {
      dispatch({ type: 'signing-failed', message: messageOf(error, flowTexts.failed) })
    }
  }

  /** From the agent's first word to its last. @returns false where it ended before */
  const askAgent = async (identification: Identification, signal: AbortSignal): Promise<boolean> => {
    try {
      const request: AgentRequest = await agent.authenticate(identification, signal)
      dispatch({ type: 'authenticated', code: request.code, seconds: agent.confirmationSeconds })
      await request.confirmed(signal)
      dispatch({ type: 'confirmed', total: pending() })
      await request.completed(signal)
      return true
    } catch (error) {
      if (!isAbort(error)) dispatch({ type: 'agent-failed', message: agentMessage(error) })
      return false
    }
  }

  const identify = async (identification: Identification) => {
    const controller = new AbortController()
    asking.current = controller
    dispatch({ type: 'identified' })
    if (await askAgent(identification, controller.signal)) await write()
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
    dispatch({ type: 'retried', total: pending() })
    void write()
  }

  return { state, dispatch, identify: (who: Identification) => void identify(who), leave, retry }
}
