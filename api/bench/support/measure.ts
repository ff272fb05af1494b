import type { DocumentShape } from './build-document.ts'

export const documentShapes: readonly (readonly [title: string, shape: DocumentShape])[] = [
  ['46 KB', { pages: 1, imageBytes: 45_000 }],
  ['1 MB of pictures', { pages: 4, imageBytes: 250_000 }],
  ['10 MB of pictures', { pages: 10, imageBytes: 1_000_000 }],
  ['1,500 pages', { pages: 1500, imageBytes: 0 }],
]

export const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** @returns milliseconds */
export const timeWork = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export const formatMilliseconds = (value: number): string => `${value.toFixed(2)} ms`
