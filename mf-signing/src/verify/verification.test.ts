import {
  fileRefusal,
  followVerification,
  type VerificationEvent,
  type VerificationState,
  WAITING_STATE,
} from './verification.ts'

const file = new File(['%PDF-'], 'Contrato.pdf', { type: 'application/pdf' })
const report = { kind: 'unsigned', pages: 1 } as const
const working: VerificationState = { kind: 'working', file, where: 'here', share: undefined }
const comparing: VerificationState = { kind: 'comparing', file, where: 'here', report, progress: undefined }
const progress = { renderer: 'first', done: 1, total: 2 } as const
const done: VerificationState = { kind: 'done', file, where: 'here', report }

test.each<[string, VerificationState, VerificationEvent, VerificationState]>([
  ['a file comes', WAITING_STATE, { kind: 'started', file, where: 'here' }, working],
  ['something else comes', WAITING_STATE, { kind: 'refused', message: 'No' }, { kind: 'waiting', refusal: 'No' }],
  ['the work progresses', working, { kind: 'came-further', share: 0.5 }, { ...working, share: 0.5 }],
  ['work ends', working, { kind: 'finished', report }, done],
  ['work fails', working, { kind: 'failed', message: 'Ay' }, { kind: 'failed', file, where: 'here', message: 'Ay' }],
  ['work is cancelled', working, { kind: 'left' }, WAITING_STATE],
  ['the structure is judged', working, { kind: 'judged', report }, comparing],
  ['a page is compared', comparing, { kind: 'compared', progress }, { ...comparing, progress }],
  ['all pages are compared', comparing, { kind: 'finished', report }, done],
  ['the comparison is cancelled', comparing, { kind: 'skipped' }, done],
  ['the comparison fails', comparing, { kind: 'failed', message: 'Ay' }, done],
  ['a page is compared too late', done, { kind: 'compared', progress }, done],
  ['another file comes meanwhile', comparing, { kind: 'started', file, where: 'here' }, working],
  ['an answer comes too late', WAITING_STATE, { kind: 'finished', report }, WAITING_STATE],
  ['the server is asked', done, { kind: 'started', file, where: 'server' }, { ...working, where: 'server' }],
])('follow returns the next state of the verification when %s', (_, before, event, after) => {
  expect(followVerification(before, event)).toEqual(after)
})

test.each([
  [{ name: 'a.pdf', type: '', size: 1 }, undefined],
  [{ name: 'a', type: 'application/pdf', size: 1 }, undefined],
  [{ name: 'a.docx', type: 'application/msword', size: 1 }, 'Elige un archivo PDF.'],
  [{ name: 'a.pdf', type: 'application/pdf', size: 0 }, 'El archivo está vacío.'],
])('fileRefusal(%j) is %p', (given, refusal) => {
  expect(fileRefusal(given)).toBe(refusal)
})
