import { errorCode, isMissingFile } from './error-code.ts'

test.each([
  [Object.assign(new Error('no'), { code: 'ENOENT' }), 'ENOENT'],
  [{ code: 'EACCES' }, 'EACCES'],
  [Object.assign(new Error('no'), { code: 5 }), ''],
  [new Error('no'), ''],
  ['ENOENT', ''],
  [null, ''],
  [undefined, ''],
])('%p has the code %p', (error, code) => {
  expect(errorCode(error)).toBe(code)
  expect(isMissingFile(error)).toBe(code === 'ENOENT')
})
