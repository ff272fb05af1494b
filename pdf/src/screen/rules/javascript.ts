import { decodeTextString } from '../../syntax/index.ts'
import { isLooseStream, isLooseString, type LooseDict } from '../loose-objects.ts'
import type { DocumentWalk } from '../walk-objects.ts'
import { isHarmlessJavaScript, isLongScript } from './harmless-javascript.ts'
import { removeActionOr, type ScreenRule } from './rule.ts'

/** Everyday forms format numbers and dates with scripts of Acrobat. */
export const onlyFormats = (dict: LooseDict, walk: DocumentWalk): boolean => {
  const scripts = walk.get(dict, 'JS')
  return (
    scripts.length > 0 &&
    scripts.every((script) => {
      const bytes = isLooseStream(script) ? walk.data(script) : isLooseString(script) ? script.bytes : undefined
      return bytes !== undefined && !isLongScript(bytes) && isHarmlessJavaScript(decodeTextString(bytes))
    })
  )
}

/**
 * JavaScript actions (ISO 32000-1, 12.6.4.16), and scripts of
 * renditions: /JS with another /S.
 */
export const javascriptRule: ScreenRule = {
  code: 'PDF_MALICIOUS_JAVASCRIPT',
  remove: removeActionOr('JS'),
  dict: (dict, walk) => {
    const types = walk.names(dict, 'S')
    if (types.includes('JavaScript')) return onlyFormats(dict, walk) ? undefined : '/S /JavaScript'
    const script = walk.get(dict, 'JS').find((value) => isLooseString(value) || isLooseStream(value))
    // A resource named JS is a stream without /S.
    if (script === undefined || (isLooseStream(script) && types.length === 0)) return undefined
    return onlyFormats(dict, walk) ? undefined : '/JS'
  },
}
