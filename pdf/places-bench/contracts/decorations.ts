import type { ContractDice } from './dice.ts'
import { companyName, identityNumber, personName } from './words.ts'

/** Lines without a place: letterheads, feet, ornaments, notes, underlined words. */
const decorations: readonly [(dice: ContractDice) => string, ...((dice: ContractDice) => string)[]] = [
  () => '<div class="shortrule"></div>',
  () => '<div class="fullrule"></div>',
  () => '<p class="middle">____________________________________________________________</p>',
  (dice) => `<div class="shortrule"></div><p class="middle">Anexo ${dice.whole(1, 4)}</p>`,
  () => '<div class="noterule"></div><p class="note">1 Según la cédula que consta en el Registro Civil.</p>',
  (dice) => `<p><u>${personName(dice)}</u>, cédula <u>${identityNumber(dice)}</u>.</p>`,
  () => '<p>Las cláusulas anteriores se leen en conjunto, salvo pacto en contrario.....</p>',
  () => '<div class="ornament"><span></span><span></span><span></span></div>',
  () => '<p class="quoted">Se entiende por firma el acto de aceptar este documento.</p>',
  () => '<p>Precio ...................... ₡250.000<br>Depósito ................. ₡250.000</p>',
  () => '<h2 class="ruled">Condiciones Generales</h2>',
  () => '<h2 class="ruled">Fecha y Lugar</h2>',
]

export const decorationOf = (dice: ContractDice): string => dice.pick(decorations)(dice)

export const letterheadOf = (dice: ContractDice): string =>
  `<div class="head">${companyName(dice)}<div class="headrule"></div>Apartado 100, San José</div>`

export const footOf = (dice: ContractDice): string =>
  `<div class="foot"><div class="footrule"></div>${dice.pick([companyName(dice), 'Página 1 de 2', 'Confidencial'])}</div>`
