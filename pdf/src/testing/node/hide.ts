import { deflateSync } from 'node:zlib'
import { asciiBytes, concatBytes } from '../../syntax/index.ts'

/** Objects as PDF text (numbered from 10). Strings contain no names. */
export interface Payload {
  readonly objects: readonly string[]
  readonly catalog?: string
  readonly page?: string
}

/** A string without slashes. */
export const hex = (text: string): string => `<${Buffer.from(text, 'latin1').toString('hex')}>`

export const deflated = (entries: string, data: string | Uint8Array): string => {
  const body = deflateSync(typeof data === 'string' ? asciiBytes(data) : data).toString('latin1')
  return `<<${entries} /Filter /FlateDecode /Length ${body.length}>>\nstream\n${body}\nendstream`
}

const FIRST_PAYLOAD = 10
const CONTAINER = 90
const XREF_STREAM = 91

type Objects = ReadonlyMap<number, string>

const skeleton = ({ catalog = '', page = '' }: Partial<Payload>): [number, string][] => [
  [1, `<</Type /Catalog /Pages 2 0 R ${catalog}>>`],
  [2, '<</Type /Pages /Kids [3 0 R] /Count 1>>'],
  [3, `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <<>> ${page}>>`],
]
const payloadObjects = (payload: Payload): [number, string][] =>
  payload.objects.map((text, index) => [FIRST_PAYLOAD + index, text])
const objectsOf = (payload: Payload): Objects => new Map([...skeleton(payload), ...payloadObjects(payload)])

interface Draft {
  text: string
  offsets: Map<number, number>
}

const write = (draft: Draft, objects: Iterable<readonly [number, string]>): void => {
  for (const [num, body] of objects) {
    draft.offsets.set(num, draft.text.length)
    draft.text += `${num} 0 obj\n${body}\nendobj\n`
  }
}

/** Ends a revision with a table of the draft's offsets. */
const endRevision = (draft: Draft, previous?: number): number => {
  const start = draft.text.length
  const lines = [...draft.offsets].map(([num, offset]) => `${num} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
  const prev = previous === undefined ? '' : ` /Prev ${previous}`
  const trailer = `trailer\n<</Size 100 /Root 1 0 R${prev}>>\nstartxref\n${start}\n%%EOF\n`
  draft.text += `xref\n0 1\n0000000000 65535 f \n${lines.join('')}${trailer}`
  draft.offsets = new Map()
  return start
}

const begin = (): Draft => ({ text: '%PDF-1.7\n', offsets: new Map() })

const plain = (payload: Payload): string => {
  const draft = begin()
  write(draft, objectsOf(payload))
  endRevision(draft)
  return draft.text
}

/** Writes names as `#xx`. */
const escapeNames = (text: string): string => {
  const [head = '', ...data] = text.split('\nstream\n')
  const hidden = head.replace(/\/([A-Za-z0-9]+)/g, (_, name: string) => {
    const codes = [...name].map((character) => character.charCodeAt(0).toString(16))
    return `/${codes.map((code) => `#${code}`).join('')}`
  })
  return [hidden, ...data].join('\nstream\n')
}

const escaped = (payload: Payload): Payload => ({
  objects: payload.objects.map(escapeNames),
  catalog: escapeNames(payload.catalog ?? ''),
  page: escapeNames(payload.page ?? ''),
})

/** `encode` makes the object stream. */
const compressed = (payload: Payload): string => {
  const draft = begin()
  const objects = [...objectsOf(payload)]
  const inside = objects.filter(([, text]) => !text.includes('\nstream\n'))
  write(
    draft,
    objects.filter(([, text]) => text.includes('\nstream\n')),
  )
  let body = ''
  const header = inside.map(([num, text]) => {
    const pair = `${num} ${body.length}`
    body += `${text}\n`
    return pair
  })
  const head = `${header.join(' ')}\n`
  const entries = `/Type /ObjStm /N ${inside.length} /First ${head.length}`
  write(draft, [[CONTAINER, deflated(entries, head + body)]])
  const start = draft.text.length
  draft.offsets.set(XREF_STREAM, start)
  const rows = new Uint8Array(100 * 7)
  const view = new DataView(rows.buffer)
  for (let num = 0; num < 100; num++) {
    const index = inside.findIndex(([candidate]) => candidate === num)
    const offset = draft.offsets.get(num)
    view.setUint8(num * 7, index >= 0 ? 2 : offset === undefined ? 0 : 1)
    view.setUint32(num * 7 + 1, index >= 0 ? CONTAINER : (offset ?? 0))
    view.setUint16(num * 7 + 5, Math.max(index, 0))
  }
  const xref = deflated('/Type /XRef /Size 100 /Root 1 0 R /W [1 4 2]', rows)
  return `${draft.text}${XREF_STREAM} 0 obj\n${xref}\nendobj\nstartxref\n${start}\n%%EOF\n`
}

const update = (payload: Payload): string => {
  const draft = begin()
  write(draft, skeleton({}))
  const first = endRevision(draft)
  write(draft, objectsOf(payload))
  endRevision(draft, first)
  return draft.text
}

const overwritten = (payload: Payload): string => {
  const draft = begin()
  write(draft, objectsOf(payload))
  const first = endRevision(draft)
  write(draft, [...skeleton({}), ...payloadObjects(payload).map(([num]): [number, string] => [num, 'null'])])
  endRevision(draft, first)
  return draft.text
}

const unlisted = (payload: Payload): string => {
  const draft = begin()
  const { objects } = payload
  write(draft, skeleton(payload))
  draft.text += objects.map((text, index) => `${FIRST_PAYLOAD + index} 0 % \nobj ${text}\nendobj\n`).join('')
  endRevision(draft)
  return draft.text
}

/**
 * The strict reader refuses duplicate keys; others take the
 * first or the last.
 */
const doubled = (payload: Payload): string =>
  plain({
    ...payload,
    objects: payload.objects.map((text) => text.replace(/^<</, '<</S /GoTo /FS /None /Subtype /Link /Type /None ')),
  })

export const techniques: Readonly<Record<string, (payload: Payload) => Uint8Array>> = {
  'in the open': (payload) => asciiBytes(plain(payload)),
  'by escaped names': (payload) => asciiBytes(plain(escaped(payload))),
  'in an object stream': (payload) => asciiBytes(compressed(payload)),
  'by escaped names in an object stream': (payload) => asciiBytes(compressed(escaped(payload))),
  'in an incremental update': (payload) => asciiBytes(update(payload)),
  'in a revision that was overwritten': (payload) => asciiBytes(overwritten(payload)),
  'in objects that nothing lists': (payload) => asciiBytes(unlisted(payload)),
  'by keys that stand twice': (payload) => asciiBytes(doubled(payload)),
  'behind bytes before the header': (payload) =>
    concatBytes([asciiBytes('From: a@example.com\n\n'), asciiBytes(plain(payload))]),
}

export const cleanPdf = (payload: Payload = { objects: [] }): Uint8Array => asciiBytes(plain(payload))
