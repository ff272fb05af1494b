import { deferComponent } from '../../viewer/deferred.ts'
import { isAccountLink } from './account-link.ts'

const nextDocument = deferComponent<object>(() => import(/* webpackChunkName: "next" */ './NextDocument.tsx'))

/** After the act. Nothing, and no code, for people who came by mail or by a public link. */
export function NextInInbox({ token }: { readonly token: string | null | undefined }) {
  const NextDocument = nextDocument.use(isAccountLink(token))
  return NextDocument && <NextDocument />
}
