import { decodeLatin1 } from '../../syntax/index.ts'
import { isLooseArray, isLooseStream } from '../loose-objects.ts'
import type { ScreenRule } from './rule.ts'

/** Bytes; contains the readable part of a Type 1 font. */
const PROGRAM_HEAD = 16 * 1024
const PROGRAM_MATRIX = /^[^%\r\n]*\/FontMatrix\s*[[{]([^\]}]{0,2000})/m

/**
 * A /FontMatrix with anything but numbers: viewers that
 * compile glyphs execute it (CVE-2024-4367).
 */
export const injectionFont: ScreenRule = {
  code: 'PDF_INJECTION_FONT',
  dict: (dict, walk) => {
    for (const matrix of walk.get(dict, 'FontMatrix')) {
      if (!isLooseArray(matrix)) continue
      if (walk.resolve(matrix.items).some((item) => typeof item !== 'number')) return '/FontMatrix'
    }
    for (const program of walk.get(dict, 'FontFile')) {
      if (!isLooseStream(program)) continue
      const data = walk.data(program)
      const matrix = data && PROGRAM_MATRIX.exec(decodeLatin1(data, 0, Math.min(data.length, PROGRAM_HEAD)))?.[1]
      if (matrix !== undefined && /[(<"'`;]/.test(matrix)) return '/FontFile: /FontMatrix'
    }
    return undefined
  },
}
