/** @jest-environment jsdom */
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { serveApi } from '../../testing/fake-api.ts'
import { anasCard, cardOf, desktop, withFirmador } from '../../testing/fake-firmador.ts'
import type { SignerIdentification } from '../identification.ts'
import { AgentError } from '../signing-agent.ts'
import type { BrowserEnvironment } from './browser-environment.ts'
import { firmadorTimes, REGISTRATION_LOOKS, REGISTRATION_PAUSE_MS } from './constants.ts'
import { type FirmadorFailure, firmadorFailures } from './failures.ts'
import { createFirmadorAgent, firmadorNotes } from './firmador-agent.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const ana: SignerIdentification = { type: 'nacional', number: '01-0234-0567' }
const never = new AbortController().signal

type Answer = NetworkAnswer | Promise<NetworkAnswer>

const serve = (over: Readonly<Record<string, readonly Answer[]>> = {}): SentCall[] => {
  const left = new Map(Object.entries(over).map(([path, answers]) => [path, [...answers]]))
  return serveApi({
    answer: (call) => {
      const answers = left.get(new URL(call.url, 'http://site').pathname)
      return (answers && (answers.length > 1 ? answers.shift() : answers[0])) ?? withFirmador(call)
    },
  })
}
const pathsOf = (calls: readonly SentCall[]) => calls.map(({ url }) => new URL(url, 'http://site').pathname)

const authenticate = (environment: Partial<BrowserEnvironment> = {}, signal = never, who = ana) => {
  const notes: string[] = []
  const agent = createFirmadorAgent({ environment: desktop(environment) })
  return { notes, asked: agent.authenticate(who, signal, (note) => notes.push(note)) }
}

const failureOf = async (asked: Promise<unknown>, ms = 0): Promise<AgentError> => {
  const caught = asked.then(
    () => new Error('it succeeded'),
    (error: unknown) => error,
  )
  await jest.advanceTimersByTimeAsync(ms)
  const error = await caught
  if (!(error instanceof AgentError)) throw error
  return error
}

const ok = (authorized: boolean): NetworkAnswer => ({ status: 200, body: { app: 'Firmador', port: 3516, authorized } })
const status = (code: number, body: unknown = ''): NetworkAnswer => ({ status: code, body })
const offline = new TypeError('Failed to fetch')
const silence = new Promise<NetworkAnswer>(() => undefined)

test('the agent first checks that Firmador runs and allows the site, then requests the cards', async () => {
  const calls = serve()
  const { asked, notes } = authenticate()
  expect((await asked).kind).toBe('card')
  expect(calls.map(({ url }) => url)).toEqual(['http://127.0.0.1:3516/ok', 'http://127.0.0.1:3516/certificates'])
  expect(calls.every(({ token }) => token === undefined)).toBe(true)
  expect(notes).toEqual([firmadorNotes.readingCards])
})

describe('permission of the program for the site', () => {
  test('the agent waits while the person confirms the site in the program', async () => {
    const calls = serve({ '/ok': [ok(false), ok(false), ok(false), ok(true)], '/doRegister': [status(202)] })
    const { asked, notes } = authenticate()
    await jest.advanceTimersByTimeAsync(2 * REGISTRATION_PAUSE_MS)
    expect(notes).toEqual([firmadorNotes.programAsks])
    expect(pathsOf(calls)).toEqual(['/ok', '/doRegister', '/ok', '/ok'])
    await jest.advanceTimersByTimeAsync(REGISTRATION_PAUSE_MS)
    expect((await asked).kind).toBe('card')
    expect(notes).toEqual([firmadorNotes.programAsks, firmadorNotes.readingCards])
  })

  test('the agent continues immediately when the program registers the site without a prompt', async () => {
    const calls = serve({ '/ok': [ok(false)], '/doRegister': [status(200)] })
    await authenticate().asked
    expect(pathsOf(calls)).toEqual(['/ok', '/doRegister', '/certificates'])
  })

  test('the agent reports a refused origin, whether the refusal is immediate or comes later', async () => {
    serve({ '/ok': [ok(false)], '/doRegister': [status(403)] })
    expect((await failureOf(authenticate().asked)).failure).toBe('origin-refused')
    serve({ '/ok': [ok(false)], '/doRegister': [status(202), status(403)] })
    expect((await failureOf(authenticate().asked, 10 * REGISTRATION_PAUSE_MS)).failure).toBe('origin-refused')
  })

  test('the agent reports a timeout when the person does not answer the program', async () => {
    serve({ '/ok': [ok(false)], '/doRegister': [status(202)] })
    const { failure } = await failureOf(authenticate().asked, REGISTRATION_LOOKS * REGISTRATION_PAUSE_MS)
    expect(failure).toBe('origin-unanswered')
  })

  test('the agent stops its requests and timers when the user leaves', async () => {
    const calls = serve({ '/ok': [ok(false)], '/doRegister': [status(202)] })
    const controller = new AbortController()
    const { asked } = authenticate({}, controller.signal)
    const caught = asked.catch((error: unknown) => error)
    await jest.advanceTimersByTimeAsync(1500)
    controller.abort()
    expect(await caught).toMatchObject({ name: 'AbortError' })
    const made = calls.length
    await jest.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(made)
    expect(jest.getTimerCount()).toBe(0)
  })
})

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const unreachable: readonly (readonly [string, Partial<BrowserEnvironment>, FirmadorFailure])[] = [
  ['nothing else is known', {}, 'program-missing'],
  ['the person refused in the browser', { localNetwork: async () => 'denied' }, 'browser-blocks'],
  ['the person has not answered the browser yet', { localNetwork: async () => 'prompt' }, 'program-or-browser'],
  ['the page itself is local', { localNetwork: async () => 'prompt', secure: false }, 'program-missing'],
  ['the browser allows it', { localNetwork: async () => 'granted' }, 'program-missing'],
  ['the site’s own policy forbids it', { forbidden: () => true }, 'site-blocks'],
  ['it is Safari, on a site with HTTPS', { userAgent: SAFARI }, 'browser-unsupported'],
  ['it is Safari, on a site without', { userAgent: SAFARI, secure: false }, 'program-missing'],
]

