import { useEffect, useState } from 'react'
import { agentApi, isAbort, messageOf } from 'shared/http'
import { agentFor } from '../../agent/agent-for.ts'
import { AgentError, type SigningAgent } from '../../agent/signing-agent.ts'

const loadOwnerAgent = async (signal: AbortSignal): Promise<SigningAgent> =>
  agentFor((await agentApi.get(signal)).kind, 'owner')

export const useOwnerAgent = (onFailed: (message: string) => void): SigningAgent | undefined => {
  const [agent, setAgent] = useState<SigningAgent>()
  // Fixed when signing starts.
  const [failed] = useState(() => onFailed)
  useEffect(() => {
    const controller = new AbortController()
    loadOwnerAgent(controller.signal).then(
      (loaded) => controller.signal.aborted || setAgent(loaded),
      (error: unknown) => {
        if (controller.signal.aborted || isAbort(error)) return
        failed(error instanceof AgentError ? error.message : messageOf(error))
      },
    )
    return () => controller.abort()
  }, [failed])
  return agent
}
