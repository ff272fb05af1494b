import { type FieldOverlap, isCovered, overlapInWords } from '../../fields/overlaps.ts'
import { formatPeopleNames } from '../../format.ts'
import type { AnyField, SendingFlaw, UnfinishedFlaw } from './sending-flaws.ts'
import { isFormField } from './sending-flaws.ts'

export const checkTexts = {
  show: 'Ver',
  place: 'Colocar su campo',
} as const

const nameOf = (field: AnyField): string =>
  isFormField(field) ? `campo «${field.label}»` : `campo de firma de ${field.signerName}`

const overlapWords = ({ page, below, above }: FieldOverlap<AnyField>): string => {
  if (!isFormField(below) && !isFormField(above)) return overlapInWords({ page, below, above })
  const inside = (inner: AnyField, outer: AnyField) =>
    `El ${nameOf(inner)} queda dentro del ${nameOf(outer)} en la página ${page}.`
  if (isCovered(above, below)) return inside(above, below)
  if (isCovered(below, above)) return inside(below, above)
  return `El ${nameOf(below)} y el ${nameOf(above)} se enciman en la página ${page}.`
}

const lackWords: Readonly<Record<UnfinishedFlaw['lacks'], readonly [what: string, one: string, many: string]>> = {
  name: ['El campo', 'no tiene nombre', 'no tienen nombre'],
  options: ['La lista', 'tiene opciones de ejemplo', 'tienen opciones de ejemplo'],
  both: ['La lista', 'no tiene nombre ni opciones propias', 'no tienen nombre ni opciones propias'],
}

const unfinishedWords = ({ field, lacks, copies }: UnfinishedFlaw): string => {
  const [what, one, many] = lackWords[lacks]
  const named = `${what} «${field.label}» de la página ${field.page}`
  if (copies === 0) return `${named} todavía ${one}.`
  return `${named} y ${copies === 1 ? 'su copia' : `sus ${copies} copias`} todavía ${many}.`
}

export const flawInWords = (flaw: SendingFlaw): string => {
  switch (flaw.kind) {
    case 'without-field':
      return `${flaw.signer.name} todavía no tiene ningún campo.`
    case 'orphan':
      return `El campo «${flaw.field.label}» de la página ${flaw.field.page} no tiene quién lo llene.`
    case 'unfinished':
      return unfinishedWords(flaw)
    case 'overlap':
      return overlapWords(flaw.overlap)
  }
}

type Counted = readonly [count: number, one: string, many: string]

/** 'Antes de enviar, revisa 2 campos sin nombre y 1 persona sin campo.' */
export const summaryOf = (flaws: readonly SendingFlaw[]): string => {
  const count = (wanted: SendingFlaw['kind']): number => flaws.filter(({ kind }) => kind === wanted).length
  const lacking = (what: 'name' | 'options') =>
    flaws.reduce(
      (sum, flaw) =>
        flaw.kind === 'unfinished' && (flaw.lacks === what || flaw.lacks === 'both') ? sum + 1 + flaw.copies : sum,
      0,
    )
  const counted: readonly Counted[] = [
    [count('without-field'), 'persona sin campo', 'personas sin campo'],
    [count('orphan'), 'campo sin quién lo llene', 'campos sin quién los llene'],
    [lacking('name'), 'campo sin nombre', 'campos sin nombre'],
    [lacking('options'), 'lista con opciones de ejemplo', 'listas con opciones de ejemplo'],
    [count('overlap'), 'par de campos encimados', 'pares de campos encimados'],
  ]
  const parts = counted.flatMap(([number, one, many]) => (number > 0 ? [`${number} ${number === 1 ? one : many}`] : []))
  return `Antes de enviar, revisa ${formatPeopleNames(parts)}.`
}
