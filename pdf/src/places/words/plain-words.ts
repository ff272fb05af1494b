/** Lower case without accents: «Cédula» → «cedula». */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** @returns words of letters and digits; «V.°B.°» and «f.» keep their stops */
export const wordsOf = (text: string): readonly string[] =>
  withoutAccents(text)
    .split(/[\s,;:()[\]«»"“”/_]/)
    .filter((word) => word !== '' && word !== '.')

/** Without the brackets and signs around it. */
export const trimSigns = (text: string): string => {
  const signs = ' \t\u00a0:;,.()[]«»"“”*-–—_'
  let from = 0
  let to = text.length
  while (from < to && signs.includes(text.charAt(from))) from += 1
  // A final stop belongs to «S.A.» and «f.».
  while (to > from && signs.includes(text.charAt(to - 1)) && text.charAt(to - 1) !== '.') to -= 1
  return text.slice(from, to)
}
