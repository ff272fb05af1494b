import { type InflateData, InflateLimitError, type PdfLimits } from './limits.ts'
import { decodeLzw } from './lzw.ts'
import { isArray, isDict, isName, type PdfDict, type PdfObject, type PdfStream } from './objects.ts'
import { malformedPdf, PdfError } from './pdf-error.ts'

/** Decodes streams of the file's structure; shares one budget for a whole file. */
export interface StreamDecoder {
  decode(stream: PdfStream): Uint8Array
}

interface Filter {
  readonly name: string
  readonly parms: PdfDict | undefined
}

const asList = (object: PdfObject | undefined): readonly PdfObject[] => {
  if (object === undefined || object === null) return []
  return isArray(object) ? object.items : [object]
}

/** Structural streams have direct entries (ISO 32000-1, 7.5.8.2). */
function filtersOf(dict: PdfDict): Filter[] {
  const parms = asList(dict.entries.get('DecodeParms'))
  return asList(dict.entries.get('Filter')).map((filter, index) => {
    if (!isName(filter)) throw malformedPdf('invalid /Filter of a structural stream')
    const parm = parms[index]
    return { name: filter.value, parms: isDict(parm) ? parm : undefined }
  })
}

export function createStreamDecoder(inflate: InflateData, limits: PdfLimits): StreamDecoder {
  let total = 0

  const expand = (undo: InflateData, data: Uint8Array): Uint8Array => {
    const allowed = Math.min(limits.inflatedStream, limits.inflatedTotal - total)
    try {
      const result = undo(data, Math.max(allowed, 1))
      total += result.length
      return result
    } catch (error) {
      if (error instanceof InflateLimitError) throw new PdfError('PDF_BOMB', 'a stream inflates beyond the limit')
      throw malformedPdf('damaged compressed data in a structural stream')
    }
  }

  const decompressor = ({ name, parms }: Filter): InflateData => {
    if (name === 'FlateDecode' || name === 'Fl') return inflate
    if (name !== 'LZWDecode' && name !== 'LZW') {
      throw new PdfError('PDF_UNSUPPORTED', `filter /${name} in a structural stream`)
    }
    return (compressed, maxLength) => decodeLzw(compressed, parms?.entries.get('EarlyChange') !== 0, maxLength)
  }

  const decode = ({ dict, data }: PdfStream): Uint8Array => {
    if (dict.entries.has('F')) throw new PdfError('PDF_UNSUPPORTED', 'a structural stream lies in an external file')
    const filters = filtersOf(dict)
    if (filters.length > 1) throw new PdfError('PDF_UNSUPPORTED', 'a structural stream has several filters')
    const [filter] = filters
    if (filter === undefined) return data
    return undoPredictor(expand(decompressor(filter), data), filter.parms)
  }
  return { decode }
}

const integerParm = (parms: PdfDict | undefined, key: string, fallback: number): number => {
  const value = parms?.entries.get(key) ?? fallback
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 65_536) {
    throw malformedPdf(`invalid /${key} of a predictor`)
  }
  return value
}

/** 7.4.4.4: none, or PNG predictors with 8 bits per component. */
function undoPredictor(data: Uint8Array, parms: PdfDict | undefined): Uint8Array {
  const predictor = integerParm(parms, 'Predictor', 1)
  if (predictor === 1) return data
  const bits = integerParm(parms, 'BitsPerComponent', 8)
  if (predictor < 10 || bits !== 8) {
    throw new PdfError('PDF_UNSUPPORTED', `predictor ${predictor} with ${bits} bits in a structural stream`)
  }
  const bytesPerPixel = integerParm(parms, 'Colors', 1)
  return undoPngFilters(data, integerParm(parms, 'Columns', 1) * bytesPerPixel, bytesPerPixel)
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft
  const byLeft = Math.abs(estimate - left)
  const byUp = Math.abs(estimate - up)
  const byUpLeft = Math.abs(estimate - upLeft)
  if (byLeft <= byUp && byLeft <= byUpLeft) return left
  return byUp <= byUpLeft ? up : upLeft
}

/**
 * Reverses PNG row filters (PNG specification, clause 9). A
 * row is a filter byte plus `rowLength` bytes.
 * @throws PdfError for an unknown filter or incomplete row
 */
export function undoPngFilters(data: Uint8Array, rowLength: number, bytesPerPixel: number): Uint8Array {
  const rows = data.length / (rowLength + 1)
  if (!Number.isInteger(rows)) throw malformedPdf('predicted data do not end with a whole row')
  const result = new Uint8Array(rows * rowLength)
  for (let row = 0; row < rows; row++) {
    const source = row * (rowLength + 1)
    undoRow(
      result,
      row * rowLength,
      data.subarray(source + 1, source + 1 + rowLength),
      data[source] ?? 0,
      bytesPerPixel,
    )
  }
  return result
}

function undoRow(result: Uint8Array, target: number, row: Uint8Array, filter: number, bytesPerPixel: number): void {
  if (filter > 4) throw malformedPdf(`unknown row filter ${filter}`)
  result.set(row, target)
  if (filter === 0) return
  const { length } = row
  const above = target - length
  for (let i = 0; i < length; i++) {
    const at = target + i
    const left = i >= bytesPerPixel ? (result[at - bytesPerPixel] ?? 0) : 0
    const up = above >= 0 ? (result[above + i] ?? 0) : 0
    const upLeft = above >= 0 && i >= bytesPerPixel ? (result[above + i - bytesPerPixel] ?? 0) : 0
    result[at] = (result[at] ?? 0) + predict(filter, left, up, upLeft)
  }
}

function predict(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  return filter === 3 ? (left + up) >> 1 : paeth(left, up, upLeft)
}
