import { useEffect, useState } from 'react'
import { agentApi, isAbort, messageOf } from 'shared/http'
import { agentFor } from '../../agent/agent-for.ts'
import { AgentError, type SigningAgent } from '../../agent/signing-agent.ts'
import { guestTexts } from '../constants.ts'
import type { EntryPoint } from '../session/guest-session.ts'

/** Public links ask the server for the agent. */
const loadAgent = async (entry: EntryPoint, signal: AbortSignal): Promise<SigningAgent> => {
  const kind = entry.kind === 'invitation' ? entry.agent : (await agentApi.get(signal)).kind
  return agentFor(kind, 'guest')
}

export const useAgent = (entry: EntryPoint, onFailed: (message: string) => void): SigningAgent | undefined => {
  const [agent, setAgent] = useState<SigningAgent>()
  // Fixed when signing starts.
  const [begun] = useState({ entry, onFailed })
  useEffect(() => {
    const controller = new AbortController()
    loadAgent(begun.entry, controller.signal).then(
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
