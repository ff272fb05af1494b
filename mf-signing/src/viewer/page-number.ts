export const parsePageNumber = (text: string, pageCount: number): number | undefined => {
  if (!/^\s*\d+\s*$/.test(text)) return undefined
  const page = Number(text)
  return page >= 1 && page <= pageCount ? page : undefined
}
