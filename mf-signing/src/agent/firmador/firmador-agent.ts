import type { SigningAgent } from '../signing-agent.ts'
import { type AbortableWait, waitFor as realWait } from '../wait.ts'
import { type BrowserEnvironment, isPhone, readBrowserEnvironment } from './browser-environment.ts'
import { chooseCard } from './choose-card.ts'
import {
  FIRMADOR_ADDRESS,
  firmadorTimes,
  LOOKS_PER_REQUEST,
  REGISTRATION_LOOKS,
  REGISTRATION_PAUSE_MS,
} from './constants.ts'
import { firmadorError } from './failures.ts'
import { createFirmadorProgram, type FirmadorProgram } from './program.ts'
import { signWithCard } from './sign-with-card.ts'

export const firmadorNotes = {
  browserAsks:
    'Tu navegador va a preguntar si este sitio puede conectarse con aplicaciones de este dispositivo. Permítelo.',
  programAsks: 'Firmador te pregunta si este sitio puede pedirte firmas. Confirma en su ventana.',
  readingCards: 'Leyendo tu tarjeta… no la saques del lector.',
} as const

export interface FirmadorAgentOptions {
  readonly environment?: BrowserEnvironment
  readonly wait?: AbortableWait
  readonly fetch?: typeof fetch
}

type Note = (note: string) => void

const waitForConsent = async (program: FirmadorProgram, wait: AbortableWait, signal: AbortSignal): Promise<void> => {
  for (let look = 1; look <= REGISTRATION_LOOKS; look++) {
    await wait(REGISTRATION_PAUSE_MS, signal)
    if (await program.isAuthorized(signal)) return
    if (look % LOOKS_PER_REQUEST === 0 && (await program.register(signal)) === 'refused')
      throw firmadorError('origin-refused')
  }
  throw firmadorError('origin-unanswered')
}

/** The page relays data between server and program. It never sees PIN or key. */
export const createFirmadorAgent = (options: FirmadorAgentOptions = {}): SigningAgent => {
  const { environment = readBrowserEnvironment(FIRMADOR_ADDRESS), wait = realWait } = options
  const call: typeof fetch = options.fetch ?? ((...request) => fetch(...request))
  const program = createFirmadorProgram({ environment, wait, fetch: call })

  const reach = async (signal: AbortSignal, note: Note): Promise<void> => {
    if (isPhone(environment)) throw firmadorError('phone')
    const browserAsks = (await environment.localNetwork()) === 'prompt'
    if (browserAsks) note(firmadorNotes.browserAsks)
    if (await program.isAuthorized(signal, browserAsks ? firmadorTimes.okWhileBrowserAsks : firmadorTimes.ok)) return
    const registration = await program.register(signal)
    if (registration === 'refused') throw firmadorError('origin-refused')
    if (registration === 'registered') return
    note(firmadorNotes.programAsks)
    await waitForConsent(program, wait, signal)
  }

  return {
    kind: 'firmador',
    introduction:
      'Firmas con tu tarjeta de firma digital. Abre Firmador en esta computadora y mete la tarjeta en el lector.',
    notice: undefined,
    confirmationSeconds: 0,
    authenticate: async (identification, signal, note = () => undefined) => {
      await reach(signal, note)
      note(firmadorNotes.readingCards)
      const card = chooseCard(await program.cards(signal), identification)
      return {
        kind: 'card',
        signField: (watch, signing) => signWithCard({ program, card, identification, watch, signal: signing }),
      }
    },
  }
}
