import fc from 'fast-check'
import { cancellationText, type FlowAction, flowReducer, flowStart, type SigningFlow } from './signing-flow.ts'

const run = (actions: readonly FlowAction[], from: SigningFlow = flowStart): SigningFlow =>
  actions.reduce(flowReducer, from)
const ticks = (count: number): FlowAction[] => Array.from({ length: count }, () => ({ type: 'ticked' }))

const toReview: FlowAction[] = [{ type: 'started' }]
const toDrawing: FlowAction[] = [...toReview, { type: 'reviewed' }]
const toAuth: FlowAction[] = [...toDrawing, { type: 'drawn' }]
const asking: FlowAction[] = [...toAuth, { type: 'identified' }]
const toVerification: FlowAction[] = [...asking, { type: 'authenticated', code: 'A1B2C3', seconds: 8 }]
const toProcessing: FlowAction[] = [...toVerification, { type: 'confirmed', total: 2 }]
const toFailed: FlowAction[] = [...toProcessing, { type: 'signing-failed', message: 'Error de conexión' }]

test('section 4: the review counts 15 seconds down and continues automatically', () => {
  expect(run(toReview)).toEqual({ step: 'review', secondsLeft: 15 })
  expect(run([...toReview, ...ticks(14)])).toEqual({ step: 'review', secondsLeft: 1 })
  expect(run([...toReview, ...ticks(15)])).toEqual({ step: 'drawing' })
})

test('each request for more time adds 15 seconds to the review', () => {
  const more: FlowAction = { type: 'more-time-wanted' }
  expect(run([...toReview, ...ticks(10), more, more])).toEqual({ step: 'review', secondsLeft: 35 })
  expect(run([...toDrawing, more])).toEqual({ step: 'drawing' })
})

test('section 4: verification counts down from 8 and then waits for the agent with the code on show', () => {
  expect(run(toVerification)).toEqual({ step: 'verification', code: 'A1B2C3', secondsLeft: 8 })
  expect(run([...toVerification, ...ticks(12)])).toEqual({ step: 'verification', code: 'A1B2C3', secondsLeft: 0 })
})

test('the flow counts each field that the server signs, and ends as signed', () => {
  expect(run([...toProcessing, { type: 'field-signed' }])).toEqual({ step: 'processing', done: 1, total: 2 })
  expect(run([...toProcessing, { type: 'completed' }])).toEqual({ step: 'signed' })
})

test.each([
  ['while it is asked', asking],
  ['while it waits for the person', toVerification],
])('an agent that fails %s leads back to the identification with its reason', (_when, actions) => {
  const refused = run([...actions, { type: 'agent-failed', message: 'PIN bloqueado' }])
  expect(refused).toEqual({ step: 'auth', asking: { kind: 'failed', message: 'PIN bloqueado' } })
  expect(run([{ type: 'identified' }], refused)).toEqual({ step: 'auth', asking: { kind: 'under-way' } })
})

test('the signer can draw again until the request to the agent begins', () => {
  expect(run([...toAuth, { type: 'redraw-wanted' }])).toEqual({ step: 'drawing' })
  expect(run([...asking, { type: 'redraw-wanted' }])).toEqual(run(asking))
})

describe('signing with a code for GAUDI', () => {
  const shown: FlowAction[] = [
    ...asking,
    { type: 'card-found', total: 2 },
    { type: 'code-shown', code: 'A2B3', seconds: 2 },
  ]
  const code = { step: 'gaudi', code: 'A2B3', done: 0, total: 2 }

  test('each field has its own code and countdown, and the end of the countdown changes no step', () => {
    expect(run([...shown, { type: 'ticked' }, { type: 'ticked' }, { type: 'ticked' }])).toEqual({
      ...code,
      secondsLeft: 0,
    })
    const next: FlowAction[] = [{ type: 'field-signed' }, { type: 'code-shown', code: 'C4', seconds: 9 }]
    expect(run([...shown, ...next])).toEqual({ step: 'gaudi', code: 'C4', secondsLeft: 9, done: 1, total: 2 })
    expect(run([...shown, ...next, { type: 'field-signed' }, { type: 'completed' }])).toEqual({ step: 'signed' })
  })

  test('the signer can cancel while the code is shown, but not while the answer is processed', () => {
    expect(run([...shown, { type: 'card-answered' }, { type: 'left' }])).toEqual({
      step: 'processing',
      done: 0,
      total: 2,
    })
    expect(run([...shown, { type: 'left' }])).toEqual({ step: 'idle' })
    expect(cancellationText(run(shown))).toBe('Proceso de verificación cancelado.')
  })

  test('a failure of the agent leads back to the identification with its reason', () => {
    const refused = run([...shown, { type: 'agent-failed', message: 'PIN bloqueado' }])
    expect(refused).toEqual({ step: 'auth', asking: { kind: 'failed', message: 'PIN bloqueado' } })
  })
})

