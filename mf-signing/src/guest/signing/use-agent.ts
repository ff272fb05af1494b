import { useEffect, useState } from 'react'
import { agentApi, isAbort, messageOf } from 'shared/http'
import { retryOnReturn, useOnline } from 'shared/state'
import { agentFor } from '../../agent/agent-for.ts'
import { AgentError, type SigningAgent } from '../../agent/signing-agent.ts'
import type { EntryPoint } from '../session/guest-session.ts'

/** Public links ask the server for the agent. */
const loadAgent = async (entry: EntryPoint, signal: AbortSignal): Promise<SigningAgent> => {
  const kind = entry.kind === 'invitation' ? entry.agent : (await agentApi.get(signal)).kind
  return agentFor(kind, 'guest')
}

export interface AgentModel {
  readonly agent: SigningAgent | undefined
  readonly offline: boolean
}

export const useAgent = (entry: EntryPoint, onFailed: (message: string) => void): AgentModel => {
  const [agent, setAgent] = useState<SigningAgent>()
  const [offline, setOffline] = useState(false)
  // Fixed when signing starts.
  const [begun] = useState({ entry, onFailed })
  useEffect(() => {
    if (offline) return
    const controller = new AbortController()
    retryOnReturn(() => loadAgent(begun.entry, controller.signal)).then(
      (loaded) => controller.signal.aborted || setAgent(loaded),
      (error: unknown) => {
        if (controller.signal.aborted || isAbort(error)) return
        if (!navigator.onLine) return setOffline(true)
        begun.onFailed(error instanceof AgentError ? error.message : messageOf(error))
      },
    )
    return () => controller.abort()
  }, [begun, offline])
  useOnline(offline, () => setOffline(false))
  return { agent, offline }
}
