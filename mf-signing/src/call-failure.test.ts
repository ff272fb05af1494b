import { HttpError } from 'shared/http'
import { failed, isUnanswered, mayPass } from './call-failure.ts'

const refused = (status: number) => new HttpError('No', { kind: 'refused', status, body: {} })

test.each([
  ['a dead network', new HttpError('Sin red', { kind: 'network' }), true, true],
  ['a failed request without an answer', new TypeError('offline'), true, true],
  ['500', refused(500), true, true],
  ['503', refused(503), true, true],
  ['429', refused(429), false, true],
  ['401', refused(401), false, false],
  ['409', refused(409), false, false],
])('isUnanswered and mayPass classify the failure: %s', (_what, error, unanswered, passes) => {
  expect([isUnanswered(error), mayPass(error)]).toEqual([unanswered, passes])
  expect(failed(error)).toMatchObject({ kind: 'failed', again: passes })
})
