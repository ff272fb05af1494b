import type { Rule } from './rule.ts'

const FLATE = ['FlateDecode', 'Fl']

/**
 * Streams that inflate beyond the limit. Reading one is the test: the decoder throws. Pictures are left out, whose
 * honest size is that of their pixels; of those only a chain of several compressions is read.
 */
export const bomb: Rule = {
  code: 'PDF_BOMB',
  stream: (stream, walk) => {
    const deflated = walk.filters(stream).filter((name) => FLATE.includes(name)).length
    if (deflated > 1 || (deflated === 1 && !walk.names(stream.dict, 'Subtype').includes('Image'))) walk.data(stream)
    return undefined
  },
}
