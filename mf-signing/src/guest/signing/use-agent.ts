import { useEffect, useState } from 'react'
import { agentApi, isAbort, messageOf } from 'shared/http'
import { agentFor } from '../../agent/agent-for.ts'
import { AgentError, type SigningAgent } from '../../agent/signing-agent.ts'
import { guestTexts } from '../constants.ts'
import type { Way } from '../guest-visit.ts'

/** Public links ask the server for the agent. */
const loadAgent = async (way: Way, signal: AbortSignal): Promise<SigningAgent> => {
  const kind = way.kind === 'invitation' ? way.agent : (await agentApi.get(signal)).kind
  return agentFor(kind, 'guest')
}

/** Undefined while it loads. */
export const useAgent = (way: Way, onFailed: (message: string) => void): SigningAgent | undefined => {
  const [agent, setAgent] = useState<SigningAgent>()
  // Fixed when signing starts.
  const [begun] = useState({ way, onFailed })
  useEffect(() => {
    const controller = new AbortController()
    loadAgent(begun.way, controller.signal).then(
      (loaded) => controller.signal.aborted || setAgent(loaded),
      (error: unknown) => {
        if (controller.signal.aborted || isAbort(error)) return
        begun.onFailed(error instanceof AgentError ? error.message : messageOf(error, guestTexts.notPrepared))
      },
    )
    return () => controller.abort()
  }, [begun])
  return agent
}