test.each(unreachable)(
  'if the program does not answer, the agent reports the likely cause: %s',
  async (_what, environment, failure) => {
    serve({ '/ok': [offline] })
    expect((await failureOf(authenticate(environment).asked)).failure).toBe(failure)
  },
)

test.each([
  ['a phone', { userAgent: IPHONE }],
  ['a tablet that says it is a computer', { userAgent: SAFARI, touchPoints: 5 }],
] as const)('%s: the agent refuses the device without a request to the program', async (_what, environment) => {
  const calls = serve()
  expect((await failureOf(authenticate(environment).asked)).failure).toBe('phone')
  expect(calls).toEqual([])
})

test('during the browser’s permission prompt the timeout is longer and the agent notifies the user', async () => {
  serve({ '/ok': [silence] })
  const { asked, notes } = authenticate({ localNetwork: async () => 'prompt' })
  const failed = failureOf(asked, firmadorTimes.okWhileBrowserAsks)
  await jest.advanceTimersByTimeAsync(0)
  expect(notes).toEqual([firmadorNotes.browserAsks])
  expect((await failed).failure).toBe('program-silent')
})

const answers: readonly (readonly [string, Readonly<Record<string, readonly Answer[]>>, number, FirmadorFailure])[] = [
  ['says nothing', { '/ok': [silence] }, firmadorTimes.ok, 'program-silent'],
  ['is another program', { '/ok': [status(200, '<html>')] }, 0, 'program-odd'],
  ['does not know the address', { '/ok': [status(404)] }, 0, 'program-odd'],
  ['registers differently', { '/ok': [ok(false)], '/doRegister': [status(500)] }, 0, 'program-odd'],
  ['has forgotten the site', { '/certificates': [status(403)] }, 0, 'origin-refused'],
  ['lists something else', { '/certificates': [status(200, [{ identification: 7 }])] }, 0, 'program-odd'],
  ['reads for too long', { '/certificates': [silence] }, firmadorTimes.certificates, 'program-silent'],
  ['has no card', { '/certificates': [status(200, [])] }, 0, 'no-card'],
  ['has another card', { '/certificates': [status(200, [cardOf('CPF-02-0345-0678')])] }, 0, 'other-card'],
]

test.each(answers)(
  'the agent reports the failure of a program that answers wrongly, late or without the card: it %s',
  async (_what, over, ms, failure) => {
    serve(over)
    expect((await failureOf(authenticate().asked, ms)).failure).toBe(failure)
  },
)

describe('several cards in the reader', () => {
  const login = { commonName: 'ANA ROJAS MORA (AUTENTICACION)', tokenSerialNumber: 'login' }
  const luis = cardOf('CPF-02-0345-0678', { firstName: 'LUIS', lastName: 'VARGAS', tokenSerialNumber: '7A02' })

  test('the agent signs with the person’s own card and its signing certificate', async () => {
    const calls = serve({ '/certificates': [status(200, [cardOf('CPF-01-0234-0567', login), luis, anasCard])] })
    const request = await authenticate().asked
    if (request.kind !== 'card') throw new Error('no card')
    const watch = { onAsked: () => undefined, onAnswered: () => undefined, onCode: () => undefined }
    await request.signField(watch, never)(7, { field_id: 7, signature_data: 'data:image/png;base64,AAAA' }, 'session')
    expect(calls.find(({ url }) => url.endsWith('/sign'))?.body).toMatchObject({ serialnumber: '7A01' })
  })

  test('if no card belongs to the person, the error names the owners of the cards found', async () => {
    serve({ '/certificates': [status(200, [luis, cardOf('NUP-155800123456', { firstName: 'EVA', lastName: 'LIM' })])] })
    const { message } = await failureOf(authenticate().asked)
    expect(message).toContain('LUIS VARGAS (CPF-02-0345-0678) y de EVA LIM (NUP-155800123456)')
    expect(message).toContain('Cambia la tarjeta o revisa el número.')
  })

  test('the agent finds a foreigner’s card by its identification number', async () => {
    serve({ '/certificates': [status(200, [luis, cardOf('NUP-155800123456')])] })
    const who: SignerIdentification = { type: 'extranjero', number: '155800123456' }
    expect((await authenticate({}, never, who).asked).kind).toBe('card')
  })
})

test('each failure has its own text, and a missing program gets a download link', async () => {
  expect(new Set(Object.values(firmadorFailures)).size).toBe(Object.keys(firmadorFailures).length)
  serve({ '/ok': [offline] })
  const missing = await failureOf(authenticate().asked)
  expect(missing.help).toEqual({ label: 'Descargar Firmador', href: 'https://firmador.libre.cr' })
})
