import type { Rule } from './rule.ts'

const FLATE = ['FlateDecode', 'Fl']

/**
 * Streams that inflate beyond the limit: the decoder throws.
 * Skips pictures, which are large by nature, unless they are
 * compressed several times.
 */
export const bomb: Rule = {
  code: 'PDF_BOMB',
  stream: (stream, walk) => {
    const deflated = walk.filters(stream).filter((name) => FLATE.includes(name)).length
    if (deflated > 1 || (deflated === 1 && !walk.names(stream.dict, 'Subtype').includes('Image'))) walk.data(stream)
    return undefined
  },
}
