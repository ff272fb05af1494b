import type { AgentKind } from 'shared/contract'
import { AgentError, type SigningAgent } from './signing-agent.ts'
import type { simulations } from './simulated-agent.ts'

/** Where the agent is asked: the specification's times and codes differ. */
export type AgentPlace = keyof typeof simulations

/**
 * The adapter of this installation's agent, whose code travels only where it is used.
 * @throws AgentError where this page cannot use the agent, or its code did not arrive
 */
export const agentFor = async (kind: AgentKind, place: AgentPlace): Promise<SigningAgent> => {
  try {
    switch (kind) {
      case 'simulated': {
        const { createSimulatedAgent } = await import('./simulated-agent.ts')
        return createSimulatedAgent({ place })
      }
      case 'firmador': {
        const { createFirmadorAgent } = await import('./firmador/firmador-agent.ts')
        return createFirmadorAgent()
      }
    }
  } catch (cause) {
    throw cause instanceof AgentError ? cause : new AgentError('unreachable', { cause })
  }
}
