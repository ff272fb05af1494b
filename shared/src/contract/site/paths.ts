export const PRODUCT = 'Trazo'

/**
 * `anonymous` redirects users to `redirect`; `session` redirects
 * others to /login.
 */
export type Access = { kind: 'everyone' } | { kind: 'anonymous'; redirect: string } | { kind: 'session' }

const everyone: Access = { kind: 'everyone' }
const session: Access = { kind: 'session' }
const anonymous = (redirect: string): Access => ({ kind: 'anonymous', redirect })

export interface Mount {
  readonly path: string
  readonly remote: string
  readonly access: Access
  /**
   * A release may lack the page: the shell then shows «Página no
   * encontrada». Without this, a live release that lacks it is refused.
   * Remove it once the live release and its fallback have the page.
   */
  readonly announced?: true
}

/**
 * Every address of the site with its remote, in the order of matching. Part of the contract: a remote that adds one
 * needs a new shell.
 */
export const mounts = [
  { path: '/login', remote: 'mf_auth', access: anonymous('/dashboard') },
  { path: '/register', remote: 'mf_auth', access: anonymous('/') },
  { path: '/forgot-password', remote: 'mf_auth', access: anonymous('/') },
  { path: '/reset-password', remote: 'mf_auth', access: anonymous('/') },
  { path: '/profile', remote: 'mf_auth', access: session },
  { path: '/email/:step', remote: 'mf_auth', access: everyone },
  { path: '/privacidad', remote: 'mf_auth', access: everyone },
  { path: '/dashboard', remote: 'mf_documents', access: session },
  { path: '/document', remote: 'mf_signing', access: everyone },
  { path: '/sign/field/:documentId/:documentName/:fieldId', remote: 'mf_signing', access: everyone },
  { path: '/sign/:documentId/:documentName', remote: 'mf_signing', access: everyone },
  { path: '/verify', remote: 'mf_signing', access: everyone },
] as const satisfies readonly Mount[]

/**
 * Signing pages have no session, top padding or account links.
 * Paths ignore case, as the router does.
 */
export const isSigningPath = (pathname: string): boolean => /^\/sign\//i.test(pathname)

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

/** Matches as the router does; `:name` matches any segment. */
export const matchesPath = (pattern: string, pathname: string): boolean => {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(pathname)]
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index]?.toLowerCase())
  )
}

/** `Mi Contrato.pdf` becomes `mi-contrato`. */
export const slugOf = (filename: string): string =>
  filename
    .replace(/\.pdf$/i, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s+/g, '-')
    .replace(/-{2,}/g, '-')

const toQuery = (values: Record<string, string | number | undefined>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** Builds every link of the site, so that no page writes a path. */
export const href = {
  home: () => '/',
  palette: () => '/color-palette',
  verify: () => '/verify',
  /** The fragment can contain an invitation's token: servers do not see it. */
  privacy: () => '/privacidad',
  login: () => '/login',
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  resetPassword: (email: string) => `/reset-password${toQuery({ email })}`,
  dashboard: (tab?: string) => `/dashboard${toQuery({ tab })}`,
  profile: () => '/profile',
  /** `participantId` in place of `fieldId`: an invitation without a field. `recordatorios: 'no'` opens the unsubscribe question, `preguntas: 'si'` the person's own questions. */
  sign: (
    documentId: number,
    filename: string,
    params: {
      token?: string
      fieldId?: number
      participantId?: number
      recordatorios?: 'no'
      preguntas?: 'si'
    } = {},
  ) => `/sign/${documentId}/${encodeURIComponent(slugOf(filename) || 'documento')}${toQuery(params)}`,
  signField: (documentId: number, filename: string, fieldId: number) =>
    `/sign/field/${documentId}/${encodeURIComponent(slugOf(filename) || 'documento')}/${fieldId}`,
} as const
