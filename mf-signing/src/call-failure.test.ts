/** @jest-environment jsdom */
import { HttpError } from 'shared/http'
import { failedCall, isUnanswered, mayPass } from './call-failure.ts'

const refused = (status: number) => new HttpError('No', { kind: 'refused', status, body: {} })

test.each([
  ['a dead network', new HttpError('Sin red', { kind: 'network' }), true, true],
  ['a lost chunk', Object.assign(new Error('7'), { name: 'ChunkLoadError' }), true, true],
  ['a bug of ours', new TypeError('x is undefined'), false, false],
  ['500', refused(500), true, true],
  ['503', refused(503), true, true],
  ['429', refused(429), false, true],
  ['401', refused(401), false, false],
  ['409', refused(409), false, false],
])('isUnanswered and mayPass classify the failure: %s', (_what, error, unanswered, passes) => {
  const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  expect([isUnanswered(error), mayPass(error)]).toEqual([unanswered, passes])
  expect(failedCall(error)).toMatchObject({ kind: 'failed', again: passes })
  expect(reported.mock.calls).toEqual(error instanceof TypeError ? [[error]] : [])
  reported.mockRestore()
})
