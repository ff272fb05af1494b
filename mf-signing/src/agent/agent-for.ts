import type { AgentKind } from 'shared/contract'
import { agentApi, kindOfFailure } from 'shared/http'
import { AgentError, type SigningAgent } from './signing-agent.ts'
import { createSimulatedAgent, type simulatedTimes } from './simulated-agent.ts'

export type AgentPlace = keyof typeof simulatedTimes

/** @throws AgentError if the agent or its chunk is unreachable */
export const agentFor = async (kind: AgentKind, place: AgentPlace): Promise<SigningAgent> => {
  try {
    switch (kind) {
      case 'simulated':
        return createSimulatedAgent({ place })
      case 'firmador': {
        const { createFirmadorAgent } = await import(
          /* webpackChunkName: "signing-means" */ './firmador/firmador-agent.ts'
        )
        return createFirmadorAgent()
      }
      case 'fva': {
        const { createFvaAgent } = await import(/* webpackChunkName: "signing-means" */ './fva/fva-agent.ts')
        return createFvaAgent({ isSimulator: (await agentApi.get()).simulator === true })
      }
    }
  } catch (cause) {
    throw kindOfFailure(cause) === 'unanswered' ? new AgentError('unreachable', { cause }) : cause
  }
}
