import { useEffect, useState } from 'react'
import { agentApi, isAbort, messageOf } from 'shared/http'
import { agentFor } from '../agent/agent-for.ts'
import { AgentError, type SigningAgent } from '../agent/signing-agent.ts'
import { editorTexts } from './constants.ts'

const load = async (signal: AbortSignal): Promise<SigningAgent> => agentFor((await agentApi.get(signal)).kind, 'owner')

/** The agent with which this installation's owners sign; undefined until it is there. */
export const useOwnerAgent = (onFailed: (message: string) => void): SigningAgent | undefined => {
  const [agent, setAgent] = useState<SigningAgent>()
  // What is done with a failure stays what it was when signing began.
  const [failed] = useState(() => onFailed)
  useEffect(() => {
    const controller = new AbortController()
    load(controller.signal).then(
      (loaded) => controller.signal.aborted || setAgent(loaded),
      (error: unknown) => {
        if (controller.signal.aborted || isAbort(error)) return
        failed(error instanceof AgentError ? error.message : messageOf(error, editorTexts.notPrepared))
      },
    )
    return () => controller.abort()
  }, [failed])
  return agent
}
