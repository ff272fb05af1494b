export const requestCodes = {
  ok: 0,
  incomplete: 2,
  clock: 3,
  summary: 7,
  reason: 8,
  disconnected: 9,
  identification: 10,
  place: 11,
} as const

const requestOutcomes: Readonly<Record<string, number>> = {
  '500000000000': 1,
  '01-1919-2222': 4,
  '01-1919-2020': 5,
  '01-1919-2121': 9,
  '01-1919-2323': 11,
}

const notificationOutcomes: Readonly<Record<string, number>> = {
  '100000000000': 1,
  '01-1010-2020': 2,
  '01-2020-3030': 3,
  '01-4040-5050': 4,
  '01-6060-7070': 9,
  '01-8080-9090': 10,
  '01-1100-2211': 11,
  '01-3344-5566': 13,
  '01-7788-9900': 14,
}

export const requestOutcome = (identification: string): number => requestOutcomes[identification] ?? requestCodes.ok
export const notificationOutcome = (identification: string): number => notificationOutcomes[identification] ?? 0

const NATIONAL = /^0[1-9]-\d{4}-\d{4}$/
const DIMEX = /^1\d{11}$/
const DIDI = /^5\d{11}$/

export const simulatedSerialNumber = (identification: string): string | undefined => {
  if (NATIONAL.test(identification)) return `CPF-${identification}`
  if (DIMEX.test(identification)) return `NUP-${identification}`
  return DIDI.test(identification) ? `DIDI-${identification}` : undefined
}
