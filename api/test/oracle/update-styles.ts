type Entries = ReadonlyMap<string, string>

/** Deviations from ISO 32000-2, 7.5. */
export interface Quirks {
  /** Default: the document's. */
  readonly section?: 'table' | 'stream'
  readonly packed?: boolean
  readonly unlisted?: 'among' | 'after-trailer' | 'after-eof' | 'own-section'
  readonly hybrid?: boolean
  /** In a cross-reference stream. */
  readonly entryType?: number
  readonly generation?: number
  readonly twice?: boolean
  readonly before?: string
  readonly beforeXref?: string
  readonly xref?: string
  readonly header?: (first: number, count: number) => string
  readonly entryEnd?: string
  /** For table offsets. */
  readonly shift?: number
  /** `lowest` is the first forged object's number. */
  readonly trailer?: (entries: Entries, given: { readonly lowest: number; readonly oldest: number }) => Entries
  readonly trailerText?: (text: string) => string
  readonly end?: (start: number) => string
  readonly afterEof?: string
  readonly body?: (inside: string, old: string) => string
}

const PADDING = `%${'.'.repeat(62)}\n`

const withEntry = (entries: Entries, key: string, value: string): Entries => new Map(entries).set(key, value)

const quirks = {
  plain: {},
  stream: { section: 'stream' },
  compressed: { section: 'stream', packed: true },
  hybrid: { section: 'table', hybrid: true },
  'after-eof': { unlisted: 'after-eof' },
  'after-eof-far': { unlisted: 'after-eof', afterEof: PADDING.repeat(18) },
  'after-eof-farther': { unlisted: 'after-eof', afterEof: PADDING.repeat(40) },
  'after-trailer': { unlisted: 'after-trailer' },
  unlisted: { unlisted: 'among' },
  'own-section': { unlisted: 'own-section' },
  'comment-after-startxref': { unlisted: 'among', end: (start) => `startxref\n%\n${start}\n%%EOF\n` },
  'text-after-startxref': { unlisted: 'among', end: (start) => `startxref 0\nstartxref\n${start}\n%%EOF\n` },
  'comment-before-xref': { beforeXref: '%\n' },
  'comment-before-xref-unlisted': { unlisted: 'among', beforeXref: '%\n' },
  'entry-type-9': { section: 'stream', entryType: 9 },
  'entry-type-3-unlisted': { section: 'stream', entryType: 3 },
  'short-entries': { entryEnd: '\n' },
  'short-entries-unlisted': { entryEnd: '\n', unlisted: 'among' },
  'tab-entries-unlisted': { entryEnd: '\t\n', unlisted: 'among' },
  'split-header': { header: (first, count) => `${first}\n${count}\n` },
  'split-header-unlisted': { unlisted: 'among', header: (first, count) => `${first}\n${count}\n` },
  'commented-header-unlisted': { unlisted: 'among', header: (first, count) => `${first} ${count} %\n` },
  'spaced-header': { header: (first, count) => `${first}  ${count}  \n` },
  'spaced-xref-unlisted': { unlisted: 'among', xref: 'xref \t\n' },
  'joined-xref-unlisted': { unlisted: 'among', xref: 'xref ' },
  'far-startxref': { end: (start) => `startxref\n${start}\n${PADDING.repeat(17)}%%EOF\n` },
  'far-startxref-unlisted': { unlisted: 'among', end: (start) => `startxref\n${start}\n${' '.repeat(1200)}\n%%EOF\n` },
  'blank-tail-unlisted': { unlisted: 'among', end: (start) => `startxref\n${start}\n%%EOF\n${'\n'.repeat(1100)}` },
  'zeros-tail-unlisted': { unlisted: 'among', end: (start) => `startxref\n${start}\n%%EOF\n${'\0'.repeat(1100)}` },
  'padded-startxref': { unlisted: 'among', end: (start) => `startxref\n+${start}\n%%EOF\n` },
  'spaced-startxref': { unlisted: 'among', end: (start) => `startxref\n${' '.repeat(40)}${start}\n%%EOF\n` },
  'no-startxref': { unlisted: 'among', end: () => '%%EOF\n' },
  'no-eof': { unlisted: 'among', end: (start) => `startxref\n${start}\n` },
  'eof-joined': { unlisted: 'among', end: (start) => `startxref ${start}%%EOF` },
  'eof-repeated': { unlisted: 'among', end: (start) => `startxref\n${start}\n%%EOF\n%%EOF\n` },
  'small-size': { trailer: (entries, { lowest }) => withEntry(entries, 'Size', String(lowest)) },
  'prev-real': { trailer: (entries) => withEntry(entries, 'Prev', `${entries.get('Prev')}.0`) },
  'prev-skips': { trailer: (entries, { oldest }) => withEntry(entries, 'Prev', String(oldest)) },
  'prev-zero-unlisted': { unlisted: 'among', trailer: (entries) => withEntry(entries, 'Prev', '0') },
  'prev-escaped': { trailerText: (text) => text.replace('/Prev', '/#50rev') },
  'prev-twice-unlisted': { unlisted: 'among', trailerText: (text) => text.replace('/Prev', '/Prev 0 /Prev') },
  'second-trailer': { unlisted: 'among', trailerText: (text) => `${text}trailer\n<</Size 9>>\n` },
  'trailer-comment': { unlisted: 'among', trailerText: (text) => text.replace('<<', '%\n<<') },
  'trailer-rest': { unlisted: 'among', trailerText: (text) => `${text}junk\n` },
  'other-generation': { generation: 1, unlisted: 'among' },
  'other-generation-listed': { generation: 1 },
  'written-twice': { twice: true },
  'shifted-offsets': { shift: -1 },
  'shifted-offsets-unlisted': { shift: -1, unlisted: 'among' },
  'wide-shift-unlisted': { shift: 3, unlisted: 'among' },
  'leading-comment': { before: '% 1 0 obj << >> endobj\n' },
  'header-again': { before: '\n%PDF-1.7\n' },
  'junk-between-unlisted': { unlisted: 'among', before: '\njunk\n' },
  'endobj-unlisted': { unlisted: 'among', before: '\nendobj\nendstream\n' },
  'keys-new-old': { body: (inside, old) => `${inside} ${old}` },
  'keys-old-new': { body: (inside, old) => `${old} ${inside}` },
  'comment-in-object': { body: (inside) => `%>>\n${inside}` },
  'escaped-keys': {
    body: (inside) =>
      inside.replace(/\/([A-Z])(?=[a-z]+ )/, (_, first: string) => `/#${first.charCodeAt(0).toString(16)}`),
  },
} as const satisfies Record<string, Quirks>

export type Style = keyof typeof quirks

export const STYLES = Object.keys(quirks).filter((key): key is Style => key in quirks)
export const SOUND: readonly Style[] = ['plain', 'stream', 'compressed']

export const quirksOf = (style: Style): Quirks => quirks[style]
