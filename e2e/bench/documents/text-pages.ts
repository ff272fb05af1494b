import type { ComposedPage } from './compose-pdf.ts'
import { composePdf } from './compose-pdf.ts'
import { randomFrom } from './random.ts'

const WORDS = (
  'el contrato las partes acuerdan que cada firma servicio plazo pago mensual colones domicilio cláusula presente ' +
  'arrendante arrendatario inmueble cédula jurídica representante obligación vigencia notificación anexo depósito ' +
  'conforme artículo código civil costa rica san josé cantón provincia entrega recibo incumplimiento rescisión de la ' +
  'del en por con sin para según este esta sus será deberá podrá'
).split(' ')

const SIZE_PT = 10
const LEADING_PT = 14
const CHARACTERS_OF_A_LINE = 88

const line = (random: () => number): string => {
  let text = ''
  while (text.length < CHARACTERS_OF_A_LINE) text += `${WORDS[Math.floor(random() * WORDS.length)]} `
  return text.slice(0, CHARACTERS_OF_A_LINE).trimEnd()
}

const textPage = (random: () => number, lines: number): ComposedPage => {
  const rows = Array.from({ length: lines }, () => `(${line(random)}) Tj T*`)
  return { content: `BT /F1 ${SIZE_PT} Tf ${LEADING_PT} TL 56 786 Td\n${rows.join('\n')}\nET` }
}

/** About 48 KB. */
export const textDocument = (): Buffer => {
  const random = randomFrom(48)
  return composePdf(
    Array.from({ length: 12 }, () => textPage(random, 38)),
    { compressed: false },
  )
}

/** About 2 MB. */
export const thousandPages = (): Buffer => {
  const random = randomFrom(1000)
  return composePdf(Array.from({ length: 1000 }, () => textPage(random, 48)))
}
