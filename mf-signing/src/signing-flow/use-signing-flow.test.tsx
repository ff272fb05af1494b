import { act, renderHook } from '@testing-library/react'
import { HttpError, UNKNOWN_FAILURE } from 'shared/http'
import { AgentError, agentFailureTexts, type SigningAgent } from '../agent/signing-agent.ts'
import { createSimulatedAgent } from '../agent/simulated-agent.ts'
import { unknownSigner } from './signer.ts'
import { type SigningFlowOptions, useSigningFlow } from './use-signing-flow.ts'

const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
beforeEach(() => reported.mockClear())

const agentThat = (authenticate: SigningAgent['authenticate']): SigningAgent => ({
  ...createSimulatedAgent({ place: 'guest' }),
  authenticate,
})

const identify = async (agent: SigningAgent, checkCode?: SigningFlowOptions['checkCode']) => {
  const options = { agent, pending: () => 1, sign: async () => undefined, signedText: 'Listo', onLeft: () => undefined }
  const { result } = renderHook(() => useSigningFlow({ ...options, checkCode }))
  act(() => result.current.dispatch({ type: 'started', from: 'drawing' }))
  act(() => result.current.dispatch({ type: 'drawn' }))
  await act(async () => result.current.identify(unknownSigner))
  return result.current.state
}

const bug = new TypeError('x is undefined')

test('a bug of ours is shown as one, not as a failed authentication, and reported once', async () => {
  const state = await identify(agentThat(() => Promise.reject(bug)))
  expect(state).toMatchObject({ asking: { kind: 'failed', message: UNKNOWN_FAILURE } })
  expect(reported.mock.calls).toEqual([[bug]])
})

test('so is one while the code of the mail is checked', async () => {
  const another = new TypeError('y is undefined')
  const state = await identify(createSimulatedAgent({ place: 'guest' }), () => Promise.reject(another))
  expect(state).toMatchObject({ asking: { kind: 'failed', message: UNKNOWN_FAILURE } })
  expect(reported.mock.calls).toEqual([[another]])
})

test.each([
  ['an agent out of reach', new AgentError('unreachable'), agentFailureTexts.unreachable],
  ['a lost connection', new HttpError('Sin red', { kind: 'network' }), 'Sin red'],
])('%s keeps its text and is not reported', async (_what, error, message) => {
  const state = await identify(agentThat(() => Promise.reject(error)))
  expect(state).toMatchObject({ asking: { kind: 'failed', message } })
  expect(reported).not.toHaveBeenCalled()
})
