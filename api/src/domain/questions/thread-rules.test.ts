import fc from 'fast-check'
import { THREAD_MESSAGES_MAX, UNANSWERED_MAX } from 'shared/contract/questions'
import { addAnswer, addQuestion, type NumberedMessage, unansweredIn } from './thread-rules.ts'

type Step =
  | { readonly by: 'guest'; readonly text: string }
  /** `missed`: how many of the newest messages the owner had not read. */
  | { readonly by: 'owner'; readonly text: string; readonly missed: number }

const text = fc.constantFrom('¿Cuándo?', '¿Dónde?', 'Mañana.', 'Sí.')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ by: fc.constant('guest' as const), text }),
  fc.record({ by: fc.constant('owner' as const), text, missed: fc.nat(3) }),
)

const attempt = (messages: readonly NumberedMessage[], wish: Step) =>
  wish.by === 'guest'
    ? addQuestion(messages, wish.text)
    : addAnswer(messages, { text: wish.text, read: Math.max(0, messages.length - wish.missed) })

const run = (steps: readonly Step[], visit: (before: readonly NumberedMessage[], wish: Step) => void = () => {}) =>
  steps.reduce<NumberedMessage[]>((messages, wish) => {
    visit(messages, wish)
    const addition = attempt(messages, wish)
    return addition.kind === 'added' ? messages.concat(addition.message) : messages
  }, [])

const steps = fc.array(step, { maxLength: 60 })

test('a thread begins with a question, is numbered without gaps and has an end', () => {
  fc.assert(
    fc.property(steps, (wishes) => {
      const messages = run(wishes)
      expect(messages.map(({ number }) => number)).toEqual(messages.map((_, index) => index + 1))
      expect(messages.length).toBeLessThanOrEqual(THREAD_MESSAGES_MAX)
      expect(messages[0]?.author ?? 'guest').toBe('guest')
    }),
  )
})

test('no message is lost, and one that is sent twice is there once', () => {
  fc.assert(
    fc.property(steps, (wishes) => {
      run(wishes, (before, wish) => {
        const first = attempt(before, wish)
        if (first.kind !== 'added') return
        expect(first.message).toMatchObject({ author: wish.by, text: wish.text })
        const after = [...before, first.message]
        const again =
          wish.by === 'guest'
            ? addQuestion(after, wish.text)
            : addAnswer(after, { text: wish.text, read: first.message.answers ?? 0 })
        expect(again.kind).toBe('repeated')
      })
    }),
  )
})

test('a question that is not answered can always be answered, and then none is left', () => {
  fc.assert(
    fc.property(steps, (wishes) => {
      const messages = run(wishes)
      expect(unansweredIn(messages)).toBeLessThanOrEqual(UNANSWERED_MAX)
      if (unansweredIn(messages) === 0) return
      const answer = addAnswer(messages, { text: 'Con gusto.', read: messages.length })
      expect(answer.kind).toBe('added')
      if (answer.kind === 'added') expect(unansweredIn([...messages, answer.message])).toBe(0)
    }),
  )
})

test('an answer counts only for what its author had read', () => {
  fc.assert(
    fc.property(steps, fc.nat(THREAD_MESSAGES_MAX), (wishes, read) => {
      const messages = run(wishes)
      const answer = addAnswer(messages, { text: 'Nueva.', read })
      if (answer.kind !== 'added' || answer.message.number === THREAD_MESSAGES_MAX) return
      const left = messages.filter(
        ({ author, number }) =>
          author === 'guest' && number > read && !messages.some(({ answers }) => (answers ?? 0) >= number),
      )
      expect(unansweredIn([...messages, answer.message])).toBe(left.length)
    }),
  )
})

const asked = (count: number): NumberedMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    author: 'guest',
    text: `Pregunta ${index}`,
    answers: null,
  }))

test.each([
  ['an answer without a question', () => addAnswer([], { text: 'Sí.', read: 0 }), 'nothing-asked'],
  ['the owner read nothing', () => addAnswer(asked(2), { text: 'Sí.', read: 0 }), 'nothing-asked'],
  ['too many questions in a row', () => addQuestion(asked(UNANSWERED_MAX), 'Otra'), 'waiting'],
  ['the last question that may wait', () => addQuestion(asked(UNANSWERED_MAX - 1), 'Otra'), 'added'],
  ['a question without room for an answer', () => addQuestion(asked(THREAD_MESSAGES_MAX - 1), 'Otra'), 'full'],
  ['the last answer', () => addAnswer(asked(THREAD_MESSAGES_MAX - 1), { text: 'Sí.', read: 1 }), 'added'],
  ['an answer to a full thread', () => addAnswer(asked(THREAD_MESSAGES_MAX), { text: 'Sí.', read: 1 }), 'full'],
])('%s', (_, act, kind) => {
  expect(act().kind).toBe(kind)
})
