import type { UserFile } from 'shared/contract'
import { href } from 'shared/contract'

/** The document's public address below the site's own. */
export const relativeUrl = ({ id, original_filename }: UserFile): string => href.sign(id, original_filename)

/** The same with the site's own address, `origin`, before it. */
export const fullUrl = (file: UserFile, origin: string): string => `${origin}${relativeUrl(file)}`

/** An address as a person reads it, with accents in place of their codes; a browser takes it back like this too. */
export const readable = (url: string): string => decodeURI(url)
