import fc from 'fast-check'
import { storedFile } from '../../testing/wire.ts'
import {
  choicesOf,
  type GenerationEvent,
  type GenerationState,
  idleGeneration,
  isBusy,
  generationReducer as reduce,
} from './generation.ts'

const file = storedFile({ id: 3 })
const shared = { ...file, is_shared: true }
const twin = storedFile({ id: 4 })
const pressed = (name: string, picked?: typeof file): GenerationEvent => ({ kind: 'pressed', name, picked })
const searching: GenerationState = { kind: 'searching', name: 'contrato' }
const sharing: GenerationState = { kind: 'sharing', file, among: [] }
const choosing: GenerationState = { kind: 'choosing', among: [file, twin] }
const generated: GenerationState = { kind: 'generated', file: shared }
const refused = (message: string): GenerationState => ({ kind: 'refused', message })
const missing = refused('Por favor ingresa el nombre del archivo.')
const notFound = refused('Archivo no encontrado. Verifica el nombre del archivo.')
const failed: GenerationState = { kind: 'failed', message: 'Error de conexión', errand: searching }
const failedChoice: GenerationState = {
  kind: 'failed',
  message: 'Error de conexión',
  errand: { kind: 'sharing', file, among: [file, twin] },
}

const rows: readonly [string, GenerationState, GenerationEvent, GenerationState][] = [
  ['section 5: an empty name is refused', idleGeneration, pressed(''), missing],
  ['section 5: a name of spaces is refused', idleGeneration, pressed('   '), missing],
  ["section 5: '.pdf' names nothing", idleGeneration, pressed('.pdf'), missing],
  ['a name is searched for', idleGeneration, pressed('contrato'), searching],
  ['a suggestion that was picked is shared at once', idleGeneration, pressed('Contrato.pdf', file), sharing],
  ['an emptied name is refused, whatever was picked', idleGeneration, pressed('', file), missing],
  ['section 5: a name without a document is refused', searching, { kind: 'found', files: [] }, notFound],
  ['the one document of the name is shared', searching, { kind: 'found', files: [file] }, sharing],
  ['of several the person chooses', searching, { kind: 'found', files: [file, twin] }, choosing],
  [
    'the chosen one is shared, the others stay on show',
    choosing,
    { kind: 'chosen', file: twin },
    { kind: 'sharing', file: twin, among: [file, twin] },
  ],
  ['a shared document has its address', sharing, { kind: 'shared', file: shared }, generated],
  ['a document that is gone is not found', sharing, { kind: 'gone' }, notFound],
  ['a search that fails says so', searching, { kind: 'failed', message: 'Error de conexión' }, failed],
  ['a failed request is retried', failed, { kind: 'retried' }, searching],
  [
    'a choice that failed can be another one then',
    failedChoice,
    { kind: 'chosen', file: twin },
    { kind: 'sharing', file: twin, among: [file, twin] },
  ],
  ['another name ends a refusal', missing, { kind: 'typed' }, idleGeneration],
  ['another name ends a choice', choosing, { kind: 'typed' }, idleGeneration],
  ['another name ends a failure', failed, { kind: 'typed' }, idleGeneration],
  ['an address stays while another name is written', generated, { kind: 'typed' }, generated],
  ['an address goes when its sharing is ended', generated, { kind: 'updated', file }, idleGeneration],
  ['another document leaves it alone', generated, { kind: 'updated', file: twin }, generated],
  [
    'a choice shows what is public by now',
    choosing,
    { kind: 'updated', file: shared },
    { kind: 'choosing', among: [shared, twin] },
  ],
]

test.each(rows)('generationReducer applies the rule: %s', (_rule, before, event, after) => {
  expect(reduce(before, event)).toEqual(after)
})

const someFile = fc.constantFrom(file, shared, twin)
const someEvent: fc.Arbitrary<GenerationEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('pressed' as const),
    name: fc.constantFrom('', 'contrato'),
    picked: fc.option(someFile, { nil: undefined }),
  }),
  fc.record({ kind: fc.constantFrom('typed' as const, 'gone' as const, 'retried' as const) }),
  fc.record({ kind: fc.constant('found' as const), files: fc.array(someFile, { maxLength: 3 }) }),
  fc.record({ kind: fc.constantFrom('chosen' as const, 'updated' as const), file: someFile }),
  fc.record({ kind: fc.constant('failed' as const), message: fc.constant('Error') }),
)

test('property: no URL is generated before the server confirms the sharing', () => {
  fc.assert(
    fc.property(fc.array(someEvent), (events) => {
      const state = events.reduce(reduce, idleGeneration)
      expect(state.kind).not.toBe('generated')
    }),
  )
})

test('property: a pending request ends only with its own answer', () => {
  fc.assert(
    fc.property(fc.constantFrom(searching, sharing), someEvent, (errand, event) => {
      const answers = errand.kind === 'searching' ? ['found', 'failed'] : ['gone', 'failed', 'shared']
      if (!answers.includes(event.kind)) expect(reduce(errand, event)).toBe(errand)
    }),
  )
})

test('the choices stay visible until one of the documents is shared', () => {
  expect([choosing, failedChoice, { ...sharing, among: [file, twin] }].map(choicesOf)).toEqual(
    Array.from({ length: 3 }, () => [file, twin]),
  )
  expect([idleGeneration, generated, failed, missing].flatMap(choicesOf)).toEqual([])
  expect([searching, sharing].every(isBusy)).toBe(true)
})
