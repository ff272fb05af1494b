import type { ScreenRule } from './rule.ts'

/** Stream data in another file (ISO 32000-1, 7.3.8.2) are not signed. */
export const externalStream: ScreenRule = {
  code: 'PDF_EXTERNAL_STREAM',
  stream: ({ dict }, walk) =>
    walk.strings(dict, 'F').length > 0 || walk.dicts(dict, 'F').length > 0 ? '/F de un stream' : undefined,
}

const FLATE = ['FlateDecode', 'Fl']

/**
 * Streams that inflate beyond the limit: the decoder throws.
 * Skips pictures, which are large by nature, unless they are
 * compressed several times.
 */
export const bombRule: ScreenRule = {
  code: 'PDF_BOMB',
  stream: (stream, walk) => {
    const deflated = walk.filters(stream).filter((name) => FLATE.includes(name)).length
    if (deflated > 1 || (deflated === 1 && !walk.names(stream.dict, 'Subtype').includes('Image'))) walk.data(stream)
    return undefined
  },
}
