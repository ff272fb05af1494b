import { renderHook } from '@testing-library/react'
import { useRequestKey } from './use-request-key.ts'

test('an unchanged body keeps its key over renders, and another body gets another key', () => {
  const { result, rerender } = renderHook(useRequestKey)
  const first = result.current('a')
  expect(result.current('a')).toBe(first)
  rerender()
  expect(result.current('a')).toBe(first)
  const second = result.current('b')
  expect(second).not.toBe(first)
  expect(result.current('a')).not.toBe(first)
  expect(renderHook(useRequestKey).result.current('')).toMatch(/^[0-9a-f-]{36}$/)
})
