import type { PageRange, PictureFinding, SignatureReport, SignatureVerdict } from '../report.ts'

const listed = new Intl.ListFormat('es-CR', { type: 'conjunction' })

const describeRange = ({ from, to }: PageRange): string => (from === to ? `${from}` : `${from}–${to}`)

/** More would fill the page. */
const MOST_RANGES = 5

/** For example 'las páginas 1 y 40–300'. */
function describePages(ranges: readonly PageRange[]): string {
  const told = ranges.slice(0, MOST_RANGES).map(describeRange)
  const pages = listed.format(ranges.length > MOST_RANGES ? [...told, 'otras'] : told)
  const [first] = ranges
  return ranges.length === 1 && first?.from === first?.to ? `la página ${pages}` : `las páginas ${pages}`
}

/** Sorted, without gaps between neighbours. */
function mergeRanges(ranges: readonly PageRange[]): PageRange[] {
  const merged: PageRange[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last === undefined || range.from > last.to + 1) merged.push(range)
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
  }
  return merged
}

function describeDifferences(findings: readonly PictureFinding[]): string | undefined {
  const pages = mergeRanges(
    findings.flatMap(({ differences }) => differences.map(({ page }) => ({ from: page, to: page }))),
  )
  if (pages.length === 0) return undefined
  const isOne = pages.length === 1 && pages[0]?.from === pages[0]?.to
  return `No se ${isOne ? 've' : 'ven'} como cuando se firmó ${describePages(pages)}.`
}

/** Undefined if all pages were compared. */
export function describeUncompared(findings: readonly PictureFinding[]): string | undefined {
  if (findings.some(({ state }) => state === 'not-compared')) return 'No se compararon las páginas.'
  const ranges = mergeRanges(findings.flatMap(({ uncompared }) => uncompared))
  if (ranges.length === 0) return undefined
  const [first] = ranges
  const isOne = ranges.length === 1 && first?.from === first?.to
  return `No se ${isOne ? 'comparó' : 'compararon'} ${describePages(ranges)}.`
}

/** Whether the words that promise an unchanged document may be used. */
export const looksUnchanged = (signatures: readonly Pick<SignatureReport, 'picture'>[]): boolean =>
  signatures.every(({ picture }) => picture.state === 'same')

/** Adds to a text what the pictures did not show. Never to a verdict that no picture could improve. */
export function withPictureNotes(
  words: PictureWords,
  verdict: SignatureVerdict,
  findings: readonly PictureFinding[],
): PictureWords {
  const notes =
    verdict === 'suspicious'
      ? describeDifferences(findings)
      : PROMISING.has(verdict)
        ? describeUncompared(findings)
        : undefined
  return notes === undefined ? words : { title: words.title, text: `${words.text} ${notes}` }
}

const PROMISING: ReadonlySet<SignatureVerdict> = new Set(['valid', 'changed', 'unknown'])

export interface PictureWords {
  readonly title: string
  readonly text: string
}

/** Of one signature, one time stamp, or the whole document. */
type Described = SignatureReport['kind'] | 'document'

/** Say nothing about what the document shows. */
const unseen: Readonly<Record<Described, Readonly<Partial<Record<SignatureVerdict, PictureWords>>>>> = {
  signature: {
    valid: {
      title: 'Firma válida',
      text: 'La firma corresponde a este documento, y una autoridad conocida emitió el certificado de quien firmó.',
    },
    changed: {
      title: 'Firma válida, con cambios posteriores',
      text: 'La firma corresponde a este documento. Después se hicieron cambios que conviene revisar.',
    },
    unknown: {
      title: 'De alguien que no podemos confirmar',
      text: 'La firma corresponde a este documento, pero ninguna autoridad conocida responde por la identidad de quien firmó.',
    },
  },
  'document-time-stamp': {
    valid: { title: 'Sello de tiempo válido', text: 'Prueba que el documento existía en ese momento.' },
    changed: {
      title: 'Sello de tiempo válido, con cambios posteriores',
      text: 'Después se hicieron cambios que conviene revisar.',
    },
    unknown: {
      title: 'Sello de tiempo de una autoridad que no conocemos',
      text: 'No podemos confirmar de quién es el reloj.',
    },
  },
  document: {
    valid: { title: 'Documento firmado', text: 'Autoridades conocidas emitieron los certificados.' },
    changed: { title: 'Firmado, con cambios posteriores', text: 'Después se hicieron cambios que conviene revisar.' },
    unknown: {
      title: 'Con firmas que no podemos confirmar',
      text: 'No conocemos a la autoridad que responde por quien firmó.',
    },
  },
}

/** For pages that were not compared; undefined if the usual words promise nothing. */
export const describeUnseen = (described: Described, verdict: SignatureVerdict): PictureWords | undefined =>
  unseen[described][verdict]
