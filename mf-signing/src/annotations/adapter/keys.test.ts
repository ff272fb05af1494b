import { codeOfMode } from '../modes.ts'
import { shareKeys } from './keys.ts'
import type { PdfjsUiManager } from './pdfjs-internals.ts'

const aManager = (mode: 'none' | 'drawing' = 'drawing') => {
  const calls: string[] = []
  const manager = {
    getMode: () => codeOfMode(mode),
    addEditListeners: () => calls.push('pdf.js'),
    removeEditListeners: () => calls.push('ours'),
  } as unknown as PdfjsUiManager
  const closing = new AbortController()
  return { calls, keys: shareKeys(manager, closing.signal), close: () => closing.abort() }
}

test('pdf.js gets the keys back after both holders have released them', () => {
  const { calls, keys } = aManager()
  const [first, second] = [keys.hold(), keys.hold()]
  first()
  expect(calls.at(-1)).toBe('ours')
  second()
  expect(calls.at(-1)).toBe('pdf.js')
})

test('a second release by the same holder has no effect', () => {
  const { calls, keys } = aManager()
  const [first, second] = [keys.hold(), keys.hold()]
  first()
  first()
  expect(calls.at(-1)).toBe('ours')
  second()
  expect(calls.at(-1)).toBe('pdf.js')
})

test('a mode that begins while a holder has the keys does not take them', () => {
  const { calls, keys } = aManager()
  keys.hold()
  keys.sync()
  expect(calls).toEqual(['ours', 'ours'])
})

test('pdf.js gets no keys while no annotation mode is active', () => {
  const { calls, keys } = aManager('none')
  keys.hold()()
  expect(calls).toEqual(['ours'])
})

test('a release after the document closes has no effect', () => {
  const { calls, keys, close } = aManager()
  const letGo = keys.hold()
  close()
  letGo()
  expect(calls).toEqual(['ours'])
})
