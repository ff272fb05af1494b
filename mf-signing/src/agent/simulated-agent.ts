import type { SignerIdentification } from './identification.ts'
import { AgentError, type AgentFailure, type SigningAgent } from './signing-agent.ts'
import { type AbortableWait, waitFor } from './wait.ts'

const AUTHENTICATION_MS = 1200

/** From the specification. In milliseconds. */
export const simulatedTimes = {
  owner: { codeLength: 6, confirmationMs: 8000, completionMs: 2000 },
  guest: { codeLength: 3, confirmationMs: 5000, completionMs: 2000 },
} as const

export const DEMO_NOTICE = 'Modo de demostración: la identidad no se verifica con el Banco Central.'

interface Ending {
  readonly at: 'authentication' | 'confirmation'
  readonly failure: AgentFailure
}

/** Test identifications of the Central Bank of Costa Rica, one per failure. */
export const testIdentifications: Readonly<Record<string, Ending>> = {
  '01-1010-2020': { at: 'confirmation', failure: 'rejected' },
  '01-2020-3030': { at: 'confirmation', failure: 'timed-out' },
  '01-4040-5050': { at: 'confirmation', failure: 'disconnected' },
  '01-6060-7070': { at: 'confirmation', failure: 'certificate-revoked' },
  '01-8080-9090': { at: 'confirmation', failure: 'certificate-expired' },
  '01-1100-2211': { at: 'authentication', failure: 'busy' },
  '01-3344-5566': { at: 'confirmation', failure: 'wrong-code' },
  '01-7788-9900': { at: 'confirmation', failure: 'pin-blocked' },
  '500000000000': { at: 'authentication', failure: 'refused' },
}

const DIGITS = '0123456789'
/** Without I and O: people read them as 1 and 0. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

type Random = () => number
const pick = (characters: string, random: Random): string => characters.charAt(Math.floor(random() * characters.length))

const guestCode = (random: Random): string => `${pick(DIGITS, random)}${pick(LETTERS, random)}${pick(DIGITS, random)}`
const ownerCode = (random: Random): string =>
  Array.from({ length: simulatedTimes.owner.codeLength }, () => pick(LETTERS + DIGITS, random)).join('')

export interface SimulatedAgentOptions {
  readonly place: keyof typeof simulatedTimes
  readonly random?: Random
  readonly wait?: AbortableWait
}

/** Verifies no identity. */
export const createSimulatedAgent = ({
  place,
  random = Math.random,
  wait: pause = waitFor,
}: SimulatedAgentOptions): SigningAgent => {
  const { confirmationMs, completionMs } = simulatedTimes[place]
  const failAt = (at: Ending['at'], { number }: SignerIdentification): void => {
    const ending = testIdentifications[number.trim()]
    if (ending?.at === at) throw new AgentError(ending.failure)
  }
  return {
    kind: 'simulated',
    introduction: 'Con tu número, GAUDI te pide confirmar la firma con un código.',
    notice: DEMO_NOTICE,
    confirmationSeconds: confirmationMs / 1000,
    authenticate: async (identification, signal) => {
      await pause(AUTHENTICATION_MS, signal)
      failAt('authentication', identification)
      return {
        kind: 'code',
        code: place === 'owner' ? ownerCode(random) : guestCode(random),
        confirmed: async (confirming) => {
          await pause(confirmationMs, confirming)
          failAt('confirmation', identification)
        },
        completed: (completing) => pause(completionMs, completing),
      }
    },
  }
}
