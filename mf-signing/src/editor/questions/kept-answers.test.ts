/** @jest-environment jsdom */
import { endSession } from 'shared/state'
import { logInOwner, serveApi } from '../../testing/fake-api.ts'
import { keptAnswers } from './kept-answers.ts'

test('an answer that was not sent is kept until the session ends', async () => {
  serveApi({})
  await logInOwner()
  keptAnswers.keep('90', 'Sí.')
  keptAnswers.keep('91', 'No.')
  keptAnswers.keep('91', '')
  expect(['90', '91'].map(keptAnswers.read)).toEqual(['Sí.', ''])
  endSession()
  expect(keptAnswers.read('90')).toBe('')
})
