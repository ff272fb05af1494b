import type { UserFile } from 'shared/contract'
import { href } from 'shared/contract'

export const relativeUrl = ({ id, original_filename }: UserFile): string => href.sign(id, original_filename)

export const fullUrl = (file: UserFile, origin: string): string => `${origin}${relativeUrl(file)}`

/** Decodes the path for display; browsers accept it. */
export const readableAddress = (url: string): string => decodeURI(url)
