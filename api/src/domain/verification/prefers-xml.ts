interface AcceptedRange {
  readonly type: string
  /** From 0 to 1 (RFC 9110, 12.4.2). */
  readonly quality: number
}

const readRange = (part: string): AcceptedRange => {
  const [type = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
  const stated = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1)
  return { type, quality: stated >= 0 && stated <= 1 ? stated : 0 }
}

/** The most specific range counts (RFC 9110, 12.5.1). */
const qualityOf = (ranges: readonly AcceptedRange[], type: string): number =>
  [type, 'application/*', '*/*']
    .map((wanted) => ranges.find((range) => range.type === wanted)?.quality)
    .find((quality) => quality !== undefined) ?? 0

/** @returns true only if the header prefers `application/xml` to JSON; both are equal for a client that states none */
export function prefersXml(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(readRange)
  return qualityOf(ranges, 'application/xml') > qualityOf(ranges, 'application/json')
}
