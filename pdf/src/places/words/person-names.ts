import { trimSigns, withoutAccents } from './plain-words.ts'

const small = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'e', 'da', 'di', 'van', 'von'])
const titles = new Set(['sr.', 'sra.', 'srta.', 'lic.', 'licda.', 'dr.', 'dra.', 'ing.', 'msc.', 'arq.', 'mba.'])

/** Headings look like names, too. */
const notInNames = new Set([
  'acta',
  'acuerdo',
  'addendum',
  'anexo',
  'antecedentes',
  'articulo',
  'bienes',
  'capitulo',
  'carta',
  'clausula',
  'clausulas',
  'codigo',
  'condiciones',
  'confidencial',
  'confidencialidad',
  'considerandos',
  'constancia',
  'contrato',
  'convenio',
  'costa',
  'datos',
  'declaracion',
  'declaraciones',
  'definiciones',
  'derechos',
  'disposiciones',
  'documento',
  'ejemplar',
  'fecha',
  'firmas',
  'formulario',
  'garantias',
  'general',
  'generales',
  'indice',
  'informacion',
  'introduccion',
  'lugar',
  'notas',
  'objeto',
  'obligaciones',
  'pagina',
  'parte',
  'partes',
  'plazo',
  'poder',
  'precio',
  'primera',
  'recibo',
  'reglamento',
  'reservados',
  'resumen',
  'rica',
  'san',
  'seccion',
  'segunda',
  'servicios',
  'solicitud',
  'tabla',
  'terminos',
  'total',
  'versión',
  'version',
  'vigencia',
  'testigos',
  'otrosi',
  'nota',
  'republica',
  'oficina',
  'departamento',
  'bufete',
  'www',
])

const company = /\b(?:s\.?\s?a\.?|s\.?r\.?l\.?|ltda\.?|limitada|e\.i\.r\.l\.|inc\.?|corp\.?)$/i

const isNameWord = (word: string): boolean => /^\p{Lu}[\p{L}'’.-]*$/u.test(word)

const LETTERS_MAX = 60

/** «María Rojas Solano», «Lic. Juan Mora Díaz», «INVERSIONES DEL SUR S.A.»; headings of contracts are none. */
export const isPersonOrCompany = (text: string): boolean => {
  const name = trimSigns(text)
  if (name.length > LETTERS_MAX || /\d/.test(name)) return false
  const words = name.split(' ').filter((word) => word !== '')
  const plain = words.map(withoutAccents)
  if (plain.some((word) => notInNames.has(word))) return false
  const own = words.filter((_, index) => !small.has(plain[index] ?? '') && !titles.has(plain[index] ?? ''))
  if (company.test(name)) return own.length >= 2 && own.length <= 8
  return own.length >= 2 && own.length <= 6 && own.every(isNameWord)
}
