import * as v from 'valibot'

/** @param protocols with a colon */
const hasProtocol = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)

const HTTP = ['http:', 'https:']
const HTTP_TEXT = 'debe ser una dirección http:// o https://'

/** Protocol, host and port: no user, path, query or fragment, and no character that `URL` would drop or change. */
const ORIGIN = /^[a-z]+:\/\/[^\s/\\?#@]+\/*$/i
const ORIGIN_WITH_PATH = /^[a-z]+:\/\/[^\s/\\?#@]+(?:\/[^\s\\?#]*)?$/i

/** @returns whether a path can be added to it */
export const isBaseAddress = (text: string): boolean => ORIGIN_WITH_PATH.test(text)

/** An origin is not secret, other parts may be: the message repeats only the origin. */
const originAdvice = ({ input }: { readonly input: string }): string =>
  `no puede llevar usuario, ruta, consulta (?) ni fragmento (#): escribe ${new URL(input).origin}`

/**
 * A URL whose form is that of its protocol, such as `smtps://user:password@host`.
 *
 * @param protocols with a colon
 */
export const urlVariable = (protocols: readonly string[], message: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((text) => hasProtocol(text, protocols), message),
      // It would end the host: what follows it, often the rest of a password, would be lost.
      v.check((text) => !text.includes('#'), 'no puede llevar #: en una contraseña se escribe %23'),
    ),
  )

/** All paths of a host are Trazo's: a path here would be lost, or begin links that lead to no page. */
export const originVariable = () =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((text) => hasProtocol(text, HTTP), HTTP_TEXT),
      v.check((text) => !URL.canParse(text) || ORIGIN.test(text), originAdvice),
    ),
  )

/** The address of a service, to which paths are added. */
export const baseAddressVariable = () =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((text) => hasProtocol(text, HTTP), HTTP_TEXT),
      v.check(isBaseAddress, 'no puede llevar usuario, contraseña, consulta (?) ni fragmento (#)'),
    ),
  )
