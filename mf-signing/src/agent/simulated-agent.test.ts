import fc from 'fast-check'
import type { SignerIdentification } from './identification.ts'
import { identificationProblem } from './identification.ts'
import {
  AgentError,
  type AgentFailure,
  agentFailures,
  agentFailureTexts,
  type CodeRequest,
  type SigningAgent,
} from './signing-agent.ts'
import { createSimulatedAgent, DEMO_NOTICE, testIdentifications } from './simulated-agent.ts'
import { waitFor } from './wait.ts'

const ana = { type: 'nacional', number: '01-0234-0567' } as const
const never = new AbortController().signal

const ask = async (agent: SigningAgent, identification: SignerIdentification = ana): Promise<CodeRequest> => {
  const request = await agent.authenticate(identification, never)
  if (request.kind !== 'code') throw new Error('the simulated agent compares a code')
  return request
}

const recorded = (place: 'owner' | 'guest') => {
  const waits: number[] = []
  const agent = createSimulatedAgent({ place, random: () => 0.5, wait: async (ms) => void waits.push(ms) })
  return { agent, waits }
}

test.each([
  ['owner', [1200, 8000, 2000], 'TTTTTT'],
  ['guest', [1200, 5000, 2000], '5N5'],
] as const)('section 9: the agent uses the waiting times and the code format of the %s', async (place, times, code) => {
  const { agent, waits } = recorded(place)
  const request = await ask(agent)
  await request.confirmed(never)
  await request.completed(never)
  expect(waits).toEqual(times)
  expect(request.code).toBe(code)
  expect(agent.confirmationSeconds).toBe(times[1] / 1000)
})

test('section 9: the code has digit, letter, digit for a guest and six capitals or digits for the owner', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      async (numbers) => {
        const options = { random: () => Number(numbers.next().value), wait: async () => undefined }
        const guest = await ask(createSimulatedAgent({ place: 'guest', ...options }))
        expect(guest.code).toMatch(/^\d[A-HJ-NP-Z]\d$/)
        const owner = await ask(createSimulatedAgent({ place: 'owner', ...options }))
        expect(owner.code).toMatch(/^[A-HJ-NP-Z0-9]{6}$/)
      },
    ),
    { numRuns: 50 },
  )
})

test('the agent states that it is a demonstration without identity verification', () => {
  expect(createSimulatedAgent({ place: 'guest' }).notice).toBe(DEMO_NOTICE)
  expect(DEMO_NOTICE).toBe('Modo de demostración: la identidad no se verifica con el Banco Central.')
})

const ends: readonly (readonly [string, AgentFailure])[] = [
  ['01-1010-2020', 'rejected'],
  ['01-2020-3030', 'timed-out'],
  ['01-4040-5050', 'disconnected'],
  ['01-6060-7070', 'certificate-revoked'],
  ['01-8080-9090', 'certificate-expired'],
  ['01-1100-2211', 'busy'],
  ['01-3344-5566', 'wrong-code'],
  ['01-7788-9900', 'pin-blocked'],
  ['500000000000', 'refused'],
]

test.each(ends)("the Central Bank's test identification %s ends as %s", async (number, failure) => {
  const { agent } = recorded('owner')
  const type = number.startsWith('5') ? 'extranjero' : 'nacional'
  expect(identificationProblem({ type, number })).toBeUndefined()
  const signing = ask(agent, { type, number }).then((request) => request.confirmed(never))
  await expect(signing).rejects.toThrow(new AgentError(failure))
  await expect(signing).rejects.toMatchObject({ failure })
})

test('each failure has its own text, and the tests cover every test identification', () => {
  expect(new Set(agentFailures.map((failure) => agentFailureTexts[failure])).size).toBe(agentFailures.length)
  expect(Object.keys(testIdentifications).sort()).toEqual(ends.map(([number]) => number).sort())
})

describe('wait()', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  test('wait() resolves after its duration', async () => {
    const done = jest.fn()
    const waiting = waitFor(1000, never).then(done)
    await jest.advanceTimersByTimeAsync(999)
    expect(done).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(1)
    await waiting
    expect(done).toHaveBeenCalled()
  })

  test.each(['before', 'during'])(
    'wait() rejects without a remaining timer when its signal aborts (%s)',
    async (when) => {
      const controller = new AbortController()
      if (when === 'before') controller.abort()
      const waiting = waitFor(1000, controller.signal)
      if (when === 'during') controller.abort()
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
      expect(jest.getTimerCount()).toBe(0)
    },
  )
})
