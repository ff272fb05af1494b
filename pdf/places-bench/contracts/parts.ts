import { inlineLine } from './blanks.ts'
import type { ContractStyle } from './contract-style.ts'
import type { ContractDice } from './dice.ts'
import { clauseOrdinals, contractTitles, identityNumber, paragraphOf, personName } from './words.ts'

export const headingOf = (dice: ContractDice): string => {
  const title = dice.pick(contractTitles)
  return dice.pick([
    `<h1>${title}</h1>`,
    `<h1>${title.toUpperCase()}</h1>`,
    `<h1><u>${title}</u></h1>`,
    `<h1>${title}</h1><div class="shortrule"></div>`,
  ])
}

/** A paragraph with lines to fill. */
const openingOf = (dice: ContractDice, { line }: ContractStyle): string => {
  const blank = (kind: Parameters<typeof inlineLine>[1], points: number) => inlineLine(line, kind, points)
  return dice.pick([
    `Entre nosotros, <b>${personName(dice)}</b>, mayor, portadora de la cédula de identidad número ` +
      `${blank('identification', 90)}, vecina de ${blank('text', 110)}, y ${personName(dice)}, convenimos lo siguiente:`,
    `Yo, ${personName(dice)}, con domicilio en ${blank('text', 140)}, pasaporte ${blank('identification', 80)}, ` +
      `declaro haber recibido la suma de ₡${blank(undefined, 70)} por el alquiler.`,
    `Comparece ${personName(dice)}, cédula ${identityNumber(dice)}, de profesión ${blank('text', 90)}, ` +
      `teléfono ${blank('text', 80)}, y acuerda con la otra parte lo que sigue.`,
    `Entre ${personName(dice)} y ${personName(dice)}, se conviene un precio de ${blank(undefined, 80)} colones, ` +
      `pagadero en ${blank(undefined, 66)} cuotas iguales.`,
  ])
}

export const fillableParagraph = (dice: ContractDice, style: ContractStyle): string =>
  `<p class="loose">${openingOf(dice, style)}</p>`

export const clausesOf = (dice: ContractDice, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const title = dice.chance(0.4)
      ? `<u>${clauseOrdinals[index] ?? 'Final'}</u>`
      : `<b>${clauseOrdinals[index] ?? 'Final'}</b>`
    return `<p class="filler">${title}. ${paragraphOf(dice, dice.whole(1, 4))}</p>`
  }).join('')

export const datedLine = (dice: ContractDice, { line }: ContractStyle): string =>
  dice.pick([
    `<p class="loose">Lugar: ${inlineLine(line, 'text', 110)} &nbsp; Fecha: ${inlineLine(line, 'date', 90)}</p>`,
    `<p class="loose">Fecha: ${inlineLine(line, 'date', 100)}</p>`,
    `<p>San José, a los ${dice.whole(2, 28)} días del mes de marzo de 2026.</p>`,
    `<p class="loose">Lugar y fecha: ${inlineLine(line, 'text', 160)}</p>`,
  ])

const cell = (text: string): string => `<td>${text}</td>`

/** Nothing in it is to be signed. */
export const tableOf = (dice: ContractDice): string => {
  const look = dice.pick(['grid', 'rows', 'grid', 'striped', 'cells'])
  const rows = Array.from({ length: dice.whole(3, 6) }, (_, index) =>
    dice.pick([
      `<tr>${cell(`Cuota ${index + 1}`)}${cell(`₡${dice.whole(100, 900)}.000`)}${cell(`${dice.whole(1, 28)}/0${dice.whole(1, 9)}/2026`)}</tr>`,
      `<tr>${cell('Nombre')}${cell(personName(dice))}${cell('')}</tr>`,
      `<tr>${cell('Cédula')}${cell('')}${cell('Fecha')}</tr>`,
      `<tr>${cell(personName(dice))}${cell(identityNumber(dice))}${cell('')}</tr>`,
    ]),
  )
  return `<table class="${look}"><tr><th>Nombre</th><th>Cédula</th><th>Fecha</th></tr>${rows.join('')}</table>`
}

export const contentsOf = (dice: ContractDice): string => {
  const entries = ['Definiciones', 'Objeto', 'Plazo', 'Fecha de entrega', 'Firma de las partes', 'Lugar']
  const lines = entries.map((entry) => `<div>${entry} ${'.'.repeat(dice.whole(30, 60))} ${dice.whole(1, 12)}</div>`)
  return `<h2>Índice</h2>${lines.join('')}`
}
