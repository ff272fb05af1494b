import { signatureResult } from '../testing/wire.ts'
import type { DialogAction, DialogState } from './dialog-flow.ts'
import { dialogReducer, dialogStart } from './dialog-flow.ts'

const result = signatureResult()
const drawing = dialogStart
const signing: DialogState = { step: 'draw', attempt: { kind: 'under-way' } }
const failed: DialogState = {
  step: 'draw',
  attempt: { kind: 'failed', reason: 'Sin conexión', differs: false, offline: false },
}
const confirmed: DialogState = { step: 'confirmation', result }

test.each<[string, DialogState, DialogAction, DialogState]>([
  ['signing starts', drawing, { type: 'sign-pressed' }, signing],
  ['a success shows the confirmation', signing, { type: 'sign-succeeded', result }, confirmed],
  ['a failure stays at the drawing', signing, { type: 'sign-failed', reason: 'Sin conexión' }, failed],
  ['after a failure it can be tried again', failed, { type: 'sign-pressed' }, signing],
  ['drawing on removes the message', failed, { type: 'drawn' }, drawing],
  ['reloading the document removes it, too', failed, { type: 'reloaded' }, drawing],
  ['drawing on does not cut a signature short', signing, { type: 'drawn' }, signing],
  ['a late failure changes no confirmation', confirmed, { type: 'sign-failed', reason: undefined }, confirmed],
  ['an unrequested answer is ignored', drawing, { type: 'sign-succeeded', result }, drawing],
  ['Finalizar resets', confirmed, { type: 'finished' }, drawing],
])('dialogReducer applies the rule: %s', (_rule, before, action, after) => {
  expect(dialogReducer(before, action)).toEqual(after)
})
