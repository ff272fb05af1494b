import { fvaTexts } from './constants.ts'

export const spelledCode = (code: string): string =>
  `Código: ${[...code].map((character) => (/\d/.test(character) ? `número ${character}` : `letra ${character}`)).join(', ')}`

export const timeLeftText = (seconds: number): string => {
  if (seconds <= 0) return fvaTexts.waiting
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return `Quedan ${minutes}:${String(rest).padStart(2, '0')} para confirmar`
}
