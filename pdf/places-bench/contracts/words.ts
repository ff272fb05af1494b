import type { ContractDice } from './dice.ts'

type Words = readonly [string, ...string[]]

const givenNames: Words = [
  'María',
  'José',
  'Ana Lucía',
  'Luis',
  'Karla',
  'Óscar',
  'Sofía',
  'Juan Carlos',
  'Xinia',
  'Esteban',
]
const surnames: Words = ['Rojas', 'Solano', 'Mora', 'Jiménez', 'Vargas', 'Chaves', 'Ulloa', 'Quirós', 'Castro', 'Núñez']
const companies: Words = [
  'Inversiones del Valle S.A.',
  'Café Tarrazú Ltda.',
  'Constructora Río Azul S.R.L.',
  'Servicios Médicos Unidos S.A.',
  'Grupo Pacífico Sur S.A.',
]

export const personName = (dice: ContractDice): string =>
  `${dice.pick(givenNames)} ${dice.pick(surnames)} ${dice.pick(surnames)}`

export const companyName = (dice: ContractDice): string => dice.pick(companies)

export const identityNumber = (dice: ContractDice): string =>
  `${dice.whole(1, 7)}-${dice.whole(1000, 1999).toString().slice(-4)}-${dice.whole(1000, 9999)}`

/** Two parties of one kind of contract. */
export const partyPairs: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['El arrendador', 'El arrendatario'],
  ['La vendedora', 'El comprador'],
  ['El patrono', 'La trabajadora'],
  ['El cliente', 'El proveedor'],
  ['El contratante', 'La contratista'],
  ['El comodante', 'La comodataria'],
  ['El acreedor', 'El deudor'],
  ['La cedente', 'El cesionario'],
]

export const furtherParties: Words = ['Testigo', 'Fiador', 'Representante legal', 'Apoderada', 'Notario público']

export const contractTitles: Words = [
  'Contrato de arrendamiento',
  'Contrato de compraventa',
  'Contrato individual de trabajo',
  'Contrato de servicios profesionales',
  'Acuerdo de confidencialidad',
  'Contrato de comodato',
  'Convenio de pago',
  'Carta poder',
]

const sentences: Words = [
  'Las partes declaran que conocen y aceptan las condiciones de este documento en todos sus extremos.',
  'El plazo será de doce meses, prorrogable por períodos iguales si ninguna de las partes manifiesta lo contrario.',
  'El pago se hará por adelantado los primeros cinco días de cada mes, en la cuenta que se indique por escrito.',
  'A partir de la firma del presente contrato, las obligaciones serán exigibles entre las partes.',
  'La fecha de entrega y el lugar se comunicarán por correo con ocho días de anticipación.',
  'Cualquier controversia se resolverá conforme a las leyes de la República de Costa Rica.',
  'El incumplimiento de cualquiera de las cláusulas dará derecho a la otra parte a resolver el contrato.',
  'Para todos los efectos, las partes señalan como domicilio el indicado en el encabezado de este contrato.',
  'El representante legal manifiesta que su personería se encuentra vigente y debidamente inscrita.',
  'Ninguna de las partes podrá ceder sus derechos sin el consentimiento previo y escrito de la otra.',
  'El nombre y la identificación de los testigos constan en el expediente que custodia la administración.',
]

export const paragraphOf = (dice: ContractDice, count: number): string =>
  Array.from({ length: count }, () => dice.pick(sentences)).join(' ')

export const clauseOrdinals: Words = ['Primera', 'Segunda', 'Tercera', 'Cuarta', 'Quinta', 'Sexta', 'Sétima', 'Octava']
