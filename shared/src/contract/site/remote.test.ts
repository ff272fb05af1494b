import * as v from 'valibot'
import { REMOTE_BRAND, REMOTE_CONTRACT, type RemoteApp, RemoteAppSchema } from './remote.ts'

const Page = () => null
const whole = {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_documents',
  routes: [{ path: '/dashboard', Component: Page }],
  slots: {},
} satisfies RemoteApp<'mf_documents'>

declare module './remote.ts' {
  interface RemoteSlots {
    mf_reports: { summary: { readonly year: number } }
  }
}

const Summary = ({ year }: { readonly year: number }) => year
const added = {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_reports',
  routes: [{ path: '/reportes/:year', Component: Page }],
  slots: { summary: Summary },
} satisfies RemoteApp<'mf_reports'>

// `tsc -b` fails if it accepts one of these.
const wrong = {
  // @ts-expect-error a path that belongs to another remote
  address: { ...whole, routes: [{ path: '/login', Component: Page }] } satisfies RemoteApp<'mf_documents'>,
  // @ts-expect-error another remote's name
  name: { ...whole, name: 'mf_auth' } satisfies RemoteApp<'mf_documents'>,
  // @ts-expect-error another contract version than the shell's
  contract: { ...whole, contract: 0 } satisfies RemoteApp<'mf_documents'>,
  // @ts-expect-error a slot that other remotes use is missing
  slots: { ...whole, name: 'mf_signing', routes: [], slots: {} } satisfies RemoteApp<'mf_signing'>,
  // @ts-expect-error the slot's props are others
  props: { ...added, slots: { summary: (_: { month: string }) => null } } satisfies RemoteApp<'mf_reports'>,
}

test('the shell accepts every app that the compiler accepts', () => {
  expect(v.is(RemoteAppSchema, whole)).toBe(true)
  expect(v.is(RemoteAppSchema, added)).toBe(true)
})

test('the page also refuses a remote of another contract, and the message names both contracts', () => {
  const { issues } = v.safeParse(RemoteAppSchema, wrong.contract)
  expect(issues?.[0].message).toBe(`the remote speaks contract 0, the shell ${REMOTE_CONTRACT}`)
})