describe('signing with a card', () => {
  const found: FlowAction[] = [...asking, { type: 'card-found', total: 2 }]
  const asked: FlowAction[] = [...found, { type: 'card-asked', again: false }]

  test('the flow requests the PIN for each field, and the server signs in between', () => {
    expect(run(found)).toEqual({ step: 'processing', done: 0, total: 2 })
    expect(run(asked)).toEqual({ step: 'card', done: 0, total: 2, again: false })
    const second = run(
      [{ type: 'card-answered' }, { type: 'field-signed' }, { type: 'card-asked', again: false }],
      run(asked),
    )
    expect(second).toEqual({ step: 'card', done: 1, total: 2, again: false })
    expect(run([{ type: 'card-answered' }, { type: 'completed' }], second)).toEqual({ step: 'signed' })
  })

  test('when another signature came first, the flow requests the PIN again', () => {
    expect(run([...asked, { type: 'card-answered' }, { type: 'card-asked', again: true }])).toEqual({
      step: 'card',
      done: 0,
      total: 2,
      again: true,
    })
  })

  test('leaving during the PIN request resets the flow, and a failed signature can be retried', () => {
    expect(cancellationText(run(asked))).toBe('Proceso de verificación cancelado.')
    expect(run([...asked, { type: 'left' }])).toEqual({ step: 'idle' })
    const refused = run([...asked, { type: 'signing-failed', message: 'Rechazada' }])
    expect(refused).toEqual({ step: 'failed', message: 'Rechazada', differs: false, offline: false })
    expect(run([{ type: 'retried', total: 2 }], refused).step).toBe('processing')
  })

  test('the flow keeps the note of the agent only while the agent’s request is pending', () => {
    const note: FlowAction = { type: 'agent-noted', note: 'Confirma en Firmador' }
    expect(run([...asking, note])).toEqual({
      step: 'auth',
      asking: { kind: 'under-way', note: 'Confirma en Firmador' },
    })
    expect(run([...toAuth, note])).toEqual(run(toAuth))
  })
})

test('after a failed signature only the signing step is retried', () => {
  expect(run(toFailed)).toEqual({ step: 'failed', message: 'Error de conexión', differs: false, offline: false })
  expect(run([...toFailed, { type: 'retried', total: 1 }])).toEqual({ step: 'processing', done: 0, total: 1 })
})

test.each([
  ['review', toReview, 'Revisión cancelada por el usuario.'],
  ['drawing', toDrawing, 'Proceso de firma cancelado.'],
  ['auth', toAuth, 'Proceso de firma cancelado.'],
  ['verification', toVerification, 'Proceso de verificación cancelado.'],
  ['failed', toFailed, 'Proceso de firma cancelado.'],
  ['signed', [...toProcessing, { type: 'completed' }], undefined],
] as const)(
  'section 4: leaving the step %s resets the flow and gives its cancellation message',
  (step, actions, said) => {
    const state = run(actions)
    expect(state.step).toBe(step)
    expect(cancellationText(state)).toBe(said)
    expect(run([{ type: 'left' }], state)).toEqual({ step: 'idle' })
  },
)

test('the signer cannot leave the processing step', () => {
  expect(run([...toProcessing, { type: 'left' }])).toEqual(run(toProcessing))
})

const order = ['review', 'drawing', 'auth', 'verification', 'processing', 'signed']
const SIZE = { minLength: 100, maxLength: 300 }

const action = fc.constantFrom<FlowAction>(
  ...toProcessing,
  { type: 'ticked' },
  { type: 'more-time-wanted' },
  { type: 'redraw-wanted' },
  { type: 'agent-failed', message: 'no' },
  { type: 'field-signed' },
  { type: 'signing-failed', message: 'no' },
  { type: 'retried', total: 1 },
  { type: 'completed' },
  { type: 'left' },
)

test('property: a signature requires review, drawing, identification and confirmation in this order', () => {
  const inOrder = [...toProcessing, { type: 'completed' } as const]
  let signed = 0
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          action,
          fc.nat(7).map((index) => inOrder[index] ?? toProcessing[0]),
        ),
        SIZE,
      ),
      (some) => {
        const actions = some.flatMap((next) => next ?? [])
        let state = flowStart
        let passed: string[] = []
        for (const next of actions) {
          const { step } = state
          state = flowReducer(state, next)
          if (state.step === 'idle') passed = []
          else if (state.step !== step && !passed.includes(state.step)) passed.push(state.step)
          if (state.step !== 'signed' || step === 'signed') continue
          signed += 1
          expect(passed.filter((name) => name !== 'failed')).toEqual(order)
        }
      },
    ),
    { numRuns: 500 },
  )
  expect(signed).toBeGreaterThan(0)
})
