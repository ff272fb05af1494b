/** a b c d e f of ISO 32000-1, 8.3.4. */
export type PlaneMatrix = readonly [number, number, number, number, number, number]

export const identityMatrix: PlaneMatrix = [1, 0, 0, 1, 0, 0]

/** @returns undefined unless six numbers */
export const matrixOf = (value: unknown): PlaneMatrix | undefined => {
  const isList = Array.isArray(value) || value instanceof Float32Array || value instanceof Float64Array
  if (!isList) return undefined
  const [a, b, c, d, e, f] = Array.from(value as ArrayLike<unknown>, Number)
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined) return undefined
  return f === undefined ? undefined : [a, b, c, d, e, f]
}

/** First `inner`, then `outer`. */
export const multiplyMatrices = (outer: PlaneMatrix, inner: PlaneMatrix): PlaneMatrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

export interface PlanePoint {
  readonly x: number
  readonly y: number
}

export const applyMatrix = (m: PlaneMatrix, x: number, y: number): PlanePoint => ({
  x: m[0] * x + m[2] * y + m[4],
  y: m[1] * x + m[3] * y + m[5],
})
