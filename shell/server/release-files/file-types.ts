import { basename, extname } from 'node:path'

/** Browsers show a `document` as a page. */
type Kind = 'script' | 'resource' | 'document'

export interface FileType {
  readonly kind: Kind
  readonly contentType: string
}

const script: FileType = { kind: 'script', contentType: 'text/javascript; charset=utf-8' }
const resource = (contentType: string): FileType => ({ kind: 'resource', contentType })
const document = (contentType: string): FileType => ({ kind: 'document', contentType })

const types: ReadonlyMap<string, FileType> = new Map([
  ['.js', script],
  ['.mjs', script],
  ['.css', resource('text/css; charset=utf-8')],
  ['.json', resource('application/json; charset=utf-8')],
  ['.wasm', resource('application/wasm')],
  ['.avif', resource('image/avif')],
  ['.gif', resource('image/gif')],
  ['.ico', resource('image/x-icon')],
  ['.jpeg', resource('image/jpeg')],
  ['.jpg', resource('image/jpeg')],
  ['.png', resource('image/png')],
  ['.webp', resource('image/webp')],
  ['.otf', resource('font/otf')],
  ['.ttf', resource('font/ttf')],
  ['.woff', resource('font/woff')],
  ['.woff2', resource('font/woff2')],
  ['.bcmap', resource('application/octet-stream')],
  ['.icc', resource('application/octet-stream')],
  ['.pfb', resource('application/octet-stream')],
  ['.svg', document('image/svg+xml')],
  ['.ftl', document('text/plain; charset=utf-8')],
  ['.map', document('application/json; charset=utf-8')],
  ['.txt', document('text/plain; charset=utf-8')],
])

/** @returns undefined if no release may contain it */
export const fileTypeOf = (file: string): FileType | undefined =>
  types.get(/^LICENSE\w*$/.test(basename(file)) ? '.txt' : extname(file))

export const uncompressedName = (file: string): string => file.replace(/\.(?:br|gz)$/, '')
