/** Generic names of cameras and programs. */
const MEANINGLESS =
  /^(img|image|imagen|dsc|dscn|pxl|mvi|screenshot|captura( de pantalla)?|photo|foto|scan|escaneo|unnamed|sin t[ií]tulo|untitled|descarga|download|clipboard|pasted image|whatsapp image)?[\s\d().:-]*(at|de|a las|pm|am|[\s\d().:-])*$/i
const WORDS = /\p{L}{3,}/u

export const proposedAltText = (fileName: string): string | undefined => {
  const name = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_\-+.]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (!WORDS.test(name) || MEANINGLESS.test(name)) return undefined
  return `${name.charAt(0).toLocaleUpperCase('es-CR')}${name.slice(1)}`
}
