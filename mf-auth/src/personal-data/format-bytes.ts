const MEGABYTE = 1024 ** 2
const GIGABYTE = 1024 ** 3
const number = new Intl.NumberFormat('es-CR', { maximumFractionDigits: 1 })

/** `1,5 GB` or `20 MB`; never 0 for a file. */
export const formatBytes = (bytes: number): string => {
  if (bytes >= GIGABYTE) return `${number.format(bytes / GIGABYTE)} GB`
  return `${number.format(bytes === 0 ? 0 : Math.max(0.1, bytes / MEGABYTE))} MB`
}
